import type { Meaning } from '../../semconv/attributes.ts'

export type AgentTextColumn = (typeof AGENT_TEXT_COLUMNS)[number]
export const AGENT_TEXT_COLUMNS = [
  'operation_name',
  'provider_name',
  'agent_name',
  'agent_id',
  'agent_description',
  'agent_version',
  'request_model',
  'response_model',
  'response_id',
  'conversation_id',
  'conversation_name',
  'tool_name',
  'tool_type',
  'tool_call_id',
  'tool_description',
  'output_type',
  'error_type',
  'server_address',
  'eval_run_id',
  'eval_predict_and_score_call_id',
  'eval_kind',
  'eval_row_digest',
  'eval_example_id',
  'eval_evaluation_name',
  'parent_call_id',
  'parent_call_trace_id',
  'wb_run_id',
] as const satisfies readonly Meaning[]

export type AgentIntegerColumn = (typeof AGENT_INTEGER_COLUMNS)[number]
export const AGENT_INTEGER_COLUMNS = [
  'input_tokens',
  'output_tokens',
  'reasoning_tokens',
  'cache_creation_input_tokens',
  'cache_read_input_tokens',
  'request_max_tokens',
  'request_seed',
  'request_choice_count',
  'server_port',
  'compaction_items_before',
  'compaction_items_after',
  'eval_trial_index',
  'wb_run_step',
  'wb_run_step_end',
] as const satisfies readonly Meaning[]

export type AgentFloatColumn = (typeof AGENT_FLOAT_COLUMNS)[number]
export const AGENT_FLOAT_COLUMNS = [
  'request_temperature',
  'request_top_p',
  'request_frequency_penalty',
  'request_presence_penalty',
] as const satisfies readonly Meaning[]

export type AgentListColumn = (typeof AGENT_LIST_COLUMNS)[number]
export const AGENT_LIST_COLUMNS = [
  'finish_reasons',
  'request_stop_sequences',
] as const satisfies readonly Meaning[]

/** Wide columns of one text each, read only if details are requested. */
export type AgentDetailTextColumn = (typeof AGENT_DETAIL_TEXT_COLUMNS)[number]
export const AGENT_DETAIL_TEXT_COLUMNS = [
  'tool_definitions',
  'tool_call_arguments',
  'tool_call_result',
  'reasoning_content',
  'compaction_summary',
] as const satisfies readonly Meaning[]

/** Wide columns of several texts. */
export type AgentDetailListColumn = (typeof AGENT_DETAIL_LIST_COLUMNS)[number]
export const AGENT_DETAIL_LIST_COLUMNS = [
  'system_instructions',
  'content_refs',
  'artifact_refs',
  'object_refs',
] as const satisfies readonly Meaning[]

/** Wide columns of messages. */
export type AgentMessagesColumn = (typeof AGENT_MESSAGES_COLUMNS)[number]
export const AGENT_MESSAGES_COLUMNS = [
  'input_messages',
  'output_messages',
] as const satisfies readonly Meaning[]

/** Every column that is filled from the attributes of a span. */
export const AGENT_ATTRIBUTE_COLUMNS: readonly Meaning[] = [
  ...AGENT_TEXT_COLUMNS,
  ...AGENT_INTEGER_COLUMNS,
  ...AGENT_FLOAT_COLUMNS,
  ...AGENT_LIST_COLUMNS,
  ...AGENT_DETAIL_TEXT_COLUMNS,
  ...AGENT_DETAIL_LIST_COLUMNS,
  ...AGENT_MESSAGES_COLUMNS,
]

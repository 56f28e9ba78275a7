/** The attributes that may hold a column: the canonical name first, then those of others in order. */
type Sources = readonly [canonical: `weave.${string}`, ...aliases: string[]]

export type AgentTextColumn = keyof typeof AGENT_TEXT_COLUMNS
export const AGENT_TEXT_COLUMNS = {
  operation_name: genAi('operation.name'),
  provider_name: genAi('provider.name', 'gen_ai.system'),
  agent_name: genAi('agent.name'),
  agent_id: genAi('agent.id'),
  agent_description: genAi('agent.description'),
  agent_version: genAi('agent.version'),
  request_model: genAi('request.model'),
  response_model: genAi('response.model'),
  response_id: genAi('response.id'),
  conversation_id: genAi('conversation.id'),
  conversation_name: genAi('conversation.name'),
  tool_name: genAi('tool.name'),
  tool_type: genAi('tool.type'),
  tool_call_id: genAi('tool.call.id'),
  tool_description: genAi('tool.description'),
  output_type: genAi('output.type'),
  error_type: general('error.type'),
  server_address: general('server.address'),
  eval_run_id: own('eval.run_id'),
  eval_predict_and_score_call_id: own('eval.predict_and_score_call_id'),
  eval_kind: own('eval.kind'),
  eval_row_digest: own('eval.row_digest'),
  eval_example_id: own('eval.example_id'),
  eval_evaluation_name: own('eval.evaluation_name'),
  parent_call_id: own('parent_call.id'),
  parent_call_trace_id: own('parent_call.trace_id'),
  wb_run_id: own('wb_run_id', 'wandb.wb_run_id'),
} satisfies Record<string, Sources>

export type AgentIntegerColumn = keyof typeof AGENT_INTEGER_COLUMNS
export const AGENT_INTEGER_COLUMNS = {
  input_tokens: genAi('usage.input_tokens'),
  output_tokens: genAi('usage.output_tokens'),
  reasoning_tokens: genAi(
    'usage.reasoning.output_tokens',
    'gen_ai.usage.reasoning_tokens',
    'gen_ai.usage.experimental.reasoning_tokens',
  ),
  cache_creation_input_tokens: genAi('usage.cache_creation.input_tokens'),
  cache_read_input_tokens: genAi(
    'usage.cache_read.input_tokens',
    'gen_ai.usage.prompt_tokens_details.cached_tokens',
    'gen_ai.usage.input_tokens_details.cached_tokens',
    'prompt_tokens_details.cached_tokens',
  ),
  request_max_tokens: genAi('request.max_tokens'),
  request_seed: genAi('request.seed'),
  request_choice_count: genAi('request.choice.count'),
  server_port: general('server.port'),
  compaction_items_before: own('compaction.items_before'),
  compaction_items_after: own('compaction.items_after'),
  eval_trial_index: own('eval.trial_index'),
  wb_run_step: own('wb_run_step', 'wandb.wb_run_step'),
  wb_run_step_end: own('wb_run_step_end', 'wandb.wb_run_step_end'),
} satisfies Record<string, Sources>

export type AgentFloatColumn = keyof typeof AGENT_FLOAT_COLUMNS
export const AGENT_FLOAT_COLUMNS = {
  request_temperature: genAi('request.temperature'),
  request_top_p: genAi('request.top_p'),
  request_frequency_penalty: genAi('request.frequency_penalty'),
  request_presence_penalty: genAi('request.presence_penalty'),
} satisfies Record<string, Sources>

export type AgentListColumn = keyof typeof AGENT_LIST_COLUMNS
export const AGENT_LIST_COLUMNS = {
  finish_reasons: genAi('response.finish_reasons'),
  request_stop_sequences: genAi('request.stop_sequences'),
} satisfies Record<string, Sources>

/** The wide columns of one text each, which are read only where details are asked for. */
export type AgentDetailTextColumn = keyof typeof AGENT_DETAIL_TEXT_COLUMNS
export const AGENT_DETAIL_TEXT_COLUMNS = {
  tool_definitions: genAi('tool.definitions'),
  tool_call_arguments: genAi('tool.call.arguments'),
  tool_call_result: genAi('tool.call.result'),
  reasoning_content: own('reasoning_content'),
  compaction_summary: own('compaction.summary'),
} satisfies Record<string, Sources>

/** The wide columns of several texts. */
export type AgentDetailListColumn = keyof typeof AGENT_DETAIL_LIST_COLUMNS
export const AGENT_DETAIL_LIST_COLUMNS = {
  system_instructions: genAi('system_instructions'),
  content_refs: own('content_refs'),
  artifact_refs: own('artifact_refs'),
  object_refs: own('object_refs'),
} satisfies Record<string, Sources>

/** The wide columns of messages. */
export type AgentMessagesColumn = keyof typeof AGENT_MESSAGES_COLUMNS
export const AGENT_MESSAGES_COLUMNS = {
  input_messages: genAi('input.messages', 'weave.prompt', 'gen_ai.prompt'),
  output_messages: genAi('output.messages', 'weave.completion', 'gen_ai.completion'),
} satisfies Record<string, Sources>

/** Every column that comes from attributes, and which ones. */
export const AGENT_COLUMN_SOURCES: ReadonlyMap<string, Sources> = new Map(
  Object.entries({
    ...AGENT_TEXT_COLUMNS,
    ...AGENT_INTEGER_COLUMNS,
    ...AGENT_FLOAT_COLUMNS,
    ...AGENT_LIST_COLUMNS,
    ...AGENT_DETAIL_TEXT_COLUMNS,
    ...AGENT_DETAIL_LIST_COLUMNS,
    ...AGENT_MESSAGES_COLUMNS,
  }),
)

/** The names in a table of columns, as the names they are. */
export function columnNames<Name extends string>(columns: Readonly<Record<Name, Sources>>): Name[] {
  return Object.keys(columns).filter((name): name is Name => Object.hasOwn(columns, name))
}

/** What the conventions for generative AI have a name for. */
function genAi(name: string, ...others: string[]): Sources {
  return [`weave.${name}`, `gen_ai.${name}`, ...others]
}

/** What has the same name in every kind of span. */
function general(name: string): Sources {
  return [`weave.${name}`, name]
}

/** What only Weave has a name for. */
function own(name: string, ...others: string[]): Sources {
  return [`weave.${name}`, ...others]
}

/** What a call takes from the attributes of its span. */
export type CallField =
  | 'inputs'
  | 'output'
  | AttributeField
  | TokenField
  | 'own_attributes'
  | 'display_name'
  | 'started_at'
  | 'ended_at'
  | 'conversation_id'
  | 'thread_id'
  | 'is_turn'
  | 'wb_run_id'
  | 'wb_run_step'
  | 'wb_run_step_end'

/** What becomes an attribute of the call, under the same name. */
export type AttributeField =
  | 'model'
  | 'provider'
  | 'system'
  | 'kind'
  | 'model_parameters'
  | 'operation_name'
  | 'response_id'
  | 'finish_reasons'
  | 'agent_name'
  | 'agent_id'

/** What becomes a counter of the call's usage, under the same name. */
export type TokenField =
  | 'input_tokens'
  | 'output_tokens'
  | 'prompt_tokens'
  | 'completion_tokens'
  | 'total_tokens'
  | 'cache_creation_input_tokens'
  | 'cache_read_input_tokens'

/**
 * How one family of tools names things: for each field the attributes that may hold it, the first
 * present one counting. Which family is asked first is said in `precedence.ts`.
 */
export type Convention = Readonly<Partial<Record<CallField, readonly string[]>>>

import { genAi, USAGE_ATTRIBUTES } from './usage-attributes.ts'

/**
 * What span attributes mean: for each meaning, the names that may carry it, in order of precedence. Calls and agent
 * spans read the same table. A name may have several meanings, and may be that of an object or a flattened list
 * (`gen_ai.prompt` is also where `gen_ai.prompt.0.role` ends up).
 */
export const ATTRIBUTES = {
  // What ran.
  operation_name: genAi('operation.name'),
  provider_name: genAi('provider.name', 'gen_ai.system', 'llm.provider', 'ai.model.provider'),
  agent_name: genAi('agent.name'),
  agent_id: genAi('agent.id'),
  agent_description: genAi('agent.description'),
  agent_version: genAi('agent.version'),
  request_model: genAi(
    'request.model',
    'llm.model_name',
    'embedding.model_name',
    'reranker.model_name',
    'ai.model.id',
    'langfuse.observation.model.name',
    'mlflow.llm.model',
    'model_name',
  ),
  response_model: genAi('response.model', 'ai.response.model'),
  response_id: genAi('response.id'),
  finish_reasons: genAi('response.finish_reasons'),
  output_type: genAi('output.type'),
  conversation_id: genAi('conversation.id'),
  conversation_name: genAi('conversation.name'),
  system_instructions: genAi('system_instructions'),
  system: ['gen_ai.system_instructions', 'gen_ai.system', 'llm.system'],
  span_kind: [
    'weave.span.kind',
    'traceloop.span.kind',
    'openinference.span.kind',
    'langfuse.observation.type',
    'langsmith.span.kind',
    'mlflow.spanType',
  ],
  // The same in the order in which they decide, with what names an operation.
  declared_kind: [
    'weave.span.kind',
    'langfuse.observation.type',
    'openinference.span.kind',
    'langsmith.span.kind',
    'mlflow.spanType',
    'traceloop.span.kind',
    'ai.operationId',
    'gen_ai.operation.name',
    'llm.request.type',
    'span.type',
  ],

  // Request settings: one by one, and all of them as one object.
  request_max_tokens: genAi('request.max_tokens'),
  request_seed: genAi('request.seed'),
  request_choice_count: genAi('request.choice.count'),
  request_temperature: genAi('request.temperature'),
  request_top_p: genAi('request.top_p'),
  request_frequency_penalty: genAi('request.frequency_penalty'),
  request_presence_penalty: genAi('request.presence_penalty'),
  request_stop_sequences: genAi('request.stop_sequences'),
  model_parameters: ['gen_ai.request', 'llm.invocation_parameters'],

  // Tools.
  tool_name: genAi('tool.name'),
  tool_type: genAi('tool.type'),
  tool_call_id: genAi('tool.call.id'),
  tool_description: genAi('tool.description'),
  tool_definitions: genAi('tool.definitions'),
  tool_call_arguments: genAi('tool.call.arguments'),
  tool_call_result: genAi('tool.call.result'),

  // Messages of agent spans.
  input_messages: genAi('input.messages', 'weave.prompt', 'gen_ai.prompt'),
  output_messages: genAi('output.messages', 'weave.completion', 'gen_ai.completion'),
  reasoning_content: ['weave.reasoning_content'],

  // Inputs and output of calls.
  inputs: [
    'ai.prompt',
    'gen_ai.prompt',
    'input.value',
    'mlflow.spanInputs',
    'gen_ai.input.messages',
    'pydantic_ai.all_messages',
    'traceloop.entity.input',
    'gcp.vertex.agent.tool_call_args',
    'gcp.vertex.agent.llm_request',
    'input',
    'inputs',
    'llm.input_messages',
  ],
  output: [
    'ai.response',
    'gen_ai.completion',
    'output.value',
    'gen_ai.output.messages',
    'mlflow.spanOutputs',
    'final_result',
    'gen_ai.content.completion',
    'traceloop.entity.output',
    'gcp.vertex.agent.tool_response',
    'gcp.vertex.agent.llm_response',
    'output',
    'outputs',
    'llm.output_messages',
  ],

  ...USAGE_ATTRIBUTES,

  // Where a call belongs.
  session_id: [
    'wandb.thread_id',
    'session.id',
    'langfuse.session.id',
    'gen_ai.conversation.id',
    'traceloop.association.properties.session_id',
    'traceloop.association.properties.thread_id',
    'traceloop.association.properties.chat_id',
    'ai.telemetry.metadata.sessionId',
    'ai.telemetry.metadata.threadId',
    'ai.telemetry.metadata.chatId',
    'langsmith.metadata.session_id',
    'langsmith.metadata.thread_id',
    'langsmith.metadata.conversation_id',
    'gcp.vertex.agent.session_id',
    'mlflow.trace.session',
  ],
  is_turn: ['wandb.is_turn'],
  end_user: [
    'user.id',
    'enduser.id',
    'langfuse.user.id',
    'llm.user',
    'gen_ai.request.user',
    'gen_ai.user',
    'traceloop.association.properties.user_id',
    'ai.telemetry.metadata.userId',
    'langsmith.metadata.user_id',
    'mlflow.trace.user',
    'user.email',
  ],
  tags: [
    'tag.tags',
    'langfuse.trace.tags',
    'langsmith.span.tags',
    'ai.telemetry.metadata.tags',
    'logfire.tags',
  ],
  metadata: [
    'metadata',
    'langfuse.observation.metadata',
    'langfuse.trace.metadata',
    'langsmith.metadata',
    'traceloop.association.properties',
    'ai.telemetry.metadata',
  ],
  display_name: ['wandb.display_name'],
  call_attributes: ['wandb.attributes'],
  started_at: ['langfuse.startTime'],
  ended_at: ['langfuse.endTime'],
  wb_run_id: ['weave.wb_run_id', 'wandb.wb_run_id'],
  wb_run_step: ['weave.wb_run_step', 'wandb.wb_run_step'],
  wb_run_step_end: ['weave.wb_run_step_end', 'wandb.wb_run_step_end'],

  // Any span.
  error_type: ['weave.error.type', 'error.type'],
  server_address: ['weave.server.address', 'server.address'],
  server_port: ['weave.server.port', 'server.port'],

  // Agent spans of the Weave SDKs.
  compaction_summary: ['weave.compaction.summary'],
  compaction_items_before: ['weave.compaction.items_before'],
  compaction_items_after: ['weave.compaction.items_after'],
  content_refs: ['weave.content_refs'],
  artifact_refs: ['weave.artifact_refs'],
  object_refs: ['weave.object_refs'],
  eval_run_id: ['weave.eval.run_id'],
  eval_predict_and_score_call_id: ['weave.eval.predict_and_score_call_id'],
  eval_kind: ['weave.eval.kind'],
  eval_row_digest: ['weave.eval.row_digest'],
  eval_example_id: ['weave.eval.example_id'],
  eval_evaluation_name: ['weave.eval.evaluation_name'],
  eval_trial_index: ['weave.eval.trial_index'],
  parent_call_id: ['weave.parent_call.id'],
  parent_call_trace_id: ['weave.parent_call.trace_id'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type Meaning = keyof typeof ATTRIBUTES

export const MEANINGS: readonly Meaning[] = Object.keys(ATTRIBUTES).filter((name): name is Meaning =>
  Object.hasOwn(ATTRIBUTES, name),
)

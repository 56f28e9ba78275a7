import { expect, test } from 'vitest'
import type { CallField, Convention } from './convention.ts'
import { PRECEDENCE } from './precedence.ts'

/** The order in which attributes count, field by field. */
const EXPECTED: Record<CallField, readonly string[]> = {
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
  input_tokens: ['gen_ai.usage.input_tokens'],
  output_tokens: ['gen_ai.usage.output_tokens'],
  prompt_tokens: ['gen_ai.usage.prompt_tokens', 'llm.token_count.prompt', 'ai.usage.promptTokens'],
  completion_tokens: [
    'gen_ai.usage.completion_tokens',
    'llm.token_count.completion',
    'ai.usage.completionTokens',
  ],
  total_tokens: ['llm.usage.total_tokens', 'llm.token_count.total'],
  cache_creation_input_tokens: ['gen_ai.usage.cache_creation.input_tokens'],
  cache_read_input_tokens: [
    'gen_ai.usage.cache_read.input_tokens',
    'gen_ai.usage.prompt_tokens_details.cached_tokens',
    'gen_ai.usage.input_tokens_details.cached_tokens',
    'prompt_tokens_details.cached_tokens',
  ],
  model: ['gen_ai.response.model', 'gen_ai.request.model', 'llm.model_name', 'ai.model.id'],
  provider: ['gen_ai.provider.name', 'llm.provider', 'ai.model.provider'],
  system: ['gen_ai.system_instructions', 'gen_ai.system', 'llm.system'],
  kind: ['weave.span.kind', 'traceloop.span.kind', 'openinference.span.kind'],
  model_parameters: ['gen_ai.request', 'llm.invocation_parameters'],
  operation_name: ['gen_ai.operation.name'],
  response_id: ['gen_ai.response.id'],
  finish_reasons: ['gen_ai.response.finish_reasons'],
  agent_name: ['gen_ai.agent.name'],
  agent_id: ['gen_ai.agent.id'],
  own_attributes: ['wandb.attributes'],
  conversation_id: ['gen_ai.conversation.id', 'gcp.vertex.agent.session_id'],
  thread_id: ['wandb.thread_id'],
  is_turn: ['wandb.is_turn'],
  display_name: ['wandb.display_name'],
  started_at: ['langfuse.startTime'],
  ended_at: ['langfuse.endTime'],
  wb_run_id: ['wandb.wb_run_id'],
  wb_run_step: ['wandb.wb_run_step'],
  wb_run_step_end: ['wandb.wb_run_step_end'],
}

const isField = (name: string): name is CallField => Object.hasOwn(EXPECTED, name)
const FIELDS = Object.keys(EXPECTED).filter(isField)

test.each(FIELDS)('the attributes that may hold %s count in their order', (field) => {
  const keys = PRECEDENCE[field].flatMap((convention) => convention[field] ?? [])

  expect(keys).toEqual(EXPECTED[field])
})

test('every convention is asked for every field it knows', () => {
  const conventions = new Set<Convention>(Object.values(PRECEDENCE).flat())

  const unasked = [...conventions].flatMap((convention) =>
    FIELDS.filter((field) => convention[field] && !PRECEDENCE[field].includes(convention)),
  )

  expect(unasked).toEqual([])
})

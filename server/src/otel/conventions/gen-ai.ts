import type { Convention } from './convention.ts'

/** OpenTelemetry's semantic conventions for generative AI. */
export const genAi: Convention = {
  inputs: ['gen_ai.input.messages'],
  output: ['gen_ai.output.messages'],
  model: ['gen_ai.response.model', 'gen_ai.request.model'],
  provider: ['gen_ai.provider.name'],
  system: ['gen_ai.system_instructions'],
  model_parameters: ['gen_ai.request'],
  operation_name: ['gen_ai.operation.name'],
  response_id: ['gen_ai.response.id'],
  finish_reasons: ['gen_ai.response.finish_reasons'],
  agent_name: ['gen_ai.agent.name'],
  agent_id: ['gen_ai.agent.id'],
  conversation_id: ['gen_ai.conversation.id'],
  input_tokens: ['gen_ai.usage.input_tokens'],
  output_tokens: ['gen_ai.usage.output_tokens'],
  cache_creation_input_tokens: ['gen_ai.usage.cache_creation.input_tokens'],
  cache_read_input_tokens: ['gen_ai.usage.cache_read.input_tokens'],
}

import type { Convention } from './convention.ts'

/** OpenInference, by Arize. */
export const openInference: Convention = {
  inputs: ['input.value'],
  output: ['output.value'],
  model: ['llm.model_name'],
  provider: ['llm.provider'],
  system: ['llm.system'],
  kind: ['openinference.span.kind'],
  model_parameters: ['llm.invocation_parameters'],
  prompt_tokens: ['llm.token_count.prompt'],
  completion_tokens: ['llm.token_count.completion'],
  total_tokens: ['llm.token_count.total'],
}

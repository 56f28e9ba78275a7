import type { Convention } from './convention.ts'

/** What the GenAI conventions said before; OpenLLMetry and others still send it. */
export const genAiDeprecated: Convention = {
  inputs: ['gen_ai.prompt'],
  output: ['gen_ai.completion'],
  system: ['gen_ai.system'],
  prompt_tokens: ['gen_ai.usage.prompt_tokens'],
  completion_tokens: ['gen_ai.usage.completion_tokens'],
}

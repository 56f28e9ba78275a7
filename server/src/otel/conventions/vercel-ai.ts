import type { Convention } from './convention.ts'

/** The AI SDK, by Vercel. */
export const vercelAi: Convention = {
  inputs: ['ai.prompt'],
  output: ['ai.response'],
  model: ['ai.model.id'],
  provider: ['ai.model.provider'],
  prompt_tokens: ['ai.usage.promptTokens'],
  completion_tokens: ['ai.usage.completionTokens'],
}

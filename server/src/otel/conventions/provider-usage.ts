import type { Convention } from './convention.ts'

/** The usage objects of model providers, passed on by instrumentations as they came. */
export const providerUsage: Convention = {
  cache_read_input_tokens: [
    'gen_ai.usage.prompt_tokens_details.cached_tokens',
    'gen_ai.usage.input_tokens_details.cached_tokens',
    'prompt_tokens_details.cached_tokens',
  ],
}

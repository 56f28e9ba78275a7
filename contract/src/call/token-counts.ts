/**
 * Counters of the wire. `cached_tokens` is the one that OpenAI nests in the details of the input, and `thoughts_tokens` what
 * Weave's SDK has for Gemini beside the output.
 */
export type TokenCounter =
  | 'prompt_tokens'
  | 'input_tokens'
  | 'completion_tokens'
  | 'output_tokens'
  | 'total_tokens'
  | 'cached_tokens'
  | 'cache_read_input_tokens'
  | 'cache_creation_input_tokens'
  | 'thoughts_tokens'

export interface TokenCounts {
  readonly prompt_tokens: number
  readonly completion_tokens: number
  /** 0 if the client does not count them together. */
  readonly total_tokens: number
  readonly cache_read_input_tokens: number
  readonly cache_creation_input_tokens: number
}

/**
 * Tokens of one model, whichever spelling its client uses. Input tokens include cached ones, as most clients count: input that is smaller
 * than its cached part gets it added. Output includes thoughts, which are added if it takes them to make up the total.
 */
export function readTokenCounts(counter: (name: TokenCounter) => number | undefined): TokenCounts {
  const count = (name: TokenCounter) => counter(name) ?? 0
  const cacheRead = counter('cache_read_input_tokens') ?? count('cached_tokens')
  const cacheCreation = count('cache_creation_input_tokens')
  const cached = cacheRead + cacheCreation
  const input = count('prompt_tokens') + count('input_tokens')
  const output = count('completion_tokens') + count('output_tokens')
  const thoughts = count('thoughts_tokens')
  const total = count('total_tokens')
  return {
    prompt_tokens: cached > 0 && input < cached ? input + cached : input,
    completion_tokens: thoughts > 0 && input + output + thoughts === total ? output + thoughts : output,
    total_tokens: total,
    cache_read_input_tokens: cacheRead,
    cache_creation_input_tokens: cacheCreation,
  }
}

/** Clients may leave the total out. */
export const totalTokens = (
  counts: Pick<TokenCounts, 'prompt_tokens' | 'completion_tokens' | 'total_tokens'>,
): number => counts.total_tokens || counts.prompt_tokens + counts.completion_tokens

/** What became of a request. */
export type Outcome =
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly headers: Headers
      readonly body: Buffer
      readonly ms: number
    }
  /** The client hung up, as planned. */
  | { readonly kind: 'left' }
  /** The server hung up without an answer, or within it. */
  | { readonly kind: 'dropped'; readonly reason: string; readonly ms: number }
  | { readonly kind: 'timeout'; readonly ms: number }

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** No answer may take longer. */
export const ANSWER_MS_MAX = 5_000

/** A message to the process. The rows of a table follow its `into` message, each an array. */
export type Command =
  | { readonly create: string }
  | { readonly into: string; readonly columns: number }
  | { readonly sql: string; readonly limit: number }

export type Answer =
  | { readonly error: string }
  | {
      readonly columns: readonly string[]
      readonly rows: readonly (readonly (string | number | null)[])[]
      readonly has_more: boolean
    }

export const RESULT_TOO_LARGE = 'the result is too large: return fewer or shorter rows'

/** What the process is told; rows of the current table come between as arrays. */
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

/**
 * The fixed filters of a calls query, ready for an engine: keys are ANDed, values within one ORed.
 * A key that is absent constrains nothing; an empty array matches nothing.
 */
export interface CallFilter {
  readonly op_names?: readonly TextMatch[]
  readonly input_refs?: readonly TextMatch[]
  readonly output_refs?: readonly TextMatch[]
  readonly parent_ids?: readonly string[]
  readonly trace_ids?: readonly string[]
  readonly call_ids?: readonly string[]
  readonly thread_ids?: readonly string[]
  readonly turn_ids?: readonly string[]
  readonly trace_roots_only?: true
  readonly wb_user_ids?: readonly string[]
  readonly wb_run_ids?: readonly string[]
}

/** A whole text, or everything that starts with one. */
export type TextMatch = { readonly equals: string } | { readonly startsWith: string }

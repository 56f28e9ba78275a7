/** The texts of a call that are kept in a block. */
interface SealedTexts {
  readonly attributes: string
  readonly inputs: string
  readonly otel_dump: string | null
  readonly output: string | null
  readonly summary: string
  readonly exception: string | null
  readonly input_preview: string | null
  readonly output_preview: string | null
}

/** A call that has ended, with what its segment keeps of it. */
export interface CallToSeal extends SealedTexts {
  readonly rid: number
  readonly id: string
  readonly trace_id: string
  readonly parent_id: string | null
  readonly thread_id: string | null
  readonly turn_id: string | null
  /** Number of its op. */
  readonly op: number
  readonly started_at: number
  readonly ended_at: number
  readonly failed: number
  readonly wb_user_id: string | null
  readonly wb_run_id: string | null
  readonly kind: string | null
  readonly end_user: string | null
  readonly size_bytes: number
}

import type { SegmentCall } from '../columns/segment-columns.ts'

/** A call that has ended, with what its segment keeps of it: columns, and the texts of its block. */
export interface CallToSeal extends SegmentCall {
  readonly id: string
  readonly trace_id: string
  readonly otel_dump: string | null
  readonly exception: string | null
  readonly input_preview: string | null
  readonly output_preview: string | null
}

import type { SegmentCall } from '../columns/segment-columns.ts'

/** A call that has ended, with what its segment keeps of it: columns, and the texts of its block. */
export interface CallToSeal extends SegmentCall {
  readonly id: string
  readonly trace_id: string
  readonly otel_dump: Buffer | null
  readonly exception: Buffer | null
  readonly input_preview: Buffer | null
  readonly output_preview: Buffer | null
}

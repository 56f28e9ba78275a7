import type { UsageStanding } from '@heddle/contract/call/usage-standing'
import type { JsonText } from '../../json/text.ts'
import type { Micros } from '../../time.ts'
import type { ModelUsage } from '../prices/price.ts'

/**
 * Derived from the payloads when a call starts, for lists and to decide whether its usage counts. Null if nothing was found,
 * and in calls stored by earlier versions.
 */
export interface StartFacts {
  /** One of those in `semconv/kind.ts`. */
  readonly kind: string | null
  /** One line of limited length. */
  readonly input_preview: string | null
  /** The provider's id of the response that a span reports. */
  readonly response_id: string | null
}

/** Derived from the payloads when a call ends. */
export interface EndFacts {
  readonly output_preview: string | null
}

/** The start of a call, as stored: redacted, refs extracted, empty strings made null. */
export interface CallStart extends StartFacts {
  readonly project_id: string
  readonly id: string
  readonly trace_id: string
  readonly parent_id: string | null
  readonly thread_id: string | null
  readonly turn_id: string | null
  readonly op_name: string
  readonly display_name: string | null
  readonly started_at: Micros
  /** From the project's retention when the call was received; null if it never expires. */
  readonly expire_at: Micros | null
  readonly attributes: JsonText
  readonly inputs: JsonText
  readonly otel_dump: JsonText | null
  /** Distinct refs found in `inputs`. */
  readonly input_refs: readonly string[]
  readonly wb_user_id: string
  /** The user of the traced program; never the owner of the API key. */
  readonly end_user: string | null
  readonly wb_run_id: string | null
  readonly wb_run_step: number | null
}

/** The end of a call, as stored. */
export interface CallEnd extends EndFacts {
  readonly project_id: string
  readonly id: string
  readonly ended_at: Micros
  readonly exception: string | null
  readonly output: JsonText | null
  readonly summary: JsonText
  readonly output_refs: readonly string[]
  readonly wb_run_step_end: number | null
  /** Usage in the summary, per model. */
  readonly usage: readonly ModelUsage[]
  /** Whether the summary counts errors below this call. */
  readonly descendant_failed: boolean
}

export interface CallUsage extends ModelUsage {
  readonly id: string
}

/** Columns with the user's JSON, which fields may have paths into. */
export const PAYLOAD_COLUMNS = ['attributes', 'inputs', 'output', 'summary'] as const

/** Columns that may be large and are read only on request; all others are always read. */
export const WIDE_COLUMNS = [...PAYLOAD_COLUMNS, 'exception'] as const
export type WideColumn = (typeof WIDE_COLUMNS)[number]

/** Whether a request may ask for only the beginning of this column. */
export const isPayload = (column: string): boolean => column === 'inputs' || column === 'output'

/** A visible call as stored. Wide columns that were not requested are null. `Payload` is the type of its larger texts. */
export interface StoredCall<Payload = JsonText> {
  readonly project_id: string
  readonly id: string
  readonly trace_id: string
  readonly parent_id: string | null
  readonly thread_id: string | null
  readonly turn_id: string | null
  readonly op_name: string
  /** From the last rename, else from the start. Never empty. */
  readonly display_name: string | null
  readonly started_at: Micros
  readonly ended_at: Micros | null
  /** Copied from the start. */
  readonly expire_at: Micros | null
  readonly wb_user_id: string | null
  readonly wb_run_id: string | null
  readonly wb_run_step: number | null
  readonly wb_run_step_end: number | null
  /** Whether it was made from an OpenTelemetry span. */
  readonly is_span: boolean
  /** Whether the end carried a non-empty exception. */
  readonly failed: boolean
  /** Whether a visible call below it in its trace failed, or its end's summary counts errors. */
  readonly descendant_failed: boolean
  /** Whether its usage counts in totals; null for a call without usage. */
  readonly usage_standing: UsageStanding | null
  readonly kind: string | null
  readonly end_user: string | null
  /** Like `output_preview`, also null if the summary was not requested. */
  readonly input_preview: string | null
  readonly output_preview: string | null
  /** Bytes of the JSON texts of start and end. */
  readonly size_bytes: number
  readonly attributes: Payload | null
  readonly otel_dump: Payload | null
  readonly inputs: Payload | null
  readonly output: Payload | null
  readonly summary: JsonText | null
  readonly exception: string | null
}

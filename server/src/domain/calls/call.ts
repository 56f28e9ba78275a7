import type { JsonText } from '../../json/text.ts'
import type { Micros } from '../../time.ts'
import type { ModelUsage } from '../prices/price.ts'
import type { UsageStanding } from './counting.ts'

/**
 * What lists show of a call's start, and what decides whether its usage counts: derived from the payloads when the call is
 * written. Null where nothing was found, and in calls of earlier versions.
 */
export interface StartFacts {
  /** As `messages/message.ts` lists them. */
  readonly kind: string | null
  /** On one line, bounded. */
  readonly input_preview: string | null
  /** The provider's id of the response that a span reports. */
  readonly response_id: string | null
}

/** What lists show of a call's end. */
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
  /** By the retention that the project had when the call was received; null keeps it for ever. */
  readonly expire_at: Micros | null
  readonly attributes: JsonText
  readonly inputs: JsonText
  readonly otel_dump: JsonText | null
  /** Every ref found in inputs, each once. */
  readonly input_refs: readonly string[]
  readonly wb_user_id: string
  /** The person that the traced program served; never the owner of the API key. */
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
  /** What the summary reports of each model. */
  readonly usage: readonly ModelUsage[]
  /** Whether the summary counts errors below this call. */
  readonly descendant_failed: boolean
}

export interface CallUsage extends ModelUsage {
  readonly id: string
}

/** The columns that hold JSON of the user's, with paths inside. */
export const PAYLOAD_COLUMNS = ['attributes', 'inputs', 'output', 'summary'] as const

/** The columns that can be large, read only where asked for. All others always come. */
export const WIDE_COLUMNS = [...PAYLOAD_COLUMNS, 'exception'] as const
export type WideColumn = (typeof WIDE_COLUMNS)[number]

/** A visible call as stored. A wide column that was not asked for is null. `Payload` is how its larger texts are held. */
export interface StoredCall<Payload = JsonText> {
  readonly project_id: string
  readonly id: string
  readonly trace_id: string
  readonly parent_id: string | null
  readonly thread_id: string | null
  readonly turn_id: string | null
  readonly op_name: string
  /** The rename if there was one, else the start's. Never empty. */
  readonly display_name: string | null
  readonly started_at: Micros
  readonly ended_at: Micros | null
  /** As its start says. */
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
  /** Null also where the summary was not asked for, as is the next. */
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

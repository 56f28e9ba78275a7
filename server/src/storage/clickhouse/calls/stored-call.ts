import type { CallUsage, StoredCall, WideColumn } from '../../../domain/calls/call.ts'
import type { FamilyFacts } from '../../../domain/calls/counting.ts'
import type { ModelUsage } from '../../../domain/prices/price.ts'
import { JsonText } from '../../../json/text.ts'
import { NARROW_COLUMNS, type PartColumn, type PartRow, type VisibleRecord } from './call-records.ts'

/** The stored columns that each wide column needs. */
const WIDE = {
  attributes: ['attributes', 'otel_dump'],
  inputs: ['inputs'],
  output: ['output'],
  summary: ['summary', 'preview'],
  exception: ['exception'],
} as const satisfies Record<WideColumn, readonly PartColumn[]>

export type StoredColumn = (typeof NARROW_COLUMNS)[number] | (typeof WIDE)[WideColumn][number]

export const storedColumns = (wide: readonly WideColumn[]): StoredColumn[] => [
  ...NARROW_COLUMNS,
  ...wide.flatMap((column) => WIDE[column]),
]

/** Converts a record to a call. Columns that were not read are null. */
export function storedCall<Stored, Payload>(
  project_id: string,
  { id, start, end, rename }: VisibleRecord<StoredColumn, Stored>,
  family: FamilyFacts | undefined,
  payloadOf: (stored: Stored) => Payload,
): StoredCall<Payload> {
  const asPayload = (stored: Stored | null | undefined) =>
    stored === null || stored === undefined ? null : payloadOf(stored)
  return {
    project_id,
    id,
    trace_id: start.trace_id,
    parent_id: start.parent_id,
    thread_id: start.thread_id,
    turn_id: start.turn_id,
    op_name: start.op_name,
    display_name: shownName(start, rename),
    started_at: start.started_at,
    ended_at: end?.ended_at ?? null,
    expire_at: start.expire_at,
    wb_user_id: start.wb_user_id,
    wb_run_id: start.wb_run_id,
    wb_run_step: start.wb_run_step,
    wb_run_step_end: end?.wb_run_step_end ?? null,
    is_span: start.is_span === 1,
    failed: end?.failed === 1,
    descendant_failed: hasFailedBelow(end, family),
    usage_standing: family?.usage_standing ?? null,
    kind: start.kind,
    end_user: start.end_user,
    input_preview: start.preview ?? null,
    output_preview: end?.preview ?? null,
    size_bytes: start.size_bytes + (end?.size_bytes ?? 0),
    attributes: asPayload(start.attributes),
    otel_dump: asPayload(start.otel_dump),
    inputs: asPayload(start.inputs),
    output: asPayload(end?.output),
    summary: end?.summary === undefined ? null : new JsonText(end.summary),
    exception: end?.exception ?? null,
  }
}

/** Reported with the end, or found among the calls of its trace. */
export const hasFailedBelow = (
  end: Pick<PartRow, 'descendant_failed'> | undefined,
  family: FamilyFacts | undefined,
): boolean => end?.descendant_failed === 1 || (family?.descendant_failed ?? false)

/** A rename wins over the name of the start; an empty one removes it. */
export function shownName(
  start: Pick<PartRow, 'display_name'>,
  rename: Pick<PartRow, 'display_name'> | undefined,
): string | null {
  return (rename ? rename.display_name : start.display_name) || null
}

export function usageOf(id: string, end: { readonly usage: string } | undefined): CallUsage[] {
  const reported: ModelUsage[] = end?.usage ? JSON.parse(end.usage) : []
  return reported.map((usage) => ({ id, ...usage }))
}

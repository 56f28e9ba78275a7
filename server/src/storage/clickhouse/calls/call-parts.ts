import type { CallEnd, CallStart } from '../../../domain/calls/call.ts'
import { traceName } from '../../../domain/calls/status.ts'
import { isNothing } from '../../../domain/calls/usage-totals.ts'
import type { ModelUsage } from '../../../domain/prices/price.ts'
import { compareTexts } from '../../../query/values.ts'
import type { CallPart } from '../../port/calls.ts'
import type { Row } from '../insert-queue.ts'
import { leavesOf } from './call-leaves.ts'

/** The rows that parts become, by table. */
export interface PartRows {
  readonly call_parts: readonly Row[]
  readonly call_heads: readonly Row[]
  readonly call_events: readonly Row[]
}

/** Of parts of one kind for one call, the last has the highest version. */
export function partRows(parts: readonly CallPart[], nextVersion: () => number): PartRows {
  const rows = { call_parts: [] as Row[], call_heads: [] as Row[], call_events: [] as Row[] }
  for (const part of parts) {
    const version = nextVersion()
    switch (part.part) {
      case 'start':
        rows.call_parts.push({ part: 'start', version, ...startRow(part.start) })
        rows.call_heads.push({ version, ...headRow(part.start) })
        break
      case 'end':
        rows.call_parts.push({ part: 'end', version, ...endRow(part.end) })
        break
      case 'rename':
      case 'delete':
        rows.call_parts.push({ version, ...part })
        break
      case 'event': {
        const { part: _, event, ...key } = part
        rows.call_events.push({ version, ...key, event: event.text })
      }
    }
  }
  return rows
}

export const keyOf = (part: CallPart): { readonly project_id: string; readonly id: string } => {
  switch (part.part) {
    case 'start':
      return part.start
    case 'end':
      return part.end
    case 'rename':
    case 'delete':
    case 'event':
      return part
  }
}

/** What `call_heads` has of a start. */
function headRow(start: CallStart) {
  return {
    project_id: start.project_id,
    id: start.id,
    started_at: start.started_at,
    trace_id: start.trace_id,
    parent_id: start.parent_id,
    thread_id: start.thread_id,
    turn_id: start.turn_id,
    op_name: start.op_name,
    op: traceName(start.op_name),
    wb_user_id: start.wb_user_id,
    wb_run_id: start.wb_run_id,
    end_user: start.end_user,
    kind: start.kind,
  }
}

function startRow(start: CallStart) {
  const attributes = start.attributes.text
  const inputs = start.inputs.text
  const otel_dump = start.otel_dump?.text ?? null
  return {
    ...headRow(start),
    display_name: start.display_name,
    expire_at: start.expire_at,
    wb_run_step: start.wb_run_step,
    response_id: start.response_id,
    is_span: otel_dump === null ? 0 : 1,
    preview: start.input_preview,
    has_content: start.input_preview ? 1 : 0,
    refs: asSet(start.input_refs),
    ...leavesOf({ attributes: start.attributes, inputs: start.inputs }),
    attributes,
    inputs,
    otel_dump,
    size_bytes: sizeOf(attributes) + sizeOf(inputs) + sizeOf(otel_dump),
  }
}

function endRow(end: CallEnd) {
  const output = end.output?.text ?? null
  const summary = end.summary.text
  return {
    project_id: end.project_id,
    id: end.id,
    ended_at: end.ended_at,
    failed: end.exception ? 1 : 0,
    descendant_failed: end.descendant_failed ? 1 : 0,
    wb_run_step_end: end.wb_run_step_end,
    has_usage: end.usage.every(isNothing) ? 0 : 1,
    // As text, so that costs keep all their digits.
    usage: end.usage.length === 0 ? '' : JSON.stringify(end.usage.toSorted(byModel)),
    preview: end.output_preview,
    has_content: end.output_preview ? 1 : 0,
    refs: asSet(end.output_refs),
    ...leavesOf({ output: end.output, summary: end.summary }),
    output,
    summary,
    exception: end.exception,
    size_bytes: sizeOf(output) + sizeOf(summary),
  }
}

/** Sets are stored in the order in which SQLite lists them, so that a copy of one engine is equal to the other. */
const byModel = (a: ModelUsage, b: ModelUsage): number => compareTexts(a.model, b.model)
const asSet = (refs: readonly string[]): string[] => [...new Set(refs)].sort(compareTexts)

const sizeOf = (text: string | null): number => (text === null ? 0 : Buffer.byteLength(text))

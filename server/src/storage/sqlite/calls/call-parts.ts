import type { CallEnd, CallStart } from '../../../domain/calls/call.ts'
import { usageBit } from '../../../domain/calls/counting.ts'
import { isNothing } from '../../../domain/calls/usage-totals.ts'
import { type ModelUsage, TOKEN_COUNTERS } from '../../../domain/prices/price.ts'
import type { JsonParts, JsonText } from '../../../json/text.ts'
import type { CallPart } from '../../port/calls.ts'
import { cutInputsOf, cutOutputOf, wholeLength } from '../texts/span-dump-gaps.ts'

/** A text before it is packed. Its parts are not put together before. */
export type UnpackedText = string | JsonText | JsonParts

/** Parts as the writer thread binds them: arrays of values, in the order of its statements. Texts of any length are UTF-8 there. */
export type PartRow<Text = Uint8Array> =
  | { readonly part: 'start'; readonly key: CallKey; readonly start: StartRow<Text> }
  | { readonly part: 'end'; readonly key: CallKey; readonly end: EndRow<Text> }
  | {
      readonly part: 'whole'
      readonly key: CallKey
      readonly start: StartRow<Text>
      readonly end: EndRow<Text>
    }
  | { readonly part: 'rename'; readonly key: CallKey; readonly display_name: string }
  | { readonly part: 'delete'; readonly key: CallKey; readonly deleted_at: number }
  | { readonly part: 'event'; readonly key: CallKey; readonly event: readonly [key: string, event: string] }

type CallKey = readonly [project_id: string, id: string]

export interface StartRow<Text = Uint8Array> {
  readonly op_name: string
  readonly place: readonly [
    trace_id: string,
    parent_id: string | null,
    response_id: string | null,
    usage_bit: number,
  ]
  readonly columns: readonly (string | number | null)[]
  /** The dump has gaps for the inputs, and for the output if the end is written together with the start. */
  readonly payload: readonly [attributes: Text, inputs: Text, otel_dump: Text | null]
  readonly preview: Text | null
  readonly refs: readonly string[]
}

export interface EndRow<Text = Uint8Array> {
  readonly outcome: readonly [failed: number, has_usage: number]
  readonly columns: readonly (string | number | null)[]
  readonly payload: readonly [output: Text | null, summary: Text]
  readonly exception: Text | null
  readonly preview: Text | null
  readonly refs: readonly string[]
  readonly usage: readonly UsageRow[]
}

type UsageRow = readonly (string | number | null)[]

/** Columns of `call_usage`, in the order in which `usageRow` binds them. */
export const USAGE_COLUMNS = [
  'model',
  'request_model',
  'reported_cost',
  'preferred_cost',
  ...TOKEN_COUNTERS,
] as const satisfies readonly (keyof ModelUsage)[]

/** All of them, of `call_usage` as `u`. */
export const USAGE_SQL = USAGE_COLUMNS.map((column) => `u.${column}`).join(', ')

/** A `real` as text with all its digits, for JSON: SQLite would write 15 of them. */
export const exactReal = (column: string): string =>
  `iif(${column} is null, null, format('%!.17g', ${column}))`

/** The columns of the narrow row that a start sets, besides op: `place` and `columns` of `StartRow`, and `startBytes`, in this order. */
export const START_COLUMNS = [
  'trace_id',
  'parent_id',
  'response_id',
  'usage_bit',
  'thread_id',
  'turn_id',
  'display_name',
  'started_at',
  'expire_at',
  'wb_user_id',
  'wb_run_id',
  'wb_run_step',
  'is_span',
  'kind',
  'end_user',
  'start_bytes',
] as const

/** The columns of the narrow row that an end sets: `outcome` and `columns` of `EndRow`, and `endBytes`, in this order. */
export const END_COLUMNS = [
  'failed',
  'has_usage',
  'ended_at',
  'descendant_failed',
  'wb_run_step_end',
  'end_bytes',
] as const

/** A start and the end that follows it become one row: half the work of writing a whole call. */
export function partRows(parts: readonly CallPart[]): PartRow<UnpackedText>[] {
  const rows: PartRow<UnpackedText>[] = []
  /** Starts that no other part of the same call has followed yet, and where they stand. */
  const openStarts = new Map<string, { readonly at: number; readonly start: UnpackedStart }>()
  for (const part of parts) {
    const key = keyOf(part)
    const call = `${key[0]}\n${key[1]}`
    const open = openStarts.get(call)
    openStarts.delete(call)
    if (part.part === 'start') {
      const start = startRow(part.start)
      openStarts.set(call, { at: rows.length, start })
      rows.push({ part: 'start', key, start })
    } else if (open && part.part === 'end') {
      const start = withOutputGap(open.start, part.end.output)
      rows[open.at] = { part: 'whole', key, start, end: endRow(part.end) }
    } else rows.push(otherRow(part, key))
  }
  return rows
}

function keyOf(part: CallPart): CallKey {
  switch (part.part) {
    case 'start':
      return [part.start.project_id, part.start.id]
    case 'end':
      return [part.end.project_id, part.end.id]
    default:
      return [part.project_id, part.id]
  }
}

function otherRow(part: Exclude<CallPart, { readonly part: 'start' }>, key: CallKey): PartRow<UnpackedText> {
  switch (part.part) {
    case 'end':
      return { part: 'end', key, end: endRow(part.end) }
    case 'rename':
      return { part: 'rename', key, display_name: part.display_name }
    case 'delete':
      return { part: 'delete', key, deleted_at: part.deleted_at }
    case 'event':
      return { part: 'event', key, event: [part.key, part.event.text] }
  }
}

/** The parts of a dump may still get gaps. */
type UnpackedStart = StartRow<UnpackedText> & {
  readonly payload: readonly [attributes: JsonText, inputs: JsonText, otel_dump: JsonParts | null]
}

function startRow(start: CallStart): UnpackedStart {
  const { attributes, inputs, otel_dump } = start
  return {
    op_name: start.op_name,
    place: [start.trace_id, start.parent_id, start.response_id, usageBit(otel_dump !== null, start.kind)],
    columns: [
      start.thread_id,
      start.turn_id,
      start.display_name,
      start.started_at,
      start.expire_at,
      start.wb_user_id,
      start.wb_run_id,
      start.wb_run_step,
      otel_dump === null ? null : 1,
      start.kind,
      start.end_user,
    ],
    payload: [attributes, inputs, otel_dump && cutInputsOf(otel_dump, inputs)],
    preview: start.input_preview,
    refs: start.input_refs,
  }
}

function withOutputGap(start: UnpackedStart, output: JsonText | null): UnpackedStart {
  const [attributes, inputs, dump] = start.payload
  if (dump === null || output === null) return start
  const { op_name, place, columns, preview, refs } = start
  return {
    op_name,
    place,
    columns,
    payload: [attributes, inputs, cutOutputOf(dump, output)],
    preview,
    refs,
  }
}

function endRow(end: CallEnd): EndRow<UnpackedText> {
  return {
    outcome: [end.exception ? 1 : 0, end.usage.every(isNothing) ? 0 : 1],
    columns: [end.ended_at, end.descendant_failed ? 1 : 0, end.wb_run_step_end],
    payload: [end.output, end.summary],
    exception: end.exception,
    preview: end.output_preview,
    refs: end.output_refs,
    usage: end.usage.map(usageRow),
  }
}

const usageRow = (usage: ModelUsage): UsageRow => USAGE_COLUMNS.map((column) => usage[column])

/** Size of the texts of a start. `output` is that of the end that it is written with. */
export function startBytes(
  { payload: [attributes, inputs, dump] }: StartRow,
  output: Uint8Array | null,
): number {
  return attributes.length + inputs.length + (dump ? wholeLength(dump, inputs, output) : 0)
}

export const endBytes = ({ payload: [output, summary] }: EndRow): number =>
  (output?.length ?? 0) + summary.length

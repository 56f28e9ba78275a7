import type { StoredCall, WideColumn } from '../../../domain/calls/call.ts'
import type { Verdict } from '../../../domain/calls/counting.ts'
import { JsonText } from '../../../json/text.ts'
import { type Fragment, sql, trusted } from '../../../query/fragment.ts'
import type { ClickHouse, QueryOptions } from '../client.ts'
import { type Leaf, leafSql } from './call-leaves.ts'

/** A row of `call_parts`. Which columns have a meaning depends on `part`. */
interface PartRow {
  readonly id: string
  readonly part: 'start' | 'end' | 'rename' | 'delete'
  readonly version: number
  readonly trace_id: string
  readonly parent_id: string | null
  readonly thread_id: string | null
  readonly turn_id: string | null
  readonly op_name: string
  readonly op: string
  readonly display_name: string | null
  readonly started_at: number
  readonly expire_at: number | null
  readonly wb_user_id: string
  readonly end_user: string | null
  readonly wb_run_id: string | null
  readonly wb_run_step: number | null
  readonly kind: string | null
  readonly response_id: string | null
  readonly is_span: number
  readonly ended_at: number | null
  readonly failed: number
  readonly descendant_failed: number
  readonly wb_run_step_end: number | null
  readonly has_usage: number
  /** Whether there is a preview. */
  readonly has_content: number
  /** JSON, empty without usage. */
  readonly usage: string
  readonly deleted_at: number
  readonly size_bytes: number
  readonly preview: string | null
  readonly refs: readonly string[]
  /** The tokens of the leaves that the reader asks for: empty where the documents of this part have no value. */
  readonly leaves: readonly string[]
  readonly attributes: string
  readonly inputs: string
  readonly otel_dump: string | null
  readonly output: string | null
  readonly summary: string
  readonly exception: string | null
}

export type PartColumn = Exclude<keyof PartRow, 'id' | 'part'>

/** The columns that conditions, sorts and statistics can read. */
export const PART_COLUMNS = [
  'trace_id',
  'parent_id',
  'thread_id',
  'turn_id',
  'op_name',
  'op',
  'display_name',
  'started_at',
  'expire_at',
  'wb_user_id',
  'end_user',
  'wb_run_id',
  'wb_run_step',
  'kind',
  'is_span',
  'ended_at',
  'failed',
  'descendant_failed',
  'wb_run_step_end',
  'size_bytes',
  'refs',
  'attributes',
  'inputs',
  'otel_dump',
  'output',
  'summary',
  'exception',
] as const satisfies readonly PartColumn[]

/** What is stored of a call: the latest part of each kind, with the columns that were asked for. */
export interface CallRecord<Column extends PartColumn> {
  readonly id: string
  readonly start?: Pick<PartRow, Column>
  readonly end?: Pick<PartRow, Column>
  readonly rename?: Pick<PartRow, Column>
  readonly delete?: Pick<PartRow, Column>
}

/** A record of a call that readers can see. */
export interface VisibleRecord<Column extends PartColumn> extends CallRecord<Column> {
  readonly start: Pick<PartRow, Column>
}

export function isVisible<Column extends PartColumn>(
  record: CallRecord<Column>,
): record is VisibleRecord<Column> {
  return record.start !== undefined && record.delete === undefined
}

interface RecordOptions extends QueryOptions {
  /** Those that the column `leaves` has. */
  readonly leaves?: readonly Leaf[]
}

/** The records of all calls that `where` finds in `call_parts`, by id, as they arrive from ClickHouse. */
export async function* callRecords<Column extends PartColumn>(
  clickhouse: ClickHouse,
  projectId: string,
  where: Fragment,
  columns: readonly Column[],
  { leaves, ...options }: RecordOptions = {},
): AsyncGenerator<CallRecord<Column>> {
  const statement = sql`select ${selected(columns, { leaves })} from call_parts final
    where project_id = ${projectId} and ${where} order by id, part`
  let record: Mutable<CallRecord<Column>> | undefined
  for await (const row of clickhouse.stream<SelectedRow<Column>>(statement, options)) {
    if (record?.id !== row.id) {
      if (record) yield record
      record = { id: row.id }
    }
    record[row.part] = row
  }
  if (record) yield record
}

interface FewOptions extends QueryOptions {
  /** How much of inputs and output to read. */
  readonly charsMax?: number | undefined
  readonly bytesMax?: number
}

/**
 * The visible ones of the same records, all in memory. For few calls this takes half as long, because ClickHouse has neither to merge nor to
 * sort them. Undefined, with one part too many in memory, if their texts may exceed `bytesMax`.
 */
export async function readRecords<Column extends PartColumn>(
  clickhouse: ClickHouse,
  projectId: string,
  where: Fragment,
  columns: readonly Column[],
  { charsMax, bytesMax = Number.POSITIVE_INFINITY, ...options }: FewOptions = {},
): Promise<Map<string, VisibleRecord<Column>> | undefined> {
  const statement = sql`select ${selected([...columns, 'version'], { charsMax })} from call_parts
    where project_id = ${projectId} and ${where}`
  const records = new Map<string, Mutable<CallRecord<Column | 'version'>>>()
  let bytes = 0
  for await (const row of clickhouse.stream<SelectedRow<Column | 'version'>>(statement, options)) {
    bytes += bytesAtMost(row)
    if (bytes > bytesMax) return undefined
    const record = records.get(row.id) ?? { id: row.id }
    const known = record[row.part]
    if (!known || row.version > known.version) record[row.part] = row
    records.set(row.id, record)
  }
  return new Map([...records].flatMap(([id, record]) => (isVisible(record) ? [[id, record]] : [])))
}

type SelectedRow<Column extends PartColumn> = Pick<PartRow, Column | 'id' | 'part'>

function selected(
  columns: readonly PartColumn[],
  {
    charsMax,
    leaves = [],
  }: { readonly charsMax?: number | undefined; readonly leaves?: readonly Leaf[] | undefined },
): Fragment {
  const read = (column: PartColumn) => {
    if (column === 'leaves') return `[${leaves.map(leafSql).join(', ')}] as leaves`
    const isCut = charsMax !== undefined && (column === 'inputs' || column === 'output')
    return isCut ? `substringUTF8(${column}, 1, ${charsMax}) as ${column}` : column
  }
  return trusted(['id', 'part', ...columns.map(read)].join(', '))
}

/** Bytes in UTF-8 that one UTF-16 unit may take. */
const UTF16_BYTES_MAX = 3

/** Of the texts of a part, whatever characters they have. */
function bytesAtMost(part: object): number {
  let length = 0
  for (const value of Object.values(part)) if (typeof value === 'string') length += value.length
  return length * UTF16_BYTES_MAX
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }

/** What every reader of a call needs. */
const NARROW_COLUMNS = [
  'trace_id',
  'parent_id',
  'thread_id',
  'turn_id',
  'op_name',
  'display_name',
  'started_at',
  'expire_at',
  'wb_user_id',
  'end_user',
  'wb_run_id',
  'wb_run_step',
  'kind',
  'is_span',
  'ended_at',
  'failed',
  'descendant_failed',
  'wb_run_step_end',
  'size_bytes',
] as const satisfies readonly PartColumn[]

/** What each wide column of a call takes. */
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

/** The call that a record makes. Columns that were not read are null. */
export function storedCall(
  project_id: string,
  { id, start, end, rename }: VisibleRecord<StoredColumn>,
  verdict: Verdict | undefined,
): StoredCall {
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
    descendant_failed: end?.descendant_failed === 1 || (verdict?.descendant_failed ?? false),
    usage_standing: verdict?.usage_standing ?? null,
    kind: start.kind,
    end_user: start.end_user,
    input_preview: start.preview ?? null,
    output_preview: end?.preview ?? null,
    size_bytes: start.size_bytes + (end?.size_bytes ?? 0),
    attributes: asJson(start.attributes),
    otel_dump: asJson(start.otel_dump),
    inputs: asJson(start.inputs),
    output: asJson(end?.output),
    summary: asJson(end?.summary),
    exception: end?.exception ?? null,
  }
}

/** A rename wins over the name of the start; an empty one removes it. */
export function shownName(
  start: Pick<PartRow, 'display_name'>,
  rename: Pick<PartRow, 'display_name'> | undefined,
): string | null {
  return (rename ? rename.display_name : start.display_name) || null
}

const asJson = (text: string | null | undefined) =>
  text === null || text === undefined ? null : new JsonText(text)

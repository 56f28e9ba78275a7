import { type Fragment, sql, trusted } from '../../../query/fragment.ts'
import type { ClickHouse, QueryOptions } from '../connection/client.ts'
import type { PackedColumn } from '../connection/row-binary.ts'
import { PACKED_TYPES } from '../schema/calls.ts'
import { type Leaf, leavesSql } from './call-leaves.ts'

/** A row of `call_parts`. Which columns have a meaning depends on `part`. Payloads are text, or UTF-8. */
export interface PartRow<Payload = string> {
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
  /** The tokens of the requested leaves; empty if the documents of this part have no value. */
  readonly leaves: readonly string[]
  readonly attributes: Payload
  readonly inputs: Payload
  readonly otel_dump: Payload | null
  readonly output: Payload | null
  readonly summary: string
  readonly exception: string | null
}

export type PartColumn = Exclude<keyof PartRow, 'id' | 'part'>

/** What every reader of a call needs. */
export const NARROW_COLUMNS = [
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

/** The columns that conditions, sorts and statistics can read. */
export const PART_COLUMNS = [
  ...NARROW_COLUMNS,
  'op',
  'refs',
  'attributes',
  'inputs',
  'otel_dump',
  'output',
  'summary',
  'exception',
] as const satisfies readonly PartColumn[]

/** The columns that most readers pass on as they are. */
const PAYLOADS: ReadonlySet<string> = new Set<PartColumn>(['attributes', 'inputs', 'otel_dump', 'output'])

/** The latest part of each kind of a call, with the requested columns. */
export interface CallRecord<Column extends PartColumn, Payload = string> {
  readonly id: string
  readonly start?: Pick<PartRow<Payload>, Column>
  readonly end?: Pick<PartRow<Payload>, Column>
  readonly rename?: Pick<PartRow<Payload>, Column>
  readonly delete?: Pick<PartRow<Payload>, Column>
}

/** A record of a call that readers can see. */
export interface VisibleRecord<Column extends PartColumn, Payload = string>
  extends CallRecord<Column, Payload> {
  readonly start: Pick<PartRow<Payload>, Column>
}

function isVisible<Column extends PartColumn, Payload>(
  record: CallRecord<Column, Payload>,
): record is VisibleRecord<Column, Payload> {
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
  const { packed, unpacked } = packing(columns)
  const statement = sql`select ${selected(unpacked, { packed, leaves })} from call_parts final
    where project_id = ${projectId} and ${where} order by id, part`
  let record: Mutable<CallRecord<Column>> | undefined
  const chunks = clickhouse.binaryChunks<SelectedRow<Column>>(statement, {
    ...options,
    ...(packed && { packed }),
  })
  for await (const rows of chunks) {
    for (const row of rows) {
      if (record?.id !== row.id) {
        if (record) yield record
        record = { id: row.id }
      }
      record[row.part] = row
    }
  }
  if (record) yield record
}

const CALLS_PER_CHUNK = 1_000
const BYTES_PER_CHUNK = 16 * 1024 ** 2

/** Visible calls, as many at a time as may be in memory. */
export async function* chunksOf(
  records: AsyncIterable<CallRecord<PartColumn>>,
): AsyncGenerator<VisibleRecord<PartColumn>[]> {
  let chunk: VisibleRecord<PartColumn>[] = []
  let bytes = 0
  for await (const record of records) {
    if (!isVisible(record)) continue
    chunk.push(record)
    bytes += record.start.size_bytes + (record.end?.size_bytes ?? 0)
    if (chunk.length < CALLS_PER_CHUNK && bytes < BYTES_PER_CHUNK) continue
    yield chunk
    chunk = []
    bytes = 0
  }
  if (chunk.length > 0) yield chunk
}

interface FewOptions extends RecordOptions {
  /** How much of inputs and output to read. */
  readonly charsMax?: number | undefined
  readonly bytesMax?: number
  /** Called for every stored part, including replaced ones. */
  readonly onPart?: (part: { readonly version: number }) => void
}

/**
 * The visible ones of the same records, all in memory. For few calls this takes half as long, because ClickHouse need not merge or
 * sort them. Undefined once their texts exceed `bytesMax`.
 */
export function readRecords<Column extends PartColumn>(
  clickhouse: ClickHouse,
  projectId: string,
  where: Fragment,
  columns: readonly Column[],
  options?: FewOptions & { readonly asBytes?: never },
): Promise<Map<string, VisibleRecord<Column>> | undefined>
/** With payloads as they are stored. */
export function readRecords<Column extends PartColumn>(
  clickhouse: ClickHouse,
  projectId: string,
  where: Fragment,
  columns: readonly Column[],
  options: FewOptions & { readonly asBytes: true },
): Promise<Map<string, VisibleRecord<Column, Uint8Array>> | undefined>
export async function readRecords<Column extends PartColumn, Payload>(
  clickhouse: ClickHouse,
  projectId: string,
  where: Fragment,
  columns: readonly Column[],
  options: FewOptions & { readonly asBytes?: true } = {},
): Promise<Map<string, VisibleRecord<Column, Payload>> | undefined> {
  const { charsMax, leaves, bytesMax = Number.POSITIVE_INFINITY, onPart, asBytes, ...query } = options
  const { packed, unpacked } = packing([...new Set<PartColumn>([...columns, 'version'])])
  const statement = sql`select ${selected(unpacked, { packed, charsMax, leaves })} from call_parts
    where project_id = ${projectId} and ${where}`
  const records = new Map<string, Mutable<CallRecord<Column | 'version', Payload>>>()
  const chunks = clickhouse.binaryChunks<SelectedRow<Column | 'version', Payload>>(statement, {
    ...query,
    ...(packed && { packed }),
    ...(asBytes && { undecoded: PAYLOADS }),
  })
  let bytes = 0
  for await (const rows of chunks) {
    for (const row of rows) {
      onPart?.(row)
      const record = records.get(row.id) ?? { id: row.id }
      const known = record[row.part]
      if (!known || row.version > known.version) record[row.part] = row
      records.set(row.id, record)
    }
    if (bytesMax === Number.POSITIVE_INFINITY) continue
    for (const row of rows) bytes += bytesOf(row)
    if (bytes > bytesMax) return undefined
  }
  return new Map([...records].flatMap(([id, record]) => (isVisible(record) ? [[id, record]] : [])))
}

export type SelectedRow<Column extends PartColumn, Payload = string> = Pick<
  PartRow<Payload>,
  Column | 'id' | 'part'
>

/** Fewer columns are read as they are: of a whole project, one of them is much less than what all are packed in. */
const PACKED_MIN = 5

interface Packing {
  /** The column that has many of the requested ones. */
  readonly packed?: PackedColumn
  readonly unpacked: readonly PartColumn[]
}

function packing(columns: readonly PartColumn[]): Packing {
  const wanted = new Set<string>(columns.filter((column) => PACKED_TYPES.has(column)))
  if (wanted.size < PACKED_MIN) return { unpacked: columns }
  const packed = { name: 'packed', types: PACKED_TYPES, wanted }
  return { packed, unpacked: columns.filter((column) => !wanted.has(column)) }
}

interface Selected {
  readonly packed?: PackedColumn | undefined
  /** How much of inputs and output to read. */
  readonly charsMax?: number | undefined
  /** Those of the column with that name. */
  readonly leaves?: readonly Leaf[] | undefined
}

export function selected(
  columns: readonly PartColumn[],
  { packed, charsMax, leaves = [] }: Selected,
): Fragment {
  const read = (column: PartColumn) => {
    if (column === 'leaves') return `${leavesSql(leaves)} as leaves`
    const isCut = charsMax !== undefined && (column === 'inputs' || column === 'output')
    return isCut ? `substringUTF8(${column}, 1, ${charsMax}) as ${column}` : column
  }
  // `RowBinaryReader` needs an enum first.
  return trusted(['part', 'id', ...(packed ? [packed.name] : []), ...columns.map(read)].join(', '))
}

/** The length of the texts of a part. */
function bytesOf(part: object): number {
  let bytes = 0
  for (const value of Object.values(part)) {
    if (typeof value === 'string') bytes += Buffer.byteLength(value)
    else if (value instanceof Uint8Array) bytes += value.length
  }
  return bytes
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }

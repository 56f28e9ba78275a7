import type { WideColumn } from '../../domain/calls/call.ts'
import type { ReadPage } from '../port/pages.ts'
import type { Database } from './driver.ts'
import { fitting, type SizedKey } from './fitting.ts'

interface Limits {
  readonly bytesMax: number
  readonly payloadMax?: number
}

const CALLS = `json_each(?) j
  cross join calls c indexed by calls_by_id on c.project = ? and c.id = j.value and c.started_at is not null`

/** What is stored with the narrow row, which has everything but the exception. */
const UPPER_BOUND = `select coalesce(sum(c.start_bytes + c.end_bytes + iif(c.failed,
    (select coalesce(octet_length(e.exception), 0) from call_ends e where e.rid = c.rid), 0)), 0) as n from ${CALLS}`

/** How many of the calls to read so that the columns asked for stay within the limits. No payload is opened to find out. */
export function fittingCalls(
  db: Database,
  project: number,
  ids: readonly string[],
  columns: readonly WideColumn[],
  { bytesMax, payloadMax }: Limits,
): Omit<ReadPage<never>, 'rows'> {
  const all = { taken: ids.length, next_bytes: 0 }
  if (columns.length === 0) return all
  const wanted = [JSON.stringify(ids), project]
  // Nearly every page fits, and then this is all it takes to know.
  const atMost = db.prepare(UPPER_BOUND).get<{ n: number }>(...wanted)?.n ?? 0
  if (atMost <= bytesMax) return all
  const cuts =
    payloadMax === undefined ? [] : columns.filter(isPayload).map(() => payloadMax * UTF8_BYTES_MAX)
  const sizes = db.prepare(sizesSql(columns, cuts.length > 0)).iterate<SizedKey>(...cuts, ...wanted)
  return fitting(sizes, ids.length, bytesMax)
}

const isPayload = (column: WideColumn): boolean => column === 'inputs' || column === 'output'

/** SQLite knows the length of a text without reading it. */
function sizesSql(columns: readonly WideColumn[], isCut: boolean): string {
  const length = (column: string) => `coalesce(octet_length(${column}), 0)`
  const payload = (column: string) => (isCut ? `min(${length(column)}, ?)` : length(column))
  const terms: Record<WideColumn, string> = {
    attributes: `${length('s.attributes')} + ${length('s.otel_dump')}`,
    inputs: payload('s.inputs'),
    output: payload('e.output'),
    summary: length('e.summary'),
    exception: length('e.exception'),
  }
  return `select j.key as at, ${columns.map((column) => terms[column]).join(' + ')} as bytes from ${CALLS}
    left join call_starts s on s.rid = c.rid left join call_ends e on e.rid = c.rid`
}

/** Bytes that one character may take. */
const UTF8_BYTES_MAX = 4

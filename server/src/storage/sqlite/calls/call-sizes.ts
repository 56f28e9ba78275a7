import { isPayload, type WideColumn } from '../../../domain/calls/call.ts'
import { fitting, type SizedKey } from '../../port/fitting.ts'
import { type CallLimits, type ReadPage, UTF8_BYTES_MAX } from '../../port/pages.ts'
import type { Database } from '../database/driver.ts'
import { textLengthSql } from '../texts/sealed-texts.ts'

const CALLS = `json_each(?) j
  cross join calls c indexed by calls_by_id on c.project = ? and c.id = j.value and c.started_at is not null`

/** What is stored with the narrow row, which has everything but the exception. */
const UPPER_BOUND = `select coalesce(sum(c.start_bytes + c.end_bytes + iif(c.failed,
    ${textLengthSql('exception')}, 0)), 0) as n from ${CALLS}
    left join call_ends e on c.failed and e.rid = c.rid left join call_slots k on c.failed and k.rid = c.rid`

/** How many of the calls to read so that the columns asked for stay within the limits. No payload is opened to find out. */
export function fittingCalls(
  db: Database,
  project: number,
  ids: readonly string[],
  columns: readonly WideColumn[],
  { bytesMax, payloadMax }: CallLimits,
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

/** SQLite knows the length of a text without reading it, and an opened block those of its texts. */
function sizesSql(columns: readonly WideColumn[], isCut: boolean): string {
  const payload = (column: 'inputs' | 'output') =>
    isCut ? `min(${textLengthSql(column)}, ?)` : textLengthSql(column)
  const terms: Record<WideColumn, string> = {
    attributes: `${textLengthSql('attributes')} + ${textLengthSql('otel_dump')}`,
    inputs: payload('inputs'),
    output: payload('output'),
    summary: textLengthSql('summary'),
    exception: textLengthSql('exception'),
  }
  return `select j.key as at, ${columns.map((column) => terms[column]).join(' + ')} as bytes from ${CALLS}
    left join call_starts s on s.rid = c.rid left join call_ends e on e.rid = c.rid left join call_slots k on k.rid = c.rid`
}

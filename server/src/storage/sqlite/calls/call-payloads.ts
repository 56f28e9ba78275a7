import type { Database } from '../database/driver.ts'
import { TEXT_COLUMNS } from '../texts/sealed-texts.ts'
import { type EndRow, type StartRow, USAGE_COLUMNS } from './call-parts.ts'
import type { Placed } from './call-rows.ts'

const INPUT = 0
const OUTPUT = 1

/** The tables beside the narrow row of a call. */
const TABLES = ['call_starts', 'call_ends', 'call_refs', 'call_usage', 'call_events']

/** Writes the rows that hold the texts of a call until it is sealed. */
export function textRows(db: Database) {
  // They may be bound as bytes, which the cast makes text without a copy.
  const text = 'cast(? as text)'
  const putStart = db.prepare(
    `insert or replace into call_starts (rid, project, preview, attributes, inputs, otel_dump)
      values (?, ?, ${text}, ${text}, ${text}, ${text})`,
  )
  const putEnd = db.prepare(
    `insert or replace into call_ends (rid, preview, exception, output, summary)
      values (?, ${text}, ${text}, ${text}, ${text})`,
  )
  return {
    start: ({ rid, project }: CallNumbers, { preview, payload }: StartTexts) =>
      putStart.run(rid, project, preview, ...payload),
    end: (rid: number, { preview, exception, payload }: EndTexts) =>
      putEnd.run(rid, preview, exception, ...payload),
  }
}

export type CallNumbers = Pick<Placed, 'rid' | 'project'>
type StartTexts = Pick<StartRow<string | Uint8Array>, 'preview' | 'payload'>
type EndTexts = Pick<EndRow<string | Uint8Array>, 'preview' | 'exception' | 'payload'>

/** Writes the tables beside the narrow row of a call: texts, refs, usage and logged events. */
export function callPayloads(db: Database) {
  const texts = textRows(db)
  const clearRefs = db.prepare('delete from call_refs where rid = ? and side = ?')
  const putRef = db.prepare('insert or ignore into call_refs (project, side, ref, rid) values (?, ?, ?, ?)')
  const fillDump = db.prepare(
    `update call_starts as s set otel_dump = ${TEXT_COLUMNS.otel_dump} where rid = ? and otel_dump is not null`,
  )
  const clearUsage = db.prepare('delete from call_usage where rid = ?')
  const putUsage = db.prepare(`
    insert or replace into call_usage (rid, ${USAGE_COLUMNS.join(', ')})
    values (?${', ?'.repeat(USAGE_COLUMNS.length)})`)

  const putEvent = db.prepare('insert or replace into call_events (rid, key, event) values (?, ?, ?)')

  const wipes = TABLES.map((table) => db.prepare(`delete from ${table} where rid = ?`))

  return {
    start(placed: Placed, start: StartRow): void {
      texts.start(placed, start)
      if (placed.hadStart) clearRefs.run(placed.rid, INPUT)
      for (const ref of start.refs) putRef.run(placed.project, INPUT, ref, placed.rid)
    },
    end(placed: Placed, end: EndRow): void {
      // The dump of the span may lack the output that is about to be replaced.
      if (placed.hadEnd) fillDump.run(placed.rid)
      texts.end(placed.rid, end)
      if (placed.hadEnd) clearRefs.run(placed.rid, OUTPUT)
      for (const ref of end.refs) putRef.run(placed.project, OUTPUT, ref, placed.rid)
      if (placed.hadEnd) clearUsage.run(placed.rid)
      for (const usage of end.usage) putUsage.run(placed.rid, ...usage)
    },
    event: ({ rid }: Placed, event: readonly [key: string, event: string]) => putEvent.run(rid, ...event),
    wipe({ rid }: Placed): void {
      for (const wipe of wipes) wipe.run(rid)
    },
  }
}

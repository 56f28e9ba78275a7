import { ServiceError } from '../../../errors.ts'
import { type CallChange, type CallChanges, isChangeCursor } from '../../port/calls.ts'
import type { Database } from '../database/driver.ts'
import type { projectFinder } from '../queries/names.ts'
import type { Placed } from './call-rows.ts'

const RANGES_KEPT = 100_000
const RANGES_BETWEEN_CLEANINGS = 1_000

interface Range {
  readonly project: number
  readonly first: number
  last: number
}

type Written = Pick<Placed, 'project' | 'rid'>

export type ChangeLog = (written: readonly Written[]) => void

/** Notes which calls are written, and forgets what is long ago. The newest note always stays: numbers only rise. */
export function changeLog(db: Database): ChangeLog {
  const note = db.prepare('insert into call_changes (project, first_rid, last_rid) values (?, ?, ?)')
  const clean = db.prepare(
    `delete from call_changes where seq <= (select max(seq) from call_changes) - ${RANGES_KEPT}`,
  )
  let uncleaned = 0

  return (written) => {
    for (const { project, first, last } of rangesOf(written)) {
      note.run(project, first, last)
      uncleaned += 1
    }
    if (uncleaned < RANGES_BETWEEN_CLEANINGS) return
    clean.run()
    uncleaned = 0
  }
}

function rangesOf(written: readonly Written[]): Range[] {
  const ranges: Range[] = []
  const inOrder = [...written].sort((a, b) => a.project - b.project || a.rid - b.rid)
  for (const { project, rid } of inOrder) {
    const range = ranges.at(-1)
    if (range?.project === project && rid <= range.last + 1) range.last = rid
    else ranges.push({ project, first: rid, last: rid })
  }
  return ranges
}

/** Where someone stands: after so many calls of this range, or after all of it and of those before. */
interface Place {
  readonly seq: number
  readonly calls: number
}

interface ChangeRow {
  readonly seq: number
  /** Position within the range, 1-based. */
  readonly nth: number
  readonly id: string
  readonly deleted: number
}

/** Reads what was written lately: runs in a reader thread. */
export function changeReads(db: Database, findProject: ReturnType<typeof projectFinder>) {
  return {
    changes(projectId: string, cursor: string | undefined, atMost: number): CallChanges {
      // What is written from here on may or may not be among the rows below; it has a higher number.
      const { oldest, newest } = rangesKept(db)
      const end = cursorAfter(newest)
      if (cursor === undefined) return { changes: [], cursor: end, missed: false }
      const place = placeOf(cursor)
      if (!place || place.seq < oldest || place.seq > newest + 1)
        return { changes: [], cursor: end, missed: true }
      const project = findProject(projectId)
      const rows = project === undefined ? [] : changedCalls(db, project, place, atMost)
      const last = rows.at(-1)
      const reached = last ? after(last) : cursor
      const isAll = rows.length < atMost && (last?.seq ?? 0) <= newest
      return { changes: lastOfEach(rows), cursor: isAll ? end : reached, missed: false }
    },
  }
}

export type ChangeReads = ReturnType<typeof changeReads>

/** The cursor behind everything that has been written. */
export const newestCursor = (db: Database): string => cursorAfter(rangesKept(db).newest)

const cursorAfter = (seq: number): string => cursorOf({ seq: seq + 1, calls: 0 })

function rangesKept(db: Database): { oldest: number; newest: number } {
  const sql = `select coalesce((select min(seq) from call_changes), 1) as oldest,
    coalesce((select max(seq) from call_changes), 0) as newest`
  return db.prepare(sql).get<{ oldest: number; newest: number }>() ?? { oldest: 1, newest: 0 }
}

function changedCalls(db: Database, project: number, { seq, calls }: Place, atMost: number): ChangeRow[] {
  const sql = `select h.seq, c.rid - h.first_rid + 1 as nth, c.id, c.deleted_at is not null as deleted
    from call_changes h cross join calls c
      on c.rid between h.first_rid + iif(h.seq = ?, ?, 0) and h.last_rid
    where h.seq >= ? and h.project = ? order by h.seq, c.rid limit ?`
  return db.prepare(sql).all<ChangeRow>(seq, calls, seq, project, atMost)
}

function lastOfEach(rows: readonly ChangeRow[]): CallChange[] {
  const seen = new Set<string>()
  const changes: CallChange[] = []
  for (const row of rows.toReversed()) {
    if (seen.has(row.id)) continue
    seen.add(row.id)
    changes.push({ id: row.id, cursor: after(row), deleted: row.deleted === 1 })
  }
  return changes.reverse()
}

const after = ({ seq, nth }: ChangeRow): string => cursorOf({ seq, calls: nth })

const cursorOf = ({ seq, calls }: Place): string => `${seq}.${calls}`

/** Undefined for a cursor of another engine. */
function placeOf(cursor: string): Place | undefined {
  const [, seq, calls] = /^(\d{1,15})\.(\d{1,15})$/.exec(cursor) ?? []
  if (seq !== undefined && calls !== undefined) return { seq: Number(seq), calls: Number(calls) }
  if (isChangeCursor(cursor)) return undefined
  throw new ServiceError(
    'invalid_request',
    `cursor must be one that this server gave, not ${JSON.stringify(cursor.slice(0, 100))}`,
  )
}

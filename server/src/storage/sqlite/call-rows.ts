import { MEMBER_COLUMNS, type Member } from './call-family.ts'
import { END_COLUMNS, START_COLUMNS } from './call-parts.ts'
import type { Database, SqlValue } from './driver.ts'

/** A call's narrow row after a part was written to it, and what it was before. */
export interface Placed {
  readonly project: number
  readonly rid: number
  readonly hadStart: boolean
  readonly hadEnd: boolean
  /** Undefined if it was not visible. */
  readonly before: Member | undefined
}

/** Writes columns of a call, known or not. A deleted call stays as it is, and returns undefined. */
type RowSetter = (project: number, id: string, ...values: SqlValue[]) => Placed | undefined

interface Known extends Member {
  readonly started: number
  readonly ended: number
  readonly deleted: number
}

/**
 * The narrow rows of calls. A row is looked for first, then inserted or updated by its number: one
 * `insert ... on conflict do update ... returning` takes twice as long as the two statements.
 */
export function callRows(db: Database) {
  const find =
    db.prepare(`select ${MEMBER_COLUMNS}, started_at is not null as started, ended_at is not null as ended,
    deleted_at is not null as deleted from calls where project = ? and id = ?`)
  const newest = db.prepare('select max(rid) as rid from calls')
  let lastRid = Number(newest.get()?.rid ?? 0)

  function setter(columns: readonly string[]): RowSetter {
    const { insert, update } = setStatements(db, columns)
    return (project, id, ...values) => {
      const known = find.get<Known>(project, id)
      if (!known) {
        lastRid += 1
        insert.run(...values, project, id, lastRid)
        return { project, rid: lastRid, hadStart: false, hadEnd: false, before: undefined }
      }
      if (known.deleted === 1) return undefined
      update?.run(...values, known.rid)
      const hadStart = known.started === 1
      return {
        project,
        rid: known.rid,
        hadStart,
        hadEnd: known.ended === 1,
        before: hadStart ? known : undefined,
      }
    }
  }

  return {
    setStart: setter(STARTED),
    setEnd: setter(END_COLUMNS),
    setWhole: setter([...STARTED, ...END_COLUMNS]),
    setName: setter(['renamed_to']),
    /** Changes no column: only makes sure that there is a row. */
    place: setter([]),
    tombstone: tombstoneWriter(setter(['deleted_at', ...CLEARED_BY_DELETE])),
    /** A row number given out by a transaction that was undone will be given out again. */
    forget(): void {
      lastRid = Number(newest.get()?.rid ?? 0)
    },
  }
}

const STARTED = ['op', ...START_COLUMNS]

/** Both take the values of `columns` first. */
function setStatements(db: Database, columns: readonly string[]) {
  const inserted = [...columns, 'project', 'id', 'rid']
  const assignments = columns.map((name) => `${name} = ?`).join(', ')
  return {
    insert: db.prepare(
      `insert into calls (${inserted.join(', ')}) values (${inserted.map(() => '?').join(', ')})`,
    ),
    update: columns.length > 0 ? db.prepare(`update calls set ${assignments} where rid = ?`) : undefined,
  }
}

const CLEARED_BY_DELETE = [...STARTED, ...END_COLUMNS, 'renamed_to']
const COUNTED = new Set(['failed', 'descendant_failed', 'start_bytes', 'end_bytes', 'usage_bit', 'has_usage'])
const EMPTIED = CLEARED_BY_DELETE.map((name) => (COUNTED.has(name) ? 0 : null))

/** Leaves a tombstone that is in no index but that of ids. */
const tombstoneWriter = (set: RowSetter) => (project: number, id: string, deletedAt: number) =>
  set(project, id, deletedAt, ...EMPTIED)

import type { Database, SqlValue } from '../database/driver.ts'
import { type Member, ownBits } from './call-family.ts'
import { END_COLUMNS, type EndRow, endBytes, START_COLUMNS, type StartRow, startBytes } from './call-parts.ts'

/** A call's narrow row after a part was written to it. */
export interface Placed {
  readonly project: number
  readonly rid: number
  readonly hadStart: boolean
  readonly hadEnd: boolean
  /** What the call was to its relatives, and what it is now; undefined if it was or is not visible. */
  readonly before: Member | undefined
  readonly after: Member | undefined
}

/** What a call's relatives depend on, as far as its parts say it. */
interface Facts {
  /** Null without a start. */
  readonly trace_id: string | null
  readonly parent_id: string | null
  readonly response_id: string | null
  readonly usage_bit: number
  readonly failed: number
  readonly has_usage: number
}

const NO_FACTS: Facts = {
  trace_id: null,
  parent_id: null,
  response_id: null,
  usage_bit: 0,
  failed: 0,
  has_usage: 0,
}

/** Writes columns of a call, known or not. A deleted call stays as it is, and returns undefined. */
type RowSetter = (
  project: number,
  id: string,
  facts: Partial<Facts>,
  values: readonly SqlValue[],
) => Placed | undefined

interface Known extends Pick<Facts, 'trace_id' | 'parent_id' | 'response_id'> {
  readonly rid: number
  readonly state: number
}

/** Small numbers of a row as one, since each column that is read costs as much as finding the row. */
const STATE = `((started_at is not null) | ((ended_at is not null) << 1) | ((deleted_at is not null) << 2)
  | (failed << 3) | (has_usage << 4) | (usage_bit << 5) | (below << 8))`

const stateOf = ({ state }: Known) => ({
  started: (state & 1) !== 0,
  ended: (state & 2) !== 0,
  deleted: (state & 4) !== 0,
  failed: (state >> 3) & 1,
  has_usage: (state >> 4) & 1,
  usage_bit: (state >> 5) & 7,
  below: state >> 8,
})

/**
 * The narrow rows of calls. A row is looked for first, then inserted or updated by its number: one
 * `insert ... on conflict do update ... returning` takes twice as long as the two statements.
 */
export function callRows(db: Database) {
  const find = db.prepare(
    `select rid, trace_id, parent_id, response_id, ${STATE} as state from calls where project = ? and id = ?`,
  )
  const newest = db.prepare('select max(rid) as rid from calls')
  /** Undefined until it is needed: what forgets it must not fail, even if the disk does. */
  let lastRid: number | undefined

  function nextRid(): number {
    lastRid = (lastRid ?? Number(newest.get()?.rid ?? 0)) + 1
    return lastRid
  }

  function setter(columns: readonly string[]): RowSetter {
    const { insert, update } = setStatements(db, columns)
    return (project, id, facts, values) => {
      const known = find.get<Known>(project, id)
      if (!known) {
        const rid = nextRid()
        insert.run(...values, project, id, rid)
        const after = member(rid, id, { ...NO_FACTS, ...facts }, 0)
        return { project, rid, hadStart: false, hadEnd: false, before: undefined, after }
      }
      const { rid, trace_id, parent_id, response_id } = known
      const { started, ended, deleted, below, ...outcome } = stateOf(known)
      if (deleted) return undefined
      update?.run(...values, rid)
      const old = { trace_id, parent_id, response_id, ...outcome }
      return {
        project,
        rid,
        hadStart: started,
        hadEnd: ended,
        before: member(rid, id, old, below),
        after: member(rid, id, { ...old, ...facts }, below),
      }
    }
  }

  const [setStart, setEnd] = [setter(STARTED), setter(END_COLUMNS)]
  const [setWhole, setName, setNothing] = [
    setter([...STARTED, ...END_COLUMNS]),
    setter(['renamed_to']),
    setter([]),
  ]
  const setDeleted = setter(['deleted_at', ...CLEARED_BY_DELETE])
  return {
    start: (project: number, id: string, op: number, start: StartRow) =>
      setStart(project, id, placeOf(start), [op, ...start.place, ...start.columns, startBytes(start, null)]),
    end: (project: number, id: string, end: EndRow) =>
      setEnd(project, id, outcomeOf(end), [...end.outcome, ...end.columns, endBytes(end)]),
    whole: (project: number, id: string, op: number, start: StartRow, end: EndRow) =>
      setWhole(project, id, { ...placeOf(start), ...outcomeOf(end) }, [
        op,
        ...start.place,
        ...start.columns,
        startBytes(start, end.payload[0]),
        ...end.outcome,
        ...end.columns,
        endBytes(end),
      ]),
    rename: (project: number, id: string, name: string) => setName(project, id, {}, [name]),
    /** Changes no column: only makes sure that there is a row. */
    place: (project: number, id: string) => setNothing(project, id, {}, []),
    /** Leaves a tombstone that is in no index but that of ids. */
    tombstone: (project: number, id: string, deletedAt: number) =>
      setDeleted(project, id, NO_FACTS, [deletedAt, ...EMPTIED]),
    /** A row number given out by a transaction that was undone will be given out again. */
    forget(): void {
      lastRid = undefined
    },
  }
}

function placeOf({ place: [trace_id, parent_id, response_id, usage_bit] }: StartRow): Partial<Facts> {
  return { trace_id, parent_id, response_id, usage_bit }
}

const outcomeOf = ({ outcome: [failed, has_usage] }: EndRow): Partial<Facts> => ({ failed, has_usage })

function member(rid: number, id: string, facts: Facts, below: number): Member | undefined {
  const { trace_id, parent_id, response_id } = facts
  if (trace_id === null) return undefined
  return { rid, id, trace_id, parent_id, response_id, own: ownBits(facts), below }
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

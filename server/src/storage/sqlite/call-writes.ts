import {
  type CallKey,
  END_COLUMNS,
  type EndRow,
  type PartRow,
  START_COLUMNS,
  type StartRow,
} from './call-parts.ts'
import type { Database, SqlValue, Statement } from './driver.ts'
import type { NameNumbers } from './names.ts'

const INPUT = 0
const OUTPUT = 1

/** A call's narrow row, and whether this very part brought it into being. */
interface Placed {
  readonly project: number
  readonly rid: number
  readonly isNew: boolean
}

/** The writing half of the call store: runs in the writer thread, inside its transaction. */
export function callWrites(db: Database, names: NameNumbers) {
  const insertStart = upsertCall(db, ['op', ...START_COLUMNS])
  const insertEnd = upsertCall(db, END_COLUMNS)
  const insertWhole = upsertCall(db, ['op', ...START_COLUMNS, ...END_COLUMNS])
  const rename = upsertCall(db, ['renamed_to'])
  const remove = callRemover(db)
  const halves = halfWriter(db)
  const newest = db.prepare('select max(rid) as rid from calls')
  let lastRid = Number(newest.get()?.rid ?? 0)

  /** Arrival numbers only rise, so a row above the last one is new and has nothing to replace. */
  function place(project: number, row: { rid: number } | undefined): Placed | undefined {
    if (!row) return undefined
    const isNew = row.rid > lastRid
    if (isNew) lastRid = row.rid
    return { project, rid: row.rid, isNew }
  }

  function apply(row: PartRow): void {
    const [projectId, id] = row.key
    const project = names.project(projectId)
    switch (row.part) {
      case 'start': {
        const op = names.op(project, row.start.op_name)
        const placed = place(project, insertStart.get(project, id, op, ...row.start.columns))
        if (placed) halves.start(placed, row.start)
        return
      }
      case 'end': {
        const placed = place(project, insertEnd.get(project, id, ...row.end.columns))
        if (placed) halves.end(placed, row.end)
        return
      }
      case 'whole': {
        const op = names.op(project, row.start.op_name)
        const placed = place(
          project,
          insertWhole.get(project, id, op, ...row.start.columns, ...row.end.columns),
        )
        if (!placed) return
        halves.start(placed, row.start)
        halves.end(placed, row.end)
        return
      }
      case 'rename':
        place(project, rename.get(project, id, row.display_name))
        return
      case 'delete':
        place(project, remove(project, id, row.deleted_at))
        return
    }
  }

  return {
    write(rows: readonly PartRow[]): void {
      for (const row of rows) apply(row)
    },
    /** A row number given out by a transaction that was undone will be given out again. */
    forget(): void {
      lastRid = Number(newest.get()?.rid ?? 0)
    },
  }
}

export type CallWrites = Pick<ReturnType<typeof callWrites>, 'write'>

/** Sets these columns of a call, known or not. A deleted call stays as it is, and gives no row. */
function upsertCall(db: Database, columns: readonly string[]) {
  const statement = db.prepare(`
    insert into calls (project, id, ${columns.join(', ')})
    values (?, ?${', ?'.repeat(columns.length)})
    on conflict (project, id) do update set ${columns.map((name) => `${name} = excluded.${name}`).join(', ')}
      where calls.deleted_at is null
    returning rid`)
  return { get: (...params: SqlValue[]) => statement.get<{ rid: number }>(...params) }
}

/** Leaves a tombstone that is in no index but that of ids, and removes everything else. */
function callRemover(db: Database) {
  const gone = ['op', ...START_COLUMNS, ...END_COLUMNS, 'renamed_to'].map(
    (name) => `${name} = ${emptied(name)}`,
  )
  const bury = db.prepare(`
    insert into calls (project, id, deleted_at) values (?, ?, ?)
    on conflict (project, id) do update set deleted_at = excluded.deleted_at, ${gone.join(', ')}
      where calls.deleted_at is null
    returning rid`)
  const wipes = ['call_starts', 'call_ends', 'call_refs', 'call_usage'].map((table) =>
    db.prepare(`delete from ${table} where rid = ?`),
  )

  return (project: number, id: CallKey[1], deletedAt: number) => {
    const row = bury.get<{ rid: number }>(project, id, deletedAt)
    if (row) for (const wipe of wipes) wipe.run(row.rid)
    return row
  }
}

const COUNTED = new Set<string>(['failed', 'descendant_failed', 'start_bytes', 'end_bytes'])
const emptied = (column: string) => (COUNTED.has(column) ? '0' : 'null')

/** Writes what hangs on a call's narrow row: payloads, refs and usage. */
function halfWriter(db: Database) {
  const putStart = db.prepare(
    'insert or replace into call_starts (rid, attributes, inputs, otel_dump) values (?, ?, ?, ?)',
  )
  const putEnd = db.prepare(
    'insert or replace into call_ends (rid, output, summary, exception) values (?, ?, ?, ?)',
  )
  const clearRefs = db.prepare('delete from call_refs where rid = ? and side = ?')
  const putRef = db.prepare('insert or ignore into call_refs (project, side, ref, rid) values (?, ?, ?, ?)')
  const clearUsage = db.prepare('delete from call_usage where rid = ?')
  const putUsage: Statement = db.prepare(`
    insert or replace into call_usage (rid, model, requests, prompt_tokens, completion_tokens, total_tokens,
      cache_read_input_tokens, cache_creation_input_tokens)
    values (?, ?, ?, ?, ?, ?, ?, ?)`)

  function replaceRefs(placed: Placed, side: number, refs: readonly string[]): void {
    if (!placed.isNew) clearRefs.run(placed.rid, side)
    for (const ref of refs) putRef.run(placed.project, side, ref, placed.rid)
  }

  return {
    start(placed: Placed, start: StartRow): void {
      putStart.run(placed.rid, ...start.payload)
      replaceRefs(placed, INPUT, start.refs)
    },
    end(placed: Placed, end: EndRow): void {
      putEnd.run(placed.rid, ...end.payload)
      replaceRefs(placed, OUTPUT, end.refs)
      if (!placed.isNew) clearUsage.run(placed.rid)
      for (const usage of end.usage) putUsage.run(placed.rid, ...usage)
    },
  }
}

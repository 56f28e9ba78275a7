import type { ChangeLog } from './calls/call-changes.ts'
import { callFamily, type Touched } from './calls/call-family.ts'
import type { PartRow } from './calls/call-parts.ts'
import { callPayloads } from './calls/call-payloads.ts'
import { callRows, type Placed } from './calls/call-rows.ts'
import { type PackedParts, unpackRows } from './calls/packed-parts.ts'
import type { Database } from './database/driver.ts'
import type { NameNumbers } from './queries/names.ts'
import type { SealedWrites } from './sealed/sealed-writes.ts'

/** The writes of the call store, run in the writer thread's transaction. */
export function callWrites(db: Database, names: NameNumbers, noteChanges: ChangeLog, sealed: SealedWrites) {
  const rows = callRows(db)
  const payloads = callPayloads(db)
  const settle = callFamily(db)
  const expired = db.prepare(`select id from calls indexed by calls_by_time
    where project = (select id from projects where name = ?) and started_at is not null and started_at < ?
    order by started_at, id limit ?`)
  const open =
    db.prepare(`select 1 from calls where project = (select id from projects where name = ?) and id = ?
    and started_at is not null and ended_at is null`)

  function apply(row: PartRow): Placed | undefined {
    const [projectId, id] = row.key
    const project = names.project(projectId)
    switch (row.part) {
      case 'start': {
        const placed = rows.start(project, id, names.op(project, row.start.op_name), row.start)
        if (placed) {
          unseal(placed)
          payloads.start(placed, row.start)
        }
        return placed
      }
      case 'end': {
        const placed = rows.end(project, id, row.end)
        if (placed) {
          unseal(placed)
          payloads.end(placed, row.end)
        }
        return placed
      }
      case 'whole': {
        const placed = rows.whole(project, id, names.op(project, row.start.op_name), row.start, row.end)
        if (placed) {
          unseal(placed)
          // In this order: the dump of the start may lack this very output.
          payloads.end(placed, row.end)
          payloads.start(placed, row.start)
        }
        return placed
      }
      case 'rename':
        return rows.rename(project, id, row.display_name)
      case 'delete': {
        const placed = rows.tombstone(project, id, row.deleted_at)
        if (placed) {
          if (isComplete(placed)) sealed.remove(placed.rid)
          payloads.wipe(placed)
        }
        return placed
      }
      case 'event': {
        const placed = rows.place(project, id)
        if (placed) payloads.event(placed, row.event)
        return placed
      }
    }
  }

  /** A part for a sealed call replaces one of its texts, and the others stay. */
  function unseal(placed: Placed): void {
    if (isComplete(placed)) sealed.unseal(placed)
  }

  function applyAll(parts: readonly PartRow[]): void {
    const written: Placed[] = []
    /** Each call once: as it was before all parts, and as it is after them. */
    const touched = new Map<number, Touched>()
    for (const part of parts) {
      const placed = apply(part)
      if (!placed) continue
      written.push(placed)
      const known = touched.get(placed.rid)
      if (known || concernsFamily(part, placed))
        touched.set(placed.rid, known ? { ...known, after: placed.after } : placed)
    }
    settle([...touched.values()])
    noteChanges(written)
  }

  return {
    write: (parts: PackedParts): void => applyAll(unpackRows(parts)),
    /** Looks for an end in the transaction of the write, so that none gets lost in between. */
    close(parts: PackedParts): void {
      applyAll(unpackRows(parts).filter(({ key }) => open.get(...key) !== undefined))
    },
    removeBefore(projectId: string, before: number, atMost: number, deletedAt: number): readonly string[] {
      const ids = expired.all<{ id: string }>(projectId, before, atMost).map(({ id }) => id)
      applyAll(ids.map((id) => ({ part: 'delete', key: [projectId, id], deleted_at: deletedAt })))
      return ids
    },
    forget: rows.forget,
  }
}

export type CallWrites = Pick<ReturnType<typeof callWrites>, 'write' | 'close' | 'removeBefore'>

/** Only calls that have ended are sealed. */
const isComplete = ({ hadStart, hadEnd }: Placed): boolean => hadStart && hadEnd

/**
 * Whether relatives of a call may have to know: not of one that has no start yet, nor of an end that says nothing of interest. A
 * start that is written again, as by `heddle rebuild`, passes on what it has, even if it is nothing new.
 */
function concernsFamily(part: PartRow, { before, after }: Placed): boolean {
  if (part.part === 'rename' || part.part === 'event') return false
  if (part.part !== 'end') return before !== undefined || after !== undefined
  if (!before || !after) return false
  return before.own !== 0 || after.own !== 0 || after.response_id !== null
}

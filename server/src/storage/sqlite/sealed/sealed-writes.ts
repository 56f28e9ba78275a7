import { countBits, setBit } from '../bits.ts'
import { type CallNumbers, textRows } from '../calls/call-payloads.ts'
import { columnWrites } from '../columns/column-writes.ts'
import type { Database } from '../database/driver.ts'
import { signatureWrites } from '../signatures/signature-store.ts'
import { sealedTexts } from '../texts/sealed-texts.ts'
import { blockOf, indexInBlock, slotOf } from '../texts/slots.ts'
import type { TextName } from '../texts/text-names.ts'
import type { NewSegment } from './segment.ts'

/** The writing half of sealed calls: runs in the writer thread, inside its transaction. */
export function sealedWrites(db: Database) {
  const columnStore = columnWrites(db)
  const trigrams = signatureWrites(db)
  const places = removedPlaces(db, (project, segment) => {
    columnStore.remove(project, segment)
    trigrams.remove(project, segment)
  })
  const restore = restorer(db)
  const isStale = staleCheck(db)
  const addSegment = db.prepare(
    'insert into call_segments (project, calls, started_from, started_to) values (?, ?, ?, ?) returning id',
  )
  const addBlock = db.prepare(
    'insert into call_blocks (segment, first_place, previews, payloads) values (?, ?, ?, ?) returning id',
  )
  const putSlot = db.prepare('insert or replace into call_slots (rid, slot) values (?, ?)')
  const slotsOf = db.prepare('select rid, slot from call_slots where rid in (select value from json_each(?))')
  const selectSlot = db.prepare('select slot from call_slots where rid = ?')
  const dropSlot = db.prepare('delete from call_slots where rid = ?')
  const dropRows = ['call_starts', 'call_ends'].map((table) =>
    db.prepare(`delete from ${table} where rid in (select value from json_each(?))`),
  )

  /** Takes a call out of its segment. Returns its slot if it was sealed. */
  function release(rid: number): number | undefined {
    const slot = selectSlot.get<{ slot: number }>(rid)?.slot
    if (slot === undefined) return undefined
    dropSlot.run(rid)
    return slot
  }

  return {
    /**
     * Seals calls, which may have been sealed before: then their former places are free. Returns false, and does nothing, if
     * one of the calls has changed since it was read.
     */
    seal(sealed: NewSegment): boolean {
      const { project, rids, started_from, started_to, blocks, columns, signatures, seen } = sealed
      if (isStale(rids, seen)) return false
      const list = JSON.stringify(rids)
      const former = slotsOf.all<{ rid: number; slot: number }>(list)
      const segment = idOf(addSegment.get<Inserted>(project, rids.length, started_from, started_to))
      const slots: [rid: number, slot: number][] = []
      for (const { first_place, calls, previews, payloads } of blocks) {
        const block = idOf(addBlock.get<Inserted>(segment, first_place, previews, payloads))
        for (const [at, rid] of rids.slice(first_place, first_place + calls).entries()) {
          slots.push([rid, slotOf(block, at)])
        }
      }
      trigrams.put(project, segment, signatures)
      // In the order of the table, which is the order of arrival.
      for (const [rid, slot] of slots.sort(([a], [b]) => a - b)) putSlot.run(rid, slot)
      columnStore.put(project, segment, columns)
      for (const drop of dropRows) drop.run(list)
      places.remove(former.map(({ slot }) => slot))
      return true
    },

    /** Moves a sealed call back to its own rows, so that a part can be written to it. */
    unseal(call: CallNumbers): void {
      const slot = release(call.rid)
      if (slot === undefined) return
      restore(call, slot)
      places.remove([slot])
    },

    /** Returns free pages to the file system, where the database was created with room to move pages. */
    reclaim(pages: number): void {
      db.exec(`pragma incremental_vacuum(${pages})`)
    },

    /** Removes the payloads of a call that is deleted, if it is sealed. */
    remove(rid: number): void {
      const slot = release(rid)
      if (slot !== undefined) places.remove([slot])
    },
  }
}

export type SealedWrites = ReturnType<typeof sealedWrites>

interface Inserted {
  readonly id: number
}

function idOf(inserted: Inserted | undefined): number {
  if (!inserted) throw new Error('nothing was inserted')
  return inserted.id
}

/** Whether one of the calls was written to after the change `seen`, as far as the log of changes can tell. */
function staleCheck(db: Database) {
  const forgotten = db.prepare('select coalesce(min(seq), 1) > ? + 1 as is_forgotten from call_changes')
  const since = db.prepare(
    'select first_rid, last_rid from call_changes where seq > ? and last_rid >= ? and first_rid <= ?',
  )
  return (rids: readonly number[], seen: number): boolean => {
    if (forgotten.get<{ is_forgotten: number }>(seen)?.is_forgotten) return true
    const [first, last] = [Math.min(...rids), Math.max(...rids)]
    const ranges = since.all<{ first_rid: number; last_rid: number }>(seen, first, last)
    return ranges.some(({ first_rid, last_rid }) => rids.some((rid) => rid >= first_rid && rid <= last_rid))
  }
}

/** Writes the texts of a sealed call to rows of their own. */
function restorer(db: Database) {
  const texts = sealedTexts(db)
  const rows = textRows(db)
  return (call: CallNumbers, slot: number): void => {
    const text = (name: TextName) => texts.named(slot, name)
    rows.start(call, {
      preview: text('input_preview'),
      payload: [text('attributes') ?? '', text('inputs') ?? '', text('otel_dump')],
    })
    rows.end(call.rid, {
      preview: text('output_preview'),
      exception: text('exception'),
      payload: [text('output'), text('summary') ?? ''],
    })
  }
}

interface SegmentOfBlock {
  readonly segment: number
  readonly first_place: number
}

interface Removed {
  readonly project: number
  readonly calls: number
  readonly removed_places: Uint8Array | null
}

/** Keeps which places of a segment are free. A segment without calls goes. */
function removedPlaces(db: Database, removeDerived: (project: number, segment: number) => void) {
  const segmentOf = db.prepare('select segment, first_place from call_blocks where id = ?')
  const find = db.prepare('select project, calls, removed_places from call_segments where id = ?')
  const put = db.prepare('update call_segments set removed = ?, removed_places = ? where id = ?')
  const drops = ['call_segments where id', 'call_blocks where segment'].map((rows) =>
    db.prepare(`delete from ${rows} = ?`),
  )

  function removeFrom(segment: number, places: readonly number[]): void {
    const found = find.get<Removed>(segment)
    if (!found) throw new Error(`segment ${segment} of sealed calls is missing`)
    const bits = new Uint8Array(Math.ceil(found.calls / 8))
    if (found.removed_places) bits.set(found.removed_places)
    for (const place of places) setBit(bits, place)
    const removed = countBits(bits)
    if (removed < found.calls) {
      put.run(removed, bits, segment)
      return
    }
    for (const drop of drops) drop.run(segment)
    removeDerived(found.project, segment)
  }

  return {
    remove(slots: readonly number[]): void {
      const bySegment = new Map<number, number[]>()
      for (const slot of slots) {
        const block = segmentOf.get<SegmentOfBlock>(blockOf(slot))
        if (!block) throw new Error(`the block of slot ${slot} is missing`)
        const places = bySegment.get(block.segment) ?? []
        places.push(block.first_place + indexInBlock(slot))
        bySegment.set(block.segment, places)
      }
      for (const [segment, places] of bySegment) removeFrom(segment, places)
    },
  }
}

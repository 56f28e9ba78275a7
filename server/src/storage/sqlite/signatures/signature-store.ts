import type { Database } from '../database/driver.ts'
import { idsOfGroup } from '../segment-groups.ts'
import { BITS_PER_SLICE, blocksWith, type Requirement } from './signature.ts'
import { SIGNATURE_BITS } from './trigrams.ts'

const SLICES = SIGNATURE_BITS / BITS_PER_SLICE

export function signatureWrites(db: Database) {
  const put = db.prepare('insert into call_signatures (project, slice, segment, bits) values (?, ?, ?, ?)')
  const drop = db.prepare('delete from call_signatures where project = ? and slice = ? and segment = ?')
  return {
    put(project: number, segment: number, slices: readonly Uint8Array[]): void {
      for (const [slice, bits] of slices.entries()) put.run(project, slice, segment, bits)
    },
    remove(project: number, segment: number): void {
      for (let slice = 0; slice < SLICES; slice++) drop.run(project, slice, segment)
    },
  }
}

/** Above this many segments, reading a slice of the whole group is faster than looking up each. */
const LOOK_UPS_MAX = 8

/** Finds the blocks that may contain a phrase, of which `requirements` tell. */
export function signatureReads(db: Database) {
  const ofGroup = db.prepare(
    'select segment, bits from call_signatures where project = ? and slice = ? and segment between ? and ?',
  )
  const ofOne = db.prepare('select bits from call_signatures where project = ? and slice = ? and segment = ?')

  /** The slice that has a bit, for each segment that is left. */
  function slices(
    project: number,
    group: number,
    bit: number,
    left: ReadonlyMap<number, Uint8Array> | undefined,
  ) {
    const slice = Math.floor(bit / BITS_PER_SLICE)
    const found = new Map<number, Uint8Array>()
    if (!left || left.size > LOOK_UPS_MAX) {
      const rows = ofGroup.iterate<{ segment: number; bits: Uint8Array }>(
        project,
        slice,
        ...idsOfGroup(group),
      )
      for (const { segment, bits } of rows) if (left?.has(segment) ?? true) found.set(segment, bits)
    } else {
      for (const segment of left.keys()) {
        const row = ofOne.get<{ bits: Uint8Array }>(project, slice, segment)
        if (row) found.set(segment, row.bits)
      }
    }
    return found
  }

  return {
    /** By segment of a group, a bit for each of its blocks. Segments without such a block are left out. */
    blocks(project: number, group: number, requirements: readonly Requirement[]): Map<number, Uint8Array> {
      let left: Map<number, Uint8Array> | undefined
      for (const requirement of requirements) {
        const byBit = new Map(requirement.map((bit) => [bit, slices(project, group, bit, left)]))
        const [first] = byBit.values()
        const next = new Map<number, Uint8Array>()
        for (const segment of first?.keys() ?? []) {
          const blocks = blocksWith(requirement, (bit) => byBit.get(bit)?.get(segment) ?? new Uint8Array())
          const both = intersection(blocks, left?.get(segment))
          if (both.some((byte) => byte !== 0)) next.set(segment, both)
        }
        left = next
        if (left.size === 0) break
      }
      return left ?? new Map()
    },
  }
}

function intersection(blocks: Uint8Array, others: Uint8Array | undefined): Uint8Array {
  return others ? blocks.map((byte, at) => byte & (others[at] ?? 0)) : blocks
}

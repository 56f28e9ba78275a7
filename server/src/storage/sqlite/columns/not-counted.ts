import { NOT_COUNTED } from '../calls/call-family.ts'
import type { Database } from '../database/driver.ts'
import { LEFT_OUT, RIDS, type Rollup } from './rollup.ts'
import type { Segment, SegmentColumns } from './segments.ts'

/** The calls of a project whose usage does not count, sealed or not, by number. */
export class NotCounted {
  readonly #ascending: readonly number[]
  readonly #rids: ReadonlySet<number>

  constructor(db: Database, project: number) {
    const sql = `select json_group_array(rid) as rids from calls indexed by calls_not_counted
      where project = ? and ${NOT_COUNTED}`
    const rids: number[] = JSON.parse(String(db.prepare(sql).get(project)?.rids))
    this.#ascending = rids.sort((a, b) => a - b)
    this.#rids = new Set(rids)
  }

  has(rid: number): boolean {
    return this.#rids.has(rid)
  }

  /** Whether they are, among the calls of the segments, those that their roll-up leaves out. May be false by mistake for several segments. */
  areLeftOut(rollup: Rollup, [segment, ...others]: readonly Segment[], columns: SegmentColumns): boolean {
    const leftOut = rollup.numbers(LEFT_OUT)
    if (this.#rids.size === 0) return leftOut.length === 0
    if (!leftOut.every((rid) => this.has(rid))) return false
    const [lowest = 0, highest = 0] = rollup.numbers(RIDS)
    if (this.#countBelow(highest + 1) - this.#countBelow(lowest) === leftOut.length) return true
    if (!segment || others.length > 0) return false
    // Calls of other segments may be in between.
    return columns.readNumbers(segment, 'rid').filter((rid) => this.has(rid)).length === leftOut.length
  }

  /** How many have a lower number. */
  #countBelow(rid: number): number {
    let [low, high] = [0, this.#ascending.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#ascending[middle] ?? rid) < rid) low = middle + 1
      else high = middle
    }
    return low
  }
}

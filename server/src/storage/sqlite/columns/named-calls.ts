import type { Database } from '../database/driver.ts'
import { blockSql, indexInBlockSql } from '../texts/slots.ts'
import type { TiedCalls } from './tied-calls.ts'

export interface FoundCall {
  readonly id: string
  readonly started_at: number
}

type NamedCall = FoundCall & { readonly rid: number }

/** Reading a call by its number takes as long as passing this many in the index of ids. */
const PASSED_PER_READ = 8

/** With more others to pass, or more than a quarter of all, looking at each segment is as fast. */
const PASSED_MAX = 65_536

/** Calls of a project with their ids, which columns do not have. */
export class NamedCalls {
  readonly #db: Database
  readonly #project: number
  /** About how many the project has. */
  readonly #calls: number

  constructor(db: Database, project: number, segments: readonly { readonly places: number }[]) {
    this.#db = db
    this.#project = project
    this.#calls = segments.reduce((sum, { places }) => sum + places, 0)
  }

  all(rids: readonly number[]): NamedCall[] {
    return this.#read(rids, 'asc', UNLIMITED)
  }

  /** The first of them by id; undefined if they must all be known by number for this. */
  first(tied: TiedCalls, direction: 'asc' | 'desc', atMost: number): NamedCall[] | undefined {
    const { rids, hasSegments } = tied
    if (hasSegments) return this.#open(tied, direction, atMost)
    // There may be very many, of which some are met soon on the way through all ids.
    const passed = (atMost * this.#calls) / rids.size
    if (passed < rids.size * PASSED_PER_READ) return this.#meet([...rids], direction, atMost)
    return this.#read([...rids], direction, Number.isFinite(atMost) ? atMost : UNLIMITED)
  }

  #read(rids: readonly number[], direction: 'asc' | 'desc', atMost: number): NamedCall[] {
    const sql = `select c.rid, c.id, c.started_at from json_each(?) j cross join calls c on c.rid = j.value
      order by c.id ${direction} limit ?`
    return this.#db.prepare(sql).all(JSON.stringify(rids), atMost)
  }

  #meet(rids: readonly number[], direction: 'asc' | 'desc', atMost: number): NamedCall[] {
    // With a plus, so that it is not what calls are found by.
    const sql = `select c.rid, c.id, c.started_at from calls c indexed by calls_by_id
      where c.project = ? and +c.rid in (select value from json_each(?)) order by c.id ${direction} limit ?`
    return this.#db.prepare(sql).all(this.#project, JSON.stringify(rids), atMost)
  }

  /** Meets them too, and opens the segments of the calls on the way. Undefined if too many others come before them. */
  #open(tied: TiedCalls, direction: 'asc' | 'desc', atMost: number): NamedCall[] | undefined {
    const sql = `select c.rid, b.segment, b.first_place + ${indexInBlockSql('s.slot')} as place
      from calls c indexed by calls_by_id left join call_slots s on s.rid = c.rid
        left join call_blocks b on b.id = ${blockSql('s.slot')}
      where c.project = ? order by c.id ${direction}`
    const met: number[] = []
    const passedMax = Math.min(PASSED_MAX, this.#calls / 4)
    let passed = 0
    for (const { rid, segment, place } of this.#db.prepare(sql).iterate<PassedCall>(this.#project)) {
      if (tied.has(rid, segment, place)) met.push(rid)
      if (met.length === atMost) break
      if (++passed > passedMax) return undefined
    }
    return this.#read(met, direction, UNLIMITED)
  }
}

interface PassedCall {
  readonly rid: number
  /** Null if the call is not sealed. */
  readonly segment: number | null
  readonly place: number | null
}

/** As SQLite has it. */
const UNLIMITED = -1

import type { Database } from '../driver.ts'
import type { Segment } from './segments.ts'
import type { RankedCall } from './top-calls.ts'

export interface FoundCall {
  readonly id: string
  readonly started_at: number
}

type NamedCall = FoundCall & { readonly rid: number }

/** Reading a call by its number takes as long as passing this many in the index of ids. */
const PASSED_PER_READ = 8

/** Calls of a project with their ids, which columns do not have. */
export class NamedCalls {
  readonly #db: Database
  readonly #project: number
  /** Of the project, about. */
  readonly #calls: number

  constructor(db: Database, project: number, segments: readonly Segment[]) {
    this.#db = db
    this.#project = project
    this.#calls = segments.reduce((sum, { places }) => sum + places, 0)
  }

  all(calls: readonly RankedCall[]): NamedCall[] {
    return this.#read(calls, 'asc', UNLIMITED)
  }

  /** The first of them by id. There may be very many, of which some are met soon on the way through all ids. */
  first(calls: readonly RankedCall[], direction: 'asc' | 'desc', atMost: number): NamedCall[] {
    const passed = (atMost * this.#calls) / calls.length
    if (passed < calls.length * PASSED_PER_READ) return this.#meet(calls, direction, atMost)
    return this.#read(calls, direction, Number.isFinite(atMost) ? atMost : UNLIMITED)
  }

  #read(calls: readonly RankedCall[], direction: 'asc' | 'desc', atMost: number): NamedCall[] {
    const sql = `select c.rid, c.id, c.started_at from json_each(?) j cross join calls c on c.rid = j.value
      order by c.id ${direction} limit ?`
    return this.#db.prepare(sql).all(numbersOf(calls), atMost)
  }

  #meet(calls: readonly RankedCall[], direction: 'asc' | 'desc', atMost: number): NamedCall[] {
    // With a plus, so that it is not what calls are found by.
    const sql = `select c.rid, c.id, c.started_at from calls c indexed by calls_by_id
      where c.project = ? and +c.rid in (select value from json_each(?)) order by c.id ${direction} limit ?`
    return this.#db.prepare(sql).all(this.#project, numbersOf(calls), atMost)
  }
}

/** As SQLite has it. */
const UNLIMITED = -1

const numbersOf = (calls: readonly RankedCall[]): string => JSON.stringify(calls.map(({ rid }) => rid))

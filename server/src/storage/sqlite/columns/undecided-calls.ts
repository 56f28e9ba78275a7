import type { Matches } from './matches.ts'
import type { Asked, SealedMatches } from './sealed-matches.ts'
import type { Segment } from './segments.ts'
import { VERDICT } from './token-judge.ts'

/** Where columns leave more calls undecided than this, and more than half of all, an index does as well. */
const UNDECIDED_MAX = 20_000

/** Calls that SQLite must be asked about, together where the same conditions are open. */
export class UndecidedCalls {
  readonly #groups = new Map<string, { readonly open: readonly number[]; readonly rids: number[] }>()
  #places = 0
  #count = 0

  add(matches: SealedMatches, segment: Segment, found: Matches): void {
    this.addNone(segment)
    if (found.unknown === 0) return
    this.addRids(matches.ridsIn(segment, found, VERDICT.unknown), found.open)
  }

  /** Adds a segment that decides about all of its calls. */
  addNone({ places }: Pick<Segment, 'places'>): void {
    this.#places += places
  }

  addRids(rids: readonly number[], open: readonly number[]): void {
    const key = open.join()
    const group = this.#groups.get(key) ?? { open, rids: [] }
    for (const rid of rids) group.rids.push(rid)
    this.#groups.set(key, group)
    this.#count += rids.length
  }

  get areTooMany(): boolean {
    return this.#count > UNDECIDED_MAX && this.#count * 2 > this.#places
  }

  total(matches: SealedMatches, asked: Asked): number {
    let sum = 0
    for (const { open, rids } of this.#groups.values()) sum += totalOf(matches.ask<Total>(rids, open, asked))
    return sum
  }

  /** Asks about all of them and forgets them. */
  *rows<Row>(matches: SealedMatches, asked: Asked): Generator<Row> {
    for (const { open, rids } of this.#groups.values()) yield* matches.ask<Row>(rids, open, asked)
    this.#groups.clear()
    this.#count = 0
  }
}

/** A row of a select that adds something up as `n`. */
export interface Total {
  readonly n: number
}

export const totalOf = (rows: readonly Total[]): number => rows.reduce((sum, { n }) => sum + n, 0)

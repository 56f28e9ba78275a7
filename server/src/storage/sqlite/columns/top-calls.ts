import { compareNullsLast } from '../../../query/sort.ts'
import type { LiteralValue } from '../../../query/values.ts'

/** A call with the values that it is sorted by. */
export interface RankedCall {
  /** In the order of the sort terms. */
  readonly terms: readonly LiteralValue[]
  readonly rid: number
}

export type Direction = 'asc' | 'desc'

/** The first calls in an order of terms, at most so many, and those that the terms cannot tell from the last of them. */
export class TopCalls {
  readonly #directions: readonly Direction[]
  readonly #atMost: number
  /** Terms of the last call that counts; undefined as long as there is room. */
  #last: readonly LiteralValue[] | undefined
  /** Calls that come before the last, in no order. */
  #before: RankedCall[] = []
  /** Calls with the terms of the last: there may be many, which only their ids tell apart. */
  #ties: RankedCall[] = []

  constructor(directions: readonly Direction[], atMost: number) {
    this.#directions = directions
    this.#atMost = atMost
  }

  add(call: RankedCall): void {
    const order = this.#last ? compareTerms(call.terms, this.#last, this.#directions) : -1
    if (order < 0) this.#before.push(call)
    else if (order === 0) this.#ties.push(call)
    if (this.#before.length >= this.#atMost + UNSORTED_MAX) this.#sortOut()
  }

  /** Calls that come after one with these terms no longer count. Undefined as long as there is room. */
  last(): readonly LiteralValue[] | undefined {
    this.#sortOut()
    return this.#last
  }

  /** Calls that come before all others, in order, and those of which some come next. */
  found(): { readonly before: readonly RankedCall[]; readonly ties: readonly RankedCall[] } {
    this.#sortOut()
    return { before: this.#sorted(), ties: this.#ties }
  }

  #sorted(): RankedCall[] {
    return this.#before.sort((a, b) => compareTerms(a.terms, b.terms, this.#directions))
  }

  #sortOut(): void {
    const last = this.#before.length >= this.#atMost && this.#sorted()[this.#atMost - 1]
    if (!last) return
    const calls = this.#before
    const isTie = ({ terms }: RankedCall) => compareTerms(terms, last.terms, this.#directions) === 0
    const firstTie = calls.findIndex(isTie)
    this.#last = last.terms
    this.#before = calls.slice(0, firstTie)
    this.#ties = calls.slice(firstTie, 1 + calls.findLastIndex(isTie))
  }
}

const UNSORTED_MAX = 1024

/** Compares as many terms as there are directions. */
export function compareTerms(
  left: readonly LiteralValue[],
  right: readonly LiteralValue[],
  directions: readonly Direction[],
): number {
  for (const [at, direction] of directions.entries()) {
    const order = compareNullsLast(left[at] ?? null, right[at] ?? null, direction)
    if (order !== 0) return order
  }
  return 0
}

import type { LiteralValue } from '../../../query/values.ts'
import type { SealedMatches } from './sealed-matches.ts'
import type { SearchOrder } from './search-order.ts'
import type { Segment } from './segments.ts'
import { VERDICT } from './token-judge.ts'
import type { RankedCall } from './top-calls.ts'

/**
 * Calls that only their ids tell apart, since they have the same terms: some by number, and those of whole segments, of which each is opened when
 * one of its calls is met. There may be as many as a project has.
 */
export class TiedCalls {
  /** Those that are known by number. */
  readonly rids: ReadonlySet<number>
  readonly #segments: ReadonlyMap<number, Segment>
  /** By segment: 1 at the places of such calls. */
  readonly #opened = new Map<number, Uint8Array>()
  readonly #open: (segment: Segment) => Uint8Array

  constructor(
    calls: readonly RankedCall[],
    segments: readonly Segment[],
    open: (segment: Segment) => Uint8Array,
  ) {
    this.rids = new Set(calls.map(({ rid }) => rid))
    this.#segments = new Map(segments.map((segment) => [segment.id, segment]))
    this.#open = open
  }

  get hasSegments(): boolean {
    return this.#segments.size > 0
  }

  /** `segment` is null for a call that is not sealed. */
  has(rid: number, segment: number | null, place: number | null): boolean {
    const tied = segment === null ? undefined : this.#segments.get(segment)
    if (!tied) return this.rids.has(rid)
    let places = this.#opened.get(tied.id)
    if (!places) {
      places = this.#open(tied)
      this.#opened.set(tied.id, places)
    }
    return places[place ?? 0] === 1
  }
}

/** Where the calls of a segment are that match and have these terms, if none comes before them. */
export function tiedPlaces(
  segment: Segment,
  last: readonly LiteralValue[],
  matches: SealedMatches,
  { keys: [read] }: SearchOrder,
): Uint8Array {
  const { verdicts } = matches.in(segment)
  const places = new Uint8Array(segment.places)
  for (const place of read?.(segment).reaching(last) ?? [])
    places[place] = Number(verdicts[place] === VERDICT.yes)
  return places
}

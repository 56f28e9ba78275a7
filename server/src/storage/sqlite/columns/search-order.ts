import { COST } from '../../../domain/calls/fields.ts'
import { sortedBy } from '../../../query/build.ts'
import type { LiteralValue } from '../../../query/values.ts'
import type { CallSearch } from '../../port/calls.ts'
import type { SealedMatches } from './sealed-matches.ts'
import { type Bound, type SegmentBounds, withoutOrigin } from './segment-bounds.ts'
import type { Segment } from './segments.ts'
import { type KeyReader, keyReader, type SortTerm, sortTerms } from './sort-keys.ts'
import { compareTerms } from './top-calls.ts'

const BY_START = sortedBy('started_at', 'instant', 'asc')

/** The order that a search asks for. */
export class SearchOrder {
  readonly keys: readonly (KeyReader | undefined)[]
  readonly terms: readonly SortTerm[]
  /** The directions of all terms. */
  readonly directions: readonly SortTerm['direction'][]
  /** Set where calls are sorted by their start alone. */
  readonly direction: SortTerm['direction'] | undefined
  /** The directions of the terms of the first key. */
  readonly #firstDirections: readonly SortTerm['direction'][]
  /** The bounds of the first key. */
  readonly #bounds: ReturnType<SegmentBounds['of']> | undefined

  constructor({ sort }: CallSearch, { context }: SealedMatches, bounds: SegmentBounds, priceStamp: string) {
    const [first = BY_START, ...others] = sort
    this.keys = [first, ...others].map((key) => keyReader(key, context))
    this.terms = [first, ...others].flatMap(sortTerms)
    this.directions = this.terms.map(({ direction }) => direction)
    this.#firstDirections = sortTerms(first).map(({ direction }) => direction)
    const name = first.field.kind === 'column' ? first.field.name : undefined
    this.direction = name === 'started_at' && others.length === 0 ? first.direction : undefined
    const isBounded = this.isRead && !this.direction
    this.#bounds = isBounded ? bounds.of(first, name === COST ? priceStamp : '') : undefined
  }

  /** Whether columns have what calls are sorted by first. */
  get isRead(): boolean {
    return this.keys[0] !== undefined
  }

  /** Segments that may have the first calls come first, as far as that is known. */
  inOrder(segments: readonly Segment[]): readonly Segment[] {
    if (this.direction === 'asc') return segments.toSorted((a, b) => a.started_from - b.started_from)
    const bounds = this.#bounds
    if (!bounds) return segments
    const known = segments.filter(({ id }) => bounds.get(id))
    return [
      ...segments.filter(({ id }) => !bounds.get(id)),
      ...known.sort((a, b) => this.#compareFirst(bounds.get(a.id)?.terms, bounds.get(b.id)?.terms)),
    ]
  }

  /** Whether no call of this segment, and of those after it in `inOrder`, comes before one with these terms, or is equal to it. */
  isBeyond(segment: Segment, last: readonly LiteralValue[]): boolean {
    if (this.direction === 'asc') return segment.started_from > Number(last[0])
    if (this.direction === 'desc') return segment.started_to < Number(last[0])
    const bound = this.#bounds?.get(segment.id)
    return !!bound && this.#compareFirst(bound.terms, last) > 0
  }

  /** How many calls of the segment are equal to one with these terms; 0 if some may come before it, or if several keys decide. */
  tiesIn(segment: Segment, last: readonly LiteralValue[] | undefined): number {
    const bound = this.#boundOf(segment)
    if (!last || !bound || this.keys.length > 1) return 0
    return this.#compareFirst(bound.terms, last) === 0 ? bound.calls : 0
  }

  /** Read now, unless a search before did. */
  #boundOf(segment: Segment): Bound | null {
    const bounds = this.#bounds
    const known = bounds?.get(segment.id)
    if (known !== undefined || !bounds) return known ?? null
    const first = this.keys[0]?.(segment).first()
    const bound = first ? withoutOrigin(first) : null
    bounds.set(segment.id, bound)
    return bound
  }

  #compareFirst(left: readonly LiteralValue[] = [], right: readonly LiteralValue[] = []): number {
    return compareTerms(left, right, this.#firstDirections)
  }
}

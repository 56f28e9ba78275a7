import type { SortKey } from '../../../query/expression.ts'
import type { LiteralValue } from '../../../query/values.ts'
import { copyText } from '../../../remember.ts'
import { LastUsed } from './last-used.ts'

/** Sort keys whose bounds are kept. */
const KEYS_MAX = 16

/** Segments whose bounds are kept for a key. */
const SEGMENTS_MAX = 16_384

/** What comes first in a segment. No call of it comes before, whichever were removed since. */
export interface Bound {
  readonly terms: readonly LiteralValue[]
  /** How many calls have these terms. */
  readonly calls: number
}

/** Null where columns cannot tell. */
type Bounds = Map<number, Bound | null>

/** What the last searches learned of the segments that they sorted, so that the next one opens only those that may have the first calls. */
export class SegmentBounds {
  readonly #known = new LastUsed<string, Bounds>(KEYS_MAX)

  /** By segment, to be added to. The stamp is that of what values depend on, if these are not stored. */
  of(key: SortKey, stamp: string): Bounds {
    const name = stamp + JSON.stringify(key, (_, value) => (typeof value === 'bigint' ? `${value}n` : value))
    const bounds: Bounds = this.#known.get(name) ?? new Map()
    // Most of so many are of segments that were rewritten.
    if (bounds.size > SEGMENTS_MAX) bounds.clear()
    this.#known.use(name, bounds)
    return bounds
  }
}

/** A text that was cut out of another one keeps all of that in memory. */
export function withoutOrigin({ terms, calls }: Bound): Bound {
  return { terms: terms.map((term) => (typeof term === 'string' ? copyText(term) : term)), calls }
}

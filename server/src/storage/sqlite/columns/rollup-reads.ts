import type { CallStatsQuery } from '../../../domain/calls/stats.ts'
import { groupBy } from '../../../domain/measures/group-by.ts'
import { bucketOf } from '../../../domain/measures/time-buckets.ts'
import { type Codes, type Column, UNKNOWN, uniformColumn } from './column.ts'
import { ROLLUPS } from './column-names.ts'
import type { Grouping } from './grouping.ts'
import { CALLS, DIMENSIONS, type Rollup } from './rollup.ts'
import type { SealedMatches } from './sealed-matches.ts'
import { ColumnReader, type Segment } from './segments.ts'
import { VERDICT } from './token-judge.ts'

/** The kinds of calls of some segments, some of which match. */
export interface MatchingKinds {
  readonly segments: readonly Segment[]
  /** As if they were one segment, with a place for each kind. */
  readonly kinds: Segment
  readonly rollup: Rollup
  readonly verdicts: Uint8Array
  /** Known for all that match. */
  readonly groups: Codes
}

/** Further calls of a query are read segment by segment: merged roll-ups of more would not be kept until the next one. */
const CALLS_MERGED_MAX = 10_000_000

type StartRange = Pick<Segment, 'started_from' | 'started_to'>

const rangeOf = (segments: readonly Segment[]): StartRange => ({
  started_from: Math.min(...segments.map(({ started_from }) => started_from)),
  started_to: Math.max(...segments.map(({ started_to }) => started_to)),
})

/** Judges the kinds of calls that segments have, as if each were a call. */
export class RollupReads {
  /** Columns of the kinds that were read last. */
  readonly columns = new KindColumns()
  readonly #matches: SealedMatches
  readonly #kindMatches: SealedMatches<KindColumns>
  readonly #groups: Grouping['groups']
  readonly #edges: readonly number[]
  /** The one that told last comes first. */
  #names: readonly (typeof ROLLUPS)[number][] = ROLLUPS

  constructor(matches: SealedMatches, { groups }: Grouping, { edges }: CallStatsQuery) {
    this.#matches = matches
    this.#kindMatches = matches.over(this.columns)
    this.#groups = groups
    this.#edges = edges
  }

  /**
   * Offers the kinds of calls of all segments that may have matches, many of these together where that is possible. Yields the segments of which
   * roll-ups do not tell, or of which they are not taken. `mayTake` is asked before they are read.
   */
  *untaken(
    take: (found: MatchingKinds) => boolean,
    mayTake: (range: StartRange) => boolean = () => true,
  ): Generator<Segment> {
    const isTaken = (segments: readonly Segment[]): boolean => {
      const range = rangeOf(segments)
      const found = mayTake(range) ? this.#kindsIn(segments, range) : undefined
      return found !== undefined && take(found)
    }
    let calls = 0
    for (const group of this.#matches.groups) {
      for (const part of this.#inOneBucket(this.#matches.segments(group.segments))) {
        calls += part.reduce((sum, { places }) => sum + places, 0)
        if (part.length > 1 && calls <= CALLS_MERGED_MAX && isTaken(part)) continue
        for (const segment of part) if (!isTaken([segment])) yield segment
      }
    }
  }

  /** Segments whose calls are all in one bucket, together; the others alone. */
  #inOneBucket(segments: readonly Segment[]): Iterable<readonly Segment[]> {
    return groupBy(segments, (segment) => {
      const first = bucketOf(this.#edges, segment.started_from)
      const isWhole = segment.removed === 0 && first === bucketOf(this.#edges, segment.started_to)
      return isWhole ? `bucket ${first}` : segment.id
    }).values()
  }

  /** Undefined where the calls are in several buckets, or where no roll-up tells which of them match, and their groups. */
  #kindsIn(segments: readonly Segment[], range: StartRange): MatchingKinds | undefined {
    const { started_from, started_to } = range
    if (bucketOf(this.#edges, started_from) !== bucketOf(this.#edges, started_to)) return undefined
    if (segments.some(({ removed }) => removed > 0)) return undefined
    for (const name of this.#names) {
      const rollup = this.#matches.context.columns.rollup(segments, name)
      this.columns.isBeyond = false
      const found = rollup && this.#judge(segments, rollup, range)
      if (found) {
        if (name !== this.#names[0]) this.#names = [name, ...this.#names.filter((other) => other !== name)]
        return found
      }
      // What no roll-up has, that of the next segment does not have either.
      if (this.columns.isBeyond) this.#names = []
    }
    return undefined
  }

  #judge(segments: readonly Segment[], rollup: Rollup, range: StartRange): MatchingKinds | undefined {
    this.columns.rollup = rollup
    const places = rollup.numbers(CALLS).length
    const kinds: Segment = { id: segments[0]?.id ?? 0, places, ...range, removed: 0, removed_places: null }
    const { unknown, verdicts } = this.#kindMatches.in(kinds)
    const groups = this.#groups(kinds, this.columns)
    if (unknown > 0 || groups.codes.some((code, kind) => code === UNKNOWN && verdicts[kind] === VERDICT.yes))
      return undefined
    return { segments, kinds, rollup, verdicts, groups }
  }
}

/** What tells kinds apart, and nothing else of their calls. */
class KindColumns extends ColumnReader {
  rollup: Rollup | undefined
  /** Whether something was read that no roll-up has. */
  isBeyond = false

  read({ places }: Segment, name: string): Column {
    // Starts are judged by those of the segment, unless the range of the query cuts it.
    if (!DIMENSIONS.has(name) && name !== 'started_at') this.isBeyond = true
    return this.rollup?.read(name) ?? uniformColumn(places, UNKNOWN)
  }

  override readNumbers(_kinds: Segment, name: string): Float64Array {
    return this.rollup?.numbers(name) ?? new Float64Array()
  }
}

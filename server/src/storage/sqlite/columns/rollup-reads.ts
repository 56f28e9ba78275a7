import type { CallStatsQuery } from '../../../domain/calls/stats.ts'
import { bucketOf } from '../../../domain/measures/time-buckets.ts'
import { type Codes, type Column, UNKNOWN, uniformColumn } from './column.ts'
import { ROLLUPS } from './column-names.ts'
import type { Grouping } from './grouping.ts'
import { CALLS, DIMENSIONS, type Rollup } from './rollup.ts'
import type { SealedMatches } from './sealed-matches.ts'
import { ColumnReader, type Segment } from './segments.ts'
import { VERDICT } from './token-judge.ts'

/** The kinds of calls of a segment, some of which match. */
export interface MatchingKinds {
  /** A segment with a place for each kind. */
  readonly kinds: Segment
  readonly rollup: Rollup
  readonly verdicts: Uint8Array
  /** Known for all that match. */
  readonly groups: Codes
}

/** Judges the kinds of calls that segments have, as if each were a call. */
export class RollupReads {
  /** Columns of the kinds of the segment that was read last. */
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

  /** Undefined where the calls of the segment are in several buckets, or where no roll-up tells which of them match, and their groups. */
  kindsIn(segment: Segment): MatchingKinds | undefined {
    const [first, last] = [segment.started_from, segment.started_to]
    if (segment.removed > 0 || bucketOf(this.#edges, first) !== bucketOf(this.#edges, last)) return undefined
    for (const name of this.#names) {
      const rollup = this.#matches.context.columns.rollup(segment, name)
      this.columns.isBeyond = false
      const found = rollup && this.#judge(segment, rollup)
      if (found) {
        if (name !== this.#names[0]) this.#names = [name, ...this.#names.filter((other) => other !== name)]
        return found
      }
      // What no roll-up has, that of the next segment does not have either.
      if (this.columns.isBeyond) this.#names = []
    }
    return undefined
  }

  #judge(segment: Segment, rollup: Rollup): MatchingKinds | undefined {
    this.columns.rollup = rollup
    const kinds = { ...segment, places: rollup.numbers(CALLS).length }
    const { unknown, verdicts } = this.#kindMatches.in(kinds)
    const groups = this.#groups(kinds, this.columns)
    if (unknown > 0 || groups.codes.some((code, kind) => code === UNKNOWN && verdicts[kind] === VERDICT.yes))
      return undefined
    return { kinds, rollup, verdicts, groups }
  }
}

/** What tells the kinds of a segment apart, and nothing else of their calls. */
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

import { type CallStatsQuery, type MeasuredCalls, wantsLatencies } from '../../../domain/calls/stats.ts'
import { wholeMs } from '../../../domain/calls/status.ts'
import { callStatsSelect } from '../../port/stats-selects.ts'
import { type MeasuredRow, measured } from '../call-stats.ts'
import { MISSING, UNKNOWN } from './column.ts'
import { CODES_MAX, type Grouping, groupingOf, tokenOf } from './grouping.ts'
import { OpenCalls } from './open-calls.ts'
import type { Matches, SealedMatches } from './sealed-matches.ts'
import type { Segment } from './segments.ts'
import { VERDICT } from './token-judge.ts'

/**
 * Measures calls segment by segment, and has SQLite measure those that columns cannot tell. Undefined if columns do not have what
 * calls are grouped by.
 */
export function measuredSegments(
  matches: SealedMatches,
  segments: readonly Segment[],
  query: CallStatsQuery,
): Iterable<MeasuredCalls> | undefined {
  const grouping = groupingOf(matches, query)
  return grouping && measuredBy(grouping, matches, segments, query)
}

function* measuredBy(
  grouping: Grouping,
  matches: SealedMatches,
  segments: readonly Segment[],
  query: CallStatsQuery,
): Generator<MeasuredCalls> {
  const { where, ...select } = callStatsSelect(query)
  const open = new OpenCalls()
  const withLatencies = wantsLatencies(query)
  for (const row of matches.askUnsealed<MeasuredRow>(select)) yield measured(row)
  for (const segment of segments) {
    const found = matches.in(segment)
    open.add(matches, segment, found)
    if (found.yes > 0) yield* measuredIn(segment, found, matches, grouping, { open, withLatencies })
  }
  for (const row of open.rows<MeasuredRow>(matches, select)) yield measured(row)
}

/** Measures the matches of a segment, and leaves those open whose group columns do not tell. */
function measuredIn(
  segment: Segment,
  { verdicts }: Matches,
  { context: { columns } }: SealedMatches,
  { readSlots, groups, groupName }: Grouping,
  { open, withLatencies }: { readonly open: OpenCalls; readonly withLatencies: boolean },
): Iterable<MeasuredCalls> {
  const { values: slots } = readSlots(segment)
  const starts = columns.readNumbers(segment, 'started_at')
  const ends = withLatencies ? columns.readNumbers(segment, 'ended_at') : undefined
  const failures = columns.readCodes(segment, 'failed')
  const { codes, tokens } = groups(segment)
  const tallies = new Map<number, Tally>()
  for (let place = 0; place < verdicts.length; place++) {
    if (verdicts[place] !== VERDICT.yes) continue
    const code = codes[place] ?? MISSING
    if (code === UNKNOWN) {
      open.addRids([columns.readNumbers(segment, 'rid')[place] ?? 0], [])
      continue
    }
    const failure = failures.codes[place] ?? MISSING
    const key = ((slots[place] ?? 0) * CODES_MAX + code) * CODES_MAX + failure
    let tally = tallies.get(key)
    if (!tally) {
      const failed = Number(tokenOf(failures.tokens(), failure))
      tally = new Tally(failed, groupName(tokenOf(tokens(), code)))
      tallies.set(key, tally)
    }
    tally.add(starts[place] ?? 0, ends?.[place])
  }
  return tallies.values()
}

class Tally implements MeasuredCalls {
  readonly failed: number
  readonly group: string | null
  readonly tookMs: number[] = []
  count = 0
  started_at = Number.NEGATIVE_INFINITY

  constructor(failed: number, group: string | null) {
    this.failed = failed
    this.group = group
  }

  add(start: number, end: number | undefined): void {
    this.count++
    if (start > this.started_at) this.started_at = start
    if (end !== undefined) this.tookMs.push(wholeMs(end - start))
  }
}

import { type CallStatsQuery, type MeasuredCalls, wantsLatencies } from '../../../domain/calls/stats.ts'
import { wholeMs } from '../../../domain/calls/status.ts'
import { callStatsSelect } from '../../port/stats-selects.ts'
import { type MeasuredRow, measured } from '../calls/call-stats.ts'
import { type Codes, MISSING, UNKNOWN } from './column.ts'
import { CODES_MAX, type Grouping, groupingOf, tokenOf } from './grouping.ts'
import type { Matches } from './matches.ts'
import { CALLS, LAST_STARTED_AT, TOOK_MS } from './rollup.ts'
import { type MatchingKinds, RollupReads } from './rollup-reads.ts'
import type { SealedMatches } from './sealed-matches.ts'
import type { Segment } from './segments.ts'
import { VERDICT } from './token-judge.ts'
import { UndecidedCalls } from './undecided-calls.ts'

/**
 * Measures calls segment by segment, and has SQLite measure those that columns cannot tell. Undefined if columns do not have what
 * calls are grouped by.
 */
export function measuredSegments(
  matches: SealedMatches,
  query: CallStatsQuery,
): Iterable<MeasuredCalls> | undefined {
  const grouping = groupingOf(matches, query)
  return grouping && measuredBy(grouping, matches, query)
}

function* measuredBy(
  grouping: Grouping,
  matches: SealedMatches,
  query: CallStatsQuery,
): Generator<MeasuredCalls> {
  const { where, ...select } = callStatsSelect(query)
  const open = new UndecidedCalls()
  const withLatencies = wantsLatencies(query)
  const rollups = new RollupReads(matches, grouping, query)
  for (const row of matches.askUnsealed<MeasuredRow>(select)) yield measured(row)
  const rolledUp: MeasuredCalls[] = []
  const take = (found: MatchingKinds) => {
    rolledUp.push(...measuredKinds(rollups, found, grouping, withLatencies))
    return true
  }
  for (const segment of rollups.untaken(take)) {
    const found = matches.in(segment)
    open.add(matches, segment, found)
    if (found.yes > 0) yield* measuredIn(segment, found, matches, grouping, { open, withLatencies })
  }
  yield* rolledUp
  for (const row of open.rows<MeasuredRow>(matches, select)) yield measured(row)
}

/** Calls with the same group and outcome, whose latencies are side by side. */
interface Run {
  /** The first of them. */
  readonly kind: number
  readonly group: number
  readonly failed: number
  readonly from: number
  to: number
  started_at: number
}

function measuredKinds(
  rollups: RollupReads,
  found: MatchingKinds,
  { groupName }: Grouping,
  withLatencies: boolean,
): MeasuredCalls[] {
  const failures = rollups.columns.readCodes(found.kinds, 'failed')
  const ascending = withLatencies ? found.rollup.ascendingMs : undefined
  const took = withLatencies && !ascending ? found.rollup.numbers(TOOK_MS) : new Float64Array()
  return runsIn(found, failures.codes).map(({ kind, group, failed, from, to, started_at }) => ({
    failed: Number(tokenOf(failures.tokens(), failed)),
    group: groupName(tokenOf(found.groups.tokens(), group)),
    count: to - from,
    started_at,
    tookMs: took.subarray(from, to),
    ...(ascending?.[kind] && { ascendingMs: ascending[kind] }),
  }))
}

function runsIn({ rollup, verdicts, groups }: MatchingKinds, failures: Codes['codes']): Run[] {
  const [calls, starts] = [rollup.numbers(CALLS), rollup.numbers(LAST_STARTED_AT)]
  const runs: Run[] = []
  let from = 0
  for (let kind = 0; kind < verdicts.length; kind++) {
    const to = from + (calls[kind] ?? 0)
    const [group, failed] = [groups.codes[kind] ?? MISSING, failures[kind] ?? MISSING]
    if (verdicts[kind] === VERDICT.yes) {
      const last = runs.at(-1)
      const started_at = starts[kind] ?? 0
      // Those of two kinds do not ascend together.
      const isNext = !rollup.ascendingMs && last?.to === from
      if (isNext && last.group === group && last.failed === failed) {
        last.to = to
        last.started_at = Math.max(last.started_at, started_at)
      } else runs.push({ kind, group, failed, from, to, started_at })
    }
    from = to
  }
  return runs
}

/** Measures the matches of a segment, and leaves those open whose group columns do not tell. */
function measuredIn(
  segment: Segment,
  { verdicts }: Matches,
  { context: { columns } }: SealedMatches,
  { readSlots, groups, groupName }: Grouping,
  { open, withLatencies }: { readonly open: UndecidedCalls; readonly withLatencies: boolean },
): Iterable<MeasuredCalls> {
  const { values: slots } = readSlots(segment)
  const starts = columns.readNumbers(segment, 'started_at')
  const ends = withLatencies ? columns.readNumbers(segment, 'ended_at') : undefined
  const failures = columns.readCodes(segment, 'failed')
  const { codes, tokens } = groups(segment, columns)
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

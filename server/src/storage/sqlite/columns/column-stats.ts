import { type CallStatsQuery, type MeasuredCalls, wantsLatencies } from '../../../domain/calls/stats.ts'
import { evaluateValue } from '../../../query/evaluate.ts'
import { callStatsSelect } from '../../port/stats-selects.ts'
import { type CodedColumn, type Column, FIRST_CODE, MISSING, UNKNOWN, uniformColumn } from './column.ts'
import { type NumberReader, numberReader } from './number-vectors.ts'
import { OpenCalls } from './open-calls.ts'
import type { Matches, SealedMatches } from './sealed-matches.ts'
import type { Segment } from './segments.ts'
import { VERDICT } from './token-judge.ts'
import { overColumns, TokenRow } from './token-row.ts'

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
  for (const row of matches.askUnsealed<MeasuredRow>(select)) yield measured(row)
  for (const segment of segments) {
    const found = matches.in(segment)
    open.add(matches, segment, found)
    if (found.yes > 0) yield* measuredIn(segment, found, matches, grouping, open)
  }
  for (const row of open.rows<MeasuredRow>(matches, select)) yield measured(row)
}

type MeasuredRow = Omit<MeasuredCalls, 'tookMicros'> & { readonly took?: string }

const measured = ({ took = '[]', ...row }: MeasuredRow): MeasuredCalls => ({
  ...row,
  tookMicros: JSON.parse(took),
})

/** What tells calls of a segment apart. */
interface Grouping {
  readonly readSlots: NumberReader
  readonly withLatencies: boolean
  readonly groups: (segment: Segment) => Codes
  /** The name of a group by its token. */
  readonly groupName: (token: string | null) => string | null
}

type Codes = Pick<CodedColumn, 'codes' | 'tokens'>

function groupingOf({ context }: SealedMatches, query: CallStatsQuery): Grouping | undefined {
  const [slot, , group] = (callStatsSelect(query).columns ?? []).map(({ value }) => value)
  const readSlots = slot && numberReader(slot, context.columns)
  const grouped = group && overColumns(group, context.project_id)
  if (!readSlots || !grouped || grouped.columns.length > 1) return undefined
  const [column] = grouped.columns
  const row = new TokenRow(context.opName)
  return {
    readSlots,
    withLatencies: wantsLatencies(query),
    groups: (segment) =>
      column === undefined
        ? uniformColumn(segment.places, MISSING)
        : codesOf(context.columns.read(segment, column)),
    groupName(token) {
      if (column !== undefined) row.tokens.set(column, token)
      const name = evaluateValue(grouped.expression, row)
      return name === null ? null : String(name)
    },
  }
}

/** Each different number as a token. */
function codesOf(column: Column): Codes {
  if (column.kind === 'codes') return column
  const codeOf = new Map<number, number>()
  const codes = Uint16Array.from(column.values, (value) => {
    if (Number.isNaN(value)) return MISSING
    const code = codeOf.get(value) ?? FIRST_CODE + codeOf.size
    codeOf.set(value, code)
    return code
  })
  const tokens = [...codeOf.keys()].map(String)
  return { codes, tokens: () => tokens }
}

/** Measures the matches of a segment, and leaves those open whose group columns do not tell. */
function measuredIn(
  segment: Segment,
  { verdicts }: Matches,
  { context: { columns } }: SealedMatches,
  { readSlots, withLatencies, groups, groupName }: Grouping,
  open: OpenCalls,
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
    const key = ((slots[place] ?? 0) * CODES + code) * CODES + failure
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

/** More than there are codes in a segment. */
const CODES = 2048

const tokenOf = (tokens: readonly string[], code: number): string | null => tokens[code - FIRST_CODE] ?? null

class Tally implements MeasuredCalls {
  readonly failed: number
  readonly group: string | null
  readonly tookMicros: number[] = []
  count = 0
  started_at = Number.NEGATIVE_INFINITY

  constructor(failed: number, group: string | null) {
    this.failed = failed
    this.group = group
  }

  add(start: number, end: number | undefined): void {
    this.count++
    if (start > this.started_at) this.started_at = start
    if (end !== undefined) this.tookMicros.push(end - start)
  }
}

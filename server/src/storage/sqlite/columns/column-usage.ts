import type { MeasuredUsage } from '../../../domain/calls/priced-usage.ts'
import { type CallStatsQuery, wantsSumsAlone } from '../../../domain/calls/stats.ts'
import { bucketOf } from '../../../domain/measures/time-buckets.ts'
import type { ModelUsage } from '../../../domain/prices/price.ts'
import { type Codes, type Column, MISSING, UNKNOWN } from './column.ts'
import { reportColumn } from './column-names.ts'
import { type Grouping, groupingOf } from './grouping.ts'
import type { Matches } from './matches.ts'
import type { NotCounted } from './not-counted.ts'
import { NOT_NUMBERED, Numbering } from './numbering.ts'
import { LAST_STARTED_AT, REPORTS } from './rollup.ts'
import { type MatchingKinds, RollupReads } from './rollup-reads.ts'
import type { Asked, SealedMatches } from './sealed-matches.ts'
import type { ColumnReader, Segment, SegmentColumns } from './segments.ts'
import { VERDICT } from './token-judge.ts'
import { UndecidedCalls } from './undecided-calls.ts'

interface UsageSearch {
  readonly query: CallStatsQuery
  /** For the usage of calls that columns cannot tell. */
  readonly asked: Asked
  /** Calls whose usage does not count. */
  readonly notCounted: NotCounted
}

/**
 * The usage of calls, segment by segment; SQLite is asked about calls that columns cannot tell. Undefined if columns do not have what
 * calls are grouped by, or if most segments have no columns of usage.
 */
export function usageOfSegments(
  matches: SealedMatches,
  segments: readonly Segment[],
  search: UsageSearch,
): Iterable<MeasuredUsage> | undefined {
  const { columns } = matches.context
  const { group_by, ...ungrouped } = search.query
  const grouped = group_by === 'model' ? ungrouped : search.query
  const grouping = groupingOf(matches, grouped)
  if (!grouping || countWithUsage(segments, columns) * 2 < segments.length) return undefined
  return usageBy(grouping, matches, search, new RollupReads(matches, grouping, grouped))
}

/** How many segments have columns of usage: the latest, since those of earlier versions have none. */
function countWithUsage(segments: readonly Segment[], columns: SegmentColumns): number {
  const latestFirst = segments.toSorted((a, b) => b.id - a.id)
  let [low, high] = [0, latestFirst.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const segment = latestFirst[middle]
    if (segment && columns.has(segment, reportColumn('model'))) low = middle + 1
    else high = middle
  }
  return low
}

function* usageBy(
  grouping: Grouping,
  matches: SealedMatches,
  { query, asked, notCounted }: UsageSearch,
  rollups: RollupReads,
): Generator<MeasuredUsage> {
  const { columns } = matches.context
  const open = new UndecidedCalls()
  const reports = new Reports(query, grouping)
  yield* matches.askUnsealed<MeasuredUsage>(asked)
  const isTaken = (found: MatchingKinds): boolean =>
    notCounted.areLeftOut(found.rollup, found.segments, columns) && reports.addKinds(found, rollups.columns)
  for (const segment of rollups.untaken(isTaken, (range) => reports.takesKindsOf(range))) {
    const found = matches.in(segment)
    open.add(matches, segment, found)
    if (found.yes === 0) continue
    open.addRids(reports.addCalls(segment, columns, found, notCounted), [])
    if (!reports.areSums) yield* reports.take()
  }
  yield* reports.take()
  yield* open.rows<MeasuredUsage>(matches, asked)
}

/** What calls report: added up where it belongs together, unless sums are not enough. */
class Reports {
  readonly areSums: boolean
  readonly #isByModel: boolean
  readonly #edges: readonly number[]
  readonly #priceEdges: readonly number[]
  readonly #grouping: Grouping
  readonly #models = new Numbering((token) => (token === null ? null : String(JSON.parse(token))))
  readonly #groups: Numbering
  readonly #prices: Price[] = []
  readonly #priceNumbers = new Map<number, number>()
  /** By bucket and time of the price, then by group and price. */
  readonly #sums = new Map<number, Map<number, Report>>()
  #single: Report[] = []

  constructor(query: CallStatsQuery, grouping: Grouping) {
    this.areSums = wantsSumsAlone(query)
    this.#isByModel = query.group_by === 'model'
    this.#edges = query.edges
    this.#priceEdges = [Number.NEGATIVE_INFINITY, ...(query.price_dates ?? [])]
    this.#grouping = grouping
    this.#groups = new Numbering(grouping.groupName)
  }

  /** Whether sums are enough, and prices are the same for all calls that started in this time. */
  takesKindsOf({ started_from, started_to }: Pick<Segment, 'started_from' | 'started_to'>): boolean {
    return this.areSums && bucketOf(this.#priceEdges, started_from) === bucketOf(this.#priceEdges, started_to)
  }

  /** All that were added, which it forgets. */
  *take(): Generator<MeasuredUsage> {
    yield* this.#single
    for (const sums of this.#sums.values()) yield* sums.values()
    this.#single = []
    this.#sums.clear()
  }

  /** Returns the numbers of the calls whose report or group columns do not tell. */
  addCalls(
    segment: Segment,
    columns: ColumnReader,
    { verdicts }: Matches,
    notCounted: NotCounted,
  ): readonly number[] {
    const { codes: models } = columns.readCodes(segment, reportColumn('model'))
    const rids = columns.readNumbers(segment, 'rid')
    const open: number[] = []
    let add: AddReport | undefined
    for (let place = 0; place < verdicts.length; place++) {
      const model = models[place] ?? MISSING
      if (verdicts[place] !== VERDICT.yes || model === MISSING) continue
      const rid = rids[place] ?? 0
      if (notCounted.has(rid)) continue
      // A segment without a known report has no other columns.
      if (model !== UNKNOWN) add ??= this.#adderOfCalls(segment, columns)
      if (model === UNKNOWN || !add?.(place, 1)) open.push(rid)
    }
    return open
  }

  /** Adds what kinds of calls report; returns false, and adds nothing, where it is not known of one of them. */
  addKinds({ kinds, rollup, verdicts, groups }: MatchingKinds, columns: ColumnReader): boolean {
    const { codes: models } = columns.readCodes(kinds, reportColumn('model'))
    if (models.some((model, kind) => model === UNKNOWN && verdicts[kind] === VERDICT.yes)) return false
    const reports = rollup.numbers(REPORTS)
    // Roll-ups are read only where all calls are in one bucket. Its number is below those of the slots.
    const slot = -1 - bucketOf(this.#edges, kinds.started_from)
    const slotAt = () => slot
    let add: AddReport | undefined
    for (let kind = 0; kind < verdicts.length; kind++) {
      const count = reports[kind] ?? 0
      if (verdicts[kind] !== VERDICT.yes || count === 0) continue
      add ??= this.#adder(kinds, columns, groups, rollup.numbers(LAST_STARTED_AT), slotAt)
      add(kind, count)
    }
    return true
  }

  #adderOfCalls(segment: Segment, columns: ColumnReader): AddReport {
    const starts = columns.readNumbers(segment, 'started_at')
    const { values: slots } = this.#grouping.readSlots(segment)
    const slotAt = (place: number) => slots[place] ?? 0
    return this.#adder(segment, columns, this.#grouping.groups(segment, columns), starts, slotAt)
  }

  #adder(
    segment: Segment,
    columns: ColumnReader,
    groupCodes: Codes,
    starts: Float64Array,
    slotAt: (place: number) => number,
  ): AddReport {
    const codes = (name: 'model' | 'request_model') => columns.readCodes(segment, reportColumn(name))
    const numbers = (name: keyof ModelUsage) => columns.readNumbers(segment, reportColumn(name))
    const models = this.#models.of(codes('model'))
    const requestModels = this.#models.of(codes('request_model'))
    const groups = this.#groups.of(groupCodes)
    const isPreferred = presence(columns.read(segment, reportColumn('preferred_cost')))
    const [requests, prompt, completion, total] = [
      numbers('requests'),
      numbers('prompt_tokens'),
      numbers('completion_tokens'),
      numbers('total_tokens'),
    ]
    const cacheRead = numbers('cache_read_input_tokens')
    const cacheCreation = numbers('cache_creation_input_tokens')
    const reportedCost = numbers('reported_cost')

    return (place, count) => {
      const group = groups(place)
      if (group === NOT_NUMBERED) return false
      const price = this.#price(models(place), requestModels(place), isPreferred(place))
      const report = this.#report(slotAt(place), starts[place] ?? 0, price, group)
      report.count += count
      report.requests += requests[place] ?? 0
      report.prompt_tokens += prompt[place] ?? 0
      report.completion_tokens += completion[place] ?? 0
      report.total_tokens += total[place] ?? 0
      report.cache_read_input_tokens += cacheRead[place] ?? 0
      report.cache_creation_input_tokens += cacheCreation[place] ?? 0
      report.reported_cost += reportedCost[place] || 0
      return true
    }
  }

  /** The number of what a price depends on. */
  #price(model: number, requestModel: number, isPreferred: boolean): number {
    const key = (model * NUMBERS_MAX + requestModel) * 2 + Number(isPreferred)
    const known = this.#priceNumbers.get(key)
    if (known !== undefined) return known
    this.#priceNumbers.set(key, this.#prices.length)
    const [name, requested] = [this.#models.text(model), this.#models.text(requestModel)]
    return this.#prices.push({ model: name ?? '', request_model: requested, is_preferred: isPreferred }) - 1
  }

  /** The report of the same bucket, price and group, or a new one. */
  #report(slot: number, start: number, price: number, group: number): Report {
    const period = slot * this.#priceEdges.length + bucketOf(this.#priceEdges, start)
    const key = group * NUMBERS_MAX + price
    const known = this.areSums ? this.#sums.get(period)?.get(key) : undefined
    if (known) return known
    const priced = this.#prices[price] ?? NO_PRICE
    const report = new Report(start, priced, this.#isByModel ? priced.model : this.#groups.text(group))
    if (!this.areSums) this.#single.push(report)
    else this.#sums.set(period, (this.#sums.get(period) ?? new Map<number, Report>()).set(key, report))
    return report
  }
}

type Price = Pick<Report, 'model' | 'request_model' | 'is_preferred'>

const NO_PRICE: Price = { model: '', request_model: null, is_preferred: false }

/** More than there are models, and groups; two numbers below it make one that is exact. */
const NUMBERS_MAX = 2 ** 25

/** Adds the reports at a place, so many of them; returns false if their group is not known. */
type AddReport = (place: number, count: number) => boolean

/** Whether there is a value at a place. */
function presence(column: Column): (place: number) => boolean {
  return column.kind === 'codes'
    ? (place) => column.codes[place] !== MISSING
    : (place) => !Number.isNaN(column.values[place])
}

class Report implements MeasuredUsage {
  readonly started_at: number
  readonly model: string
  readonly request_model: string | null
  readonly is_preferred: boolean
  readonly group: string | null
  count = 0
  requests = 0
  prompt_tokens = 0
  completion_tokens = 0
  total_tokens = 0
  cache_read_input_tokens = 0
  cache_creation_input_tokens = 0
  reported_cost = 0

  constructor(started_at: number, { model, request_model, is_preferred }: Price, group: string | null) {
    this.started_at = started_at
    this.model = model
    this.request_model = request_model
    this.is_preferred = is_preferred
    this.group = group
  }
}

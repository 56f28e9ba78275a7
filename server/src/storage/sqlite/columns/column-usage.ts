import type { MeasuredUsage } from '../../../domain/calls/priced-usage.ts'
import { type CallStatsQuery, wantsSumsAlone } from '../../../domain/calls/stats.ts'
import { bucketOf } from '../../../domain/measures/time-buckets.ts'
import { MISSING, UNKNOWN } from './column.ts'
import { reportColumn } from './column-names.ts'
import { CODES_MAX, type Grouping, groupingOf, tokenOf } from './grouping.ts'
import { OpenCalls } from './open-calls.ts'
import type { Asked, Matches, SealedMatches } from './sealed-matches.ts'
import type { Segment, SegmentColumns } from './segments.ts'
import { VERDICT } from './token-judge.ts'

interface UsageSearch {
  readonly query: CallStatsQuery
  /** For the usage of calls that columns cannot tell. */
  readonly asked: Asked
  /** Calls whose usage does not count. */
  readonly notCounted: ReadonlySet<number>
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
  const grouping = groupingOf(matches, group_by === 'model' ? ungrouped : search.query)
  const known = segments.filter((segment) => columns.has(segment, reportColumn('model')))
  if (!grouping || known.length * 2 < segments.length) return undefined
  return usageBy(grouping, matches, segments, search)
}

function* usageBy(
  grouping: Grouping,
  matches: SealedMatches,
  segments: readonly Segment[],
  { query, asked, notCounted }: UsageSearch,
): Generator<MeasuredUsage> {
  const open = new OpenCalls()
  yield* matches.askUnsealed<MeasuredUsage>(asked)
  for (const segment of segments) {
    const found = matches.in(segment)
    open.add(matches, segment, found)
    if (found.yes === 0) continue
    const reports = new Reports(segment, matches.context.columns, query, grouping)
    for (const rid of reports.add(found, notCounted)) open.addRids([rid], [])
    yield* reports.rows()
  }
  yield* open.rows<MeasuredUsage>(matches, asked)
}

/** What the calls of a segment report: added up where it belongs together, unless sums are not enough. */
class Reports {
  readonly #segment: Segment
  readonly #columns: SegmentColumns
  readonly #query: CallStatsQuery
  readonly #grouping: Grouping
  readonly #rows = new Map<number, Report>()

  constructor(segment: Segment, columns: SegmentColumns, query: CallStatsQuery, grouping: Grouping) {
    this.#segment = segment
    this.#columns = columns
    this.#query = query
    this.#grouping = grouping
  }

  rows(): Iterable<MeasuredUsage> {
    return this.#rows.values()
  }

  /** Returns the numbers of the calls whose report or group columns do not tell. */
  add({ verdicts }: Matches, notCounted: ReadonlySet<number>): readonly number[] {
    const { codes: models } = this.#codes('model')
    const rids = this.#columns.readNumbers(this.#segment, 'rid')
    const open: number[] = []
    let add: ((place: number) => boolean) | undefined
    for (let place = 0; place < verdicts.length; place++) {
      const model = models[place] ?? MISSING
      if (verdicts[place] !== VERDICT.yes || model === MISSING) continue
      const rid = rids[place] ?? 0
      if (notCounted.has(rid)) continue
      // A segment without a known report has no other columns.
      if (model !== UNKNOWN) add ??= this.#adder()
      if (model === UNKNOWN || !add?.(place)) open.push(rid)
    }
    return open
  }

  /** Adds the report at a place; returns false if its group is not known. */
  #adder(): (place: number) => boolean {
    const [models, requestModels] = [this.#codes('model'), this.#codes('request_model')]
    const groups = this.#grouping.groups(this.#segment)
    const keyOf = this.#keys()
    const starts = this.#columns.readNumbers(this.#segment, 'started_at')
    const [requests, prompt, completion, total] = [
      this.#numbers('requests'),
      this.#numbers('prompt_tokens'),
      this.#numbers('completion_tokens'),
      this.#numbers('total_tokens'),
    ]
    const [cacheRead, cacheCreation] = [
      this.#numbers('cache_read_input_tokens'),
      this.#numbers('cache_creation_input_tokens'),
    ]
    const [reportedCost, preferredCost] = [this.#numbers('reported_cost'), this.#numbers('preferred_cost')]
    const isByModel = this.#query.group_by === 'model'

    return (place) => {
      const [model, requestModel] = [models.codes[place] ?? MISSING, requestModels.codes[place] ?? MISSING]
      const group = groups.codes[place] ?? MISSING
      if (group === UNKNOWN) return false
      const isPreferred = !Number.isNaN(preferredCost[place])
      const start = starts[place] ?? 0
      const key = keyOf(place, start, (model * CODES_MAX + requestModel) * 2 + Number(isPreferred), group)
      let report = this.#rows.get(key)
      if (!report) {
        const name = nameIn(models.tokens(), model) ?? ''
        const groupName = isByModel ? name : this.#grouping.groupName(tokenOf(groups.tokens(), group))
        report = new Report(start, name, nameIn(requestModels.tokens(), requestModel), isPreferred, groupName)
        this.#rows.set(key, report)
      }
      report.count++
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

  /** A number for what belongs together: of one bucket, group and price. */
  #keys(): (place: number, start: number, models: number, group: number) => number {
    if (!wantsSumsAlone(this.#query)) return (place) => place
    const priceEdges = [Number.NEGATIVE_INFINITY, ...(this.#query.price_dates ?? [])]
    const { values: slots } = this.#grouping.readSlots(this.#segment)
    const kinds = new Map<number, number>()
    return (place, start, models, group) => {
      const kind = models * CODES_MAX + group
      let known = kinds.get(kind)
      if (known === undefined) {
        known = kinds.size
        kinds.set(kind, known)
      }
      return ((slots[place] ?? 0) * priceEdges.length + bucketOf(priceEdges, start)) * CODES_MAX + known
    }
  }

  #codes(name: 'model' | 'request_model') {
    return this.#columns.readCodes(this.#segment, reportColumn(name))
  }

  #numbers(name: Parameters<typeof reportColumn>[0]): Float64Array {
    return this.#columns.readNumbers(this.#segment, reportColumn(name))
  }
}

function nameIn(tokens: readonly string[], code: number): string | null {
  const token = tokenOf(tokens, code)
  return token === null ? null : JSON.parse(token)
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

  constructor(
    started_at: number,
    model: string,
    request_model: string | null,
    is_preferred: boolean,
    group: string | null,
  ) {
    this.started_at = started_at
    this.model = model
    this.request_model = request_model
    this.is_preferred = is_preferred
    this.group = group
  }
}

import { groupBy } from '../../../domain/measures/group-by.ts'
import { totalCost } from '../../../domain/prices/costs.ts'
import type { ModelUsage } from '../../../domain/prices/price.ts'
import { remember } from '../../../remember.ts'
import { MODEL_TOKENS, type SearchPrices } from '../calls/call-costs.ts'
import { asArrays, type TraceText, USAGE_TEXTS, usageRows } from '../calls/call-trace.ts'
import type { Database } from '../database/driver.ts'
import type { Column } from './column.ts'
import { reportColumn, type USAGE_FIGURES } from './column-names.ts'
import { tokenReader } from './token-reader.ts'

/** The segment whose figures are computed. */
interface UsageSource {
  readonly rids: Float64Array
  readonly starts: Float64Array
  /** Undefined for a column that it does not have. */
  read(name: string): Column | undefined
  possibleCosts(): Float64Array
}

/** A figure of each place of a segment; NaN where a call has none. */
type ReadFigures = (source: UsageSource) => Float64Array

export type UsageFigures = Record<(typeof USAGE_FIGURES)[number], ReadFigures>

/** Numbers of calls whose usage does not count. */
interface LeftOut {
  has(rid: number): boolean
}

/**
 * Tokens and costs of the calls of a segment, computed from what they report when they are read. Costs are never stored with the segment: they
 * change with the prices, and with the spans that are found to repeat others.
 */
export function usageColumns(db: Database, prices: SearchPrices) {
  // The list of numbers drives, so that its index is the place of a call.
  const selectTokens = db.prepare(`select ${asArrays({ places: 'j.key', tokens: MODEL_TOKENS })}
    from json_each(?) j cross join call_usage u on u.rid = j.value`)
  const selectUsage = db.prepare(`select ${asArrays({ ...USAGE_TEXTS, id: 'cast(j.key as text)' })}
    from json_each(?) j cross join call_usage u on u.rid = j.value`)

  function tokens({ rids }: UsageSource): Float64Array {
    const figures = new Float64Array(rids.length)
    const found = selectTokens.get<{ places: string; tokens: string }>(JSON.stringify([...rids]))
    const counts: number[] = JSON.parse(found?.tokens ?? '[]')
    const places: number[] = JSON.parse(found?.places ?? '[]')
    for (const [at, place] of places.entries()) figures[place] = (figures[place] ?? 0) + (counts[at] ?? 0)
    return figures.map((sum) => sum || Number.NaN)
  }

  function possibleCosts({ rids, starts, read }: UsageSource): Float64Array {
    const figures = new Float64Array(rids.length).fill(Number.NaN)
    const setCost = (place: number, usage: readonly ModelUsage[]) => {
      figures[place] = totalCost(usage, starts[place] ?? 0, prices.book) ?? Number.NaN
    }
    const reportAt = reportsIn(read)
    const open: number[] = []
    for (let place = 0; place < rids.length; place++) {
      const report = reportAt(place)
      if (report) setCost(place, [report])
      else if (report === undefined) open.push(place)
    }
    if (open.length === 0) return figures
    const found = selectUsage.get<TraceText['usage']>(JSON.stringify(open.map((place) => rids[place])))
    const byIndex = groupBy(found ? usageRows(found) : [], ({ id }) => id)
    for (const [index, usage] of byIndex) setCost(open[Number(index)] ?? 0, usage)
    return figures
  }

  /** For one search. `readLeftOut` is called once, if costs are read. */
  return (readLeftOut: () => LeftOut): UsageFigures => {
    let leftOut: LeftOut | undefined
    return {
      tokens,
      possible_cost: possibleCosts,
      cost(source) {
        const notCounted = leftOut ?? readLeftOut()
        leftOut = notCounted
        const { rids } = source
        return source
          .possibleCosts()
          .map((cost, place) => (notCounted.has(rids[place] ?? 0) ? Number.NaN : cost))
      },
    }
  }
}

/** What the call at a place reports: null for nothing, undefined where columns do not tell. */
function reportsIn(read: UsageSource['read']): (place: number) => ModelUsage | null | undefined {
  const texts = (name: 'model' | 'request_model') => textsIn(read(reportColumn(name)))
  const numbers = (name: keyof ModelUsage) => numbersIn(read(reportColumn(name)))
  const [models, requestModels] = [texts('model'), texts('request_model')]
  const [reportedCosts, preferredCosts] = [numbers('reported_cost'), numbers('preferred_cost')]
  const [requests, prompt, completion, total] = [
    numbers('requests'),
    numbers('prompt_tokens'),
    numbers('completion_tokens'),
    numbers('total_tokens'),
  ]
  const [cacheRead, cacheCreation] = [
    numbers('cache_read_input_tokens'),
    numbers('cache_creation_input_tokens'),
  ]
  return (place) => {
    const model = models(place)
    if (typeof model !== 'string') return model
    return {
      model,
      request_model: requestModels(place) ?? null,
      reported_cost: reportedCosts(place),
      preferred_cost: preferredCosts(place),
      requests: requests(place) ?? 0,
      prompt_tokens: prompt(place) ?? 0,
      completion_tokens: completion(place) ?? 0,
      total_tokens: total(place) ?? 0,
      cache_read_input_tokens: cacheRead(place) ?? 0,
      cache_creation_input_tokens: cacheCreation(place) ?? 0,
    }
  }
}

/** Null for none, undefined where it is not known. */
function textsIn(column: Column | undefined): (place: number) => string | null | undefined {
  if (!column) return () => undefined
  const tokenAt = tokenReader(column)
  return (place) => {
    const token = tokenAt(place)
    return token && textOf(token)
  }
}

const textOf = remember((token) => String(JSON.parse(token)))

/** Null for none. */
function numbersIn(column: Column | undefined): (place: number) => number | null {
  const values = column?.kind === 'numbers' ? column.values : new Float64Array()
  return (place) => {
    const value = values[place]
    return value === undefined || Number.isNaN(value) ? null : value
  }
}

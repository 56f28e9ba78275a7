import { groupBy } from '../../../domain/measures/group-by.ts'
import { totalCost } from '../../../domain/prices/costs.ts'
import { IS_COSTED, MODEL_TOKENS, type SearchPrices } from '../call-costs.ts'
import { asArrays, type TraceText, USAGE_TEXTS, usageRows } from '../call-trace.ts'
import type { Database } from '../driver.ts'
import type { USAGE_FIGURES } from './column-names.ts'

/** A figure of each place of a segment; NaN where a call has none. */
type ReadFigures = (rids: Float64Array, starts: Float64Array) => Float64Array

/**
 * Tokens and costs of the calls of a segment, computed from the narrow rows of `call_usage` when they are read. Costs are never
 * stored with the segment: they change with the prices, and with the spans that are found to repeat others.
 */
export function usageColumns(
  db: Database,
  prices: SearchPrices,
): Record<(typeof USAGE_FIGURES)[number], ReadFigures> {
  // The list of numbers drives, so that its index is the place of a call.
  const selectTokens = db.prepare(`select ${asArrays({ places: 'j.key', tokens: MODEL_TOKENS })}
    from json_each(?) j cross join call_usage u on u.rid = j.value`)
  const selectUsage = db.prepare(`select ${asArrays({ ...USAGE_TEXTS, id: 'cast(j.key as text)' })}
    from json_each(?) j cross join calls c on c.rid = j.value cross join call_usage u on u.rid = c.rid
    where ${IS_COSTED}`)

  return {
    tokens(rids) {
      const figures = new Float64Array(rids.length)
      const found = selectTokens.get<{ places: string; tokens: string }>(JSON.stringify([...rids]))
      const counts: number[] = JSON.parse(found?.tokens ?? '[]')
      const places: number[] = JSON.parse(found?.places ?? '[]')
      for (const [at, place] of places.entries()) figures[place] = (figures[place] ?? 0) + (counts[at] ?? 0)
      return figures.map((sum) => sum || Number.NaN)
    },

    cost(rids, starts) {
      const figures = new Float64Array(rids.length).fill(Number.NaN)
      const found = selectUsage.get<TraceText['usage']>(JSON.stringify([...rids]))
      const byPlace = groupBy(found ? usageRows(found) : [], ({ id }) => id)
      for (const [place, usage] of byPlace) {
        figures[Number(place)] = totalCost(usage, starts[Number(place)] ?? 0, prices.book) ?? Number.NaN
      }
      return figures
    },
  }
}

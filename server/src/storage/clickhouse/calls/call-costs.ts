import { costedCalls, modelsOf } from '../../../domain/calls/extras.ts'
import { newPriceBook } from '../../../domain/prices/book.ts'
import { totalCost } from '../../../domain/prices/costs.ts'
import type { Price } from '../../../domain/prices/price.ts'
import type { PriceStore } from '../../port/prices.ts'
import type { QueryOptions } from '../connection/client.ts'
import type { CallFamilies } from './call-family.ts'
import type { PartColumn, VisibleRecord } from './call-records.ts'
import { usageOf } from './stored-call.ts'

/** The columns of a call that its cost depends on, besides the other calls of its trace. */
export const COST_COLUMNS = [
  'trace_id',
  'parent_id',
  'started_at',
  'ended_at',
  'is_span',
  'has_usage',
  'usage',
] as const satisfies readonly PartColumn[]

interface CostSources {
  readonly families: CallFamilies
  readonly prices: Pick<PriceStore, 'forModels'>
}

/** Computes the costs that one search reads. The prices of a model are read once. */
export class SearchCosts {
  readonly #projectId: string
  readonly #sources: CostSources
  readonly #options: QueryOptions
  readonly #models = new Set<string>()
  #prices: readonly Price[] = []

  constructor(projectId: string, sources: CostSources, options: QueryOptions) {
    this.#projectId = projectId
    this.#sources = sources
    this.#options = options
  }

  /** By id; calls without a cost are left out. */
  async of(
    calls: readonly VisibleRecord<(typeof COST_COLUMNS)[number]>[],
  ): Promise<ReadonlyMap<string, number>> {
    const reporters = calls.filter(({ end }) => end && end.usage !== '')
    const standings = await this.#sources.families.standings(this.#projectId, reporters, this.#options)
    const costed = costedCalls(
      reporters.map(({ id, start, end }) => ({
        id,
        started_at: start.started_at,
        ended_at: end?.ended_at ?? null,
        usage_standing: standings.get(id) ?? null,
        usage: usageOf(id, end),
      })),
    )
    await this.#readPrices(modelsOf(costed.flatMap(({ usage }) => usage)))
    const book = newPriceBook(this.#prices)
    const costs = new Map<string, number>()
    for (const { id, started_at, usage } of costed) {
      const cost = totalCost(usage, started_at, book)
      if (cost !== null) costs.set(id, cost)
    }
    return costs
  }

  async #readPrices(models: readonly string[]): Promise<void> {
    const unknown = models.filter((model) => !this.#models.has(model))
    if (unknown.length === 0) return
    for (const model of unknown) this.#models.add(model)
    this.#prices = [...this.#prices, ...(await this.#sources.prices.forModels(this.#projectId, unknown))]
  }
}

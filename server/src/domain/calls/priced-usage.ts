import type { Micros } from '../../time.ts'
import { bucketOf } from '../measures/time-buckets.ts'
import { sumOfKnown } from '../prices/costs.ts'
import { type ModelUsage, TOKEN_COUNTERS, type TokenCounts } from '../prices/price.ts'

/** The group of a call: the value that the query groups by, or the op name if it groups by op. */
export interface Grouped {
  readonly group?: string | null
}

/**
 * Usage of one model, summed over calls of one bucket and group. One call per row unless `wantsSumsAlone`; if the query has price dates,
 * only calls between the same two of them, with equal `request_model` and `is_preferred`, share a row.
 */
export interface MeasuredUsage extends TokenCounts, Grouped {
  readonly started_at: Micros
  readonly count: number
  readonly model: string
  readonly request_model?: string | null
  /** 0 or null if none of them reported a cost. */
  readonly reported_cost?: number | null
  /** Whether they have a `preferred_cost`; may be 0 or 1. */
  readonly is_preferred?: boolean | number
}

/** Summed usage of one bucket, model and group with the same price. */
export interface PricedUsage extends ModelUsage {
  readonly bucket: number
  readonly group?: string
  /** Of any of the calls, since their price is the same. */
  readonly started_at: Micros
}

/** Sums usage by bucket, model, group and everything else that its price depends on. */
export class PricedSums {
  readonly #edges: readonly Micros[]
  readonly #priceEdges: readonly Micros[]
  readonly #sums = new Map<string, Sum>()

  constructor({
    edges,
    price_dates = [],
  }: {
    readonly edges: readonly Micros[]
    readonly price_dates?: readonly Micros[]
  }) {
    this.#edges = edges
    this.#priceEdges = [Number.NEGATIVE_INFINITY, ...price_dates]
  }

  add(row: MeasuredUsage, group: string | undefined): void {
    const { started_at, model, request_model = null } = row
    const bucket = bucketOf(this.#edges, started_at)
    const isPreferred = Boolean(row.is_preferred)
    const price = bucketOf(this.#priceEdges, started_at)
    const key = JSON.stringify([bucket, model, group, request_model, isPreferred, price])
    const sum = this.#sums.get(key) ?? {
      bucket,
      ...(group !== undefined && { group }),
      started_at,
      model,
      request_model,
      ...NO_TOKENS,
      reported_cost: null,
      preferred_cost: isPreferred ? 0 : null,
    }
    this.#sums.set(key, sum)
    for (const counter of TOKEN_COUNTERS) sum[counter] += row[counter]
    sum.reported_cost = sumOfKnown(sum.reported_cost, row.reported_cost || null)
    if (isPreferred) sum.preferred_cost = sum.reported_cost ?? 0
  }

  rows(): PricedUsage[] {
    return [...this.#sums.values()]
  }
}

type Sum = { -readonly [Name in keyof PricedUsage]: PricedUsage[Name] }

const NO_TOKENS: TokenCounts = {
  requests: 0,
  prompt_tokens: 0,
  completion_tokens: 0,
  total_tokens: 0,
  cache_read_input_tokens: 0,
  cache_creation_input_tokens: 0,
}

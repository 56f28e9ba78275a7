import { COST } from '../../../domain/calls/fields.ts'
import type { CallStatsQuery } from '../../../domain/calls/stats.ts'
import { newPriceBook, type PriceBook } from '../../../domain/prices/book.ts'
import { totalCost } from '../../../domain/prices/costs.ts'
import type { ModelUsage, Price } from '../../../domain/prices/price.ts'
import { inputsOf } from '../../../query/expression.ts'
import type { CallSearch } from '../../port/calls.ts'
import type { Database, SqlValue } from '../database/driver.ts'
import { PRICE_COLUMNS } from '../prices.ts'
import { USAGE_STANDING } from './call-family.ts'
import { exactReal, USAGE_COLUMNS } from './call-parts.ts'

/** Tokens of a row of `call_usage` as `u`; clients may leave the total out. */
export const MODEL_TOKENS = 'coalesce(nullif(u.total_tokens, 0), u.prompt_tokens + u.completion_tokens)'

/** `tokens` of a call in `calls` as `c`. `total` adds doubles: a sum of integers may overflow. */
export const TOKENS_SQL = `(select nullif(total(${MODEL_TOKENS}), 0) from call_usage u where u.rid = c.rid)`

/** Whether a call in `calls` as `c` has a cost, as `costedCalls` in `domain/calls/extras.ts` says. */
const IS_COSTED = `(c.ended_at is not null and coalesce(${USAGE_STANDING} not in ('repeated_below', 'same_response'), 1))`

const USAGE = USAGE_COLUMNS.map((name) => (name.endsWith('_cost') ? exactReal(`u.${name}`) : `u.${name}`))

/** `cost` of a call in `calls` as `c`. */
export const COST_SQL = `iif(${IS_COSTED}, heddle_cost(c.started_at,
  (select json_group_array(json_array(${USAGE.join(', ')})) from call_usage u where u.rid = c.rid)), null)`

/** Keeps the prices of the search that a connection runs, and defines the SQL function that computes costs with them. */
export class SearchPrices {
  readonly #selectPrices: ReturnType<Database['prepare']>
  #book: PriceBook = newPriceBook([])
  #stamp = ''

  constructor(db: Database) {
    this.#selectPrices = db.prepare(
      `select ${PRICE_COLUMNS.join(', ')} from prices where project = ? order by created_at, id`,
    )
    db.define('heddle_cost', (startedAt, usage) => totalCost(usageRows(usage), Number(startedAt), this.#book))
  }

  get book(): PriceBook {
    return this.#book
  }

  /** Another one for each set of prices. */
  get stamp(): string {
    return this.#stamp
  }

  /** To be called before each search: reads the prices of the project if the search reads costs. */
  load(project: number, search: PricedSearch): void {
    if (!readsCost(search)) return
    const prices = this.#selectPrices.all<Price>(project)
    this.#book = newPriceBook(prices)
    this.#stamp = JSON.stringify(prices)
  }
}

/** What of a search, or of statistics, may read costs. */
export type PricedSearch = Pick<CallSearch, 'condition'> &
  Partial<Pick<CallSearch, 'sort'>> &
  Pick<CallStatsQuery, 'group_by'>

function readsCost({ condition, sort = [], group_by }: PricedSearch): boolean {
  const fields = [
    ...(condition ? inputsOf(condition) : []),
    ...sort.map(({ field }) => field),
    ...(group_by && group_by !== 'model' ? inputsOf(group_by) : []),
  ]
  return fields.some((field) => field !== 'item' && field.kind === 'column' && field.name === COST)
}

type UsageValues = readonly [
  model: string,
  request_model: string | null,
  reported_cost: string | null,
  preferred_cost: string | null,
  ...counters: [number, number, number, number, number, number],
]

function usageRows(json: SqlValue): ModelUsage[] {
  const rows: UsageValues[] = JSON.parse(String(json))
  return rows.map(([model, request_model, reported, preferred, ...counters]) => ({
    model,
    request_model,
    reported_cost: reported === null ? null : Number(reported),
    preferred_cost: preferred === null ? null : Number(preferred),
    requests: counters[0],
    prompt_tokens: counters[1],
    completion_tokens: counters[2],
    total_tokens: counters[3],
    cache_read_input_tokens: counters[4],
    cache_creation_input_tokens: counters[5],
  }))
}

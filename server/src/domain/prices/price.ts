import { type Micros, readDateTime } from '../../time.ts'

/** The price of one model per token, from a date on. */
export interface Price {
  readonly id: string
  readonly pricing_level: 'project' | 'default'
  readonly pricing_level_id: string
  readonly provider_id: string
  readonly llm_id: string
  readonly effective_date: Micros
  readonly prompt_token_cost: number
  readonly completion_token_cost: number
  readonly cache_read_input_token_cost: number
  readonly cache_creation_input_token_cost: number
  readonly prompt_token_cost_unit: string
  readonly completion_token_cost_unit: string
  readonly created_by: string
  readonly created_at: Micros
}

/** A price as clients send it. */
export interface PriceRecord {
  readonly prompt_token_cost: number
  readonly completion_token_cost: number
  readonly cache_read_input_token_cost?: number
  readonly cache_creation_input_token_cost?: number
  readonly prompt_token_cost_unit?: string
  readonly completion_token_cost_unit?: string
  readonly effective_date?: string | number
  readonly provider_id?: string
}

interface Author {
  readonly wb_user_id: string
  readonly newId: () => string
  readonly now: Micros
}

/** Creates a project's own prices, one for each model of the record, in order. */
export function newPrices(
  projectId: string,
  records: Readonly<Record<string, PriceRecord>>,
  author: Author,
): Price[] {
  return Object.entries(records).map(([llm_id, record]) => newPrice(projectId, llm_id, record, author))
}

function newPrice(projectId: string, llm_id: string, record: PriceRecord, author: Author): Price {
  const { effective_date } = record
  const loc = ['body', 'costs', llm_id, 'effective_date']
  return {
    id: author.newId(),
    pricing_level: 'project',
    pricing_level_id: projectId,
    provider_id: record.provider_id ?? 'default',
    llm_id,
    effective_date: effective_date === undefined ? author.now : readDateTime(effective_date, loc),
    prompt_token_cost: record.prompt_token_cost,
    completion_token_cost: record.completion_token_cost,
    cache_read_input_token_cost: record.cache_read_input_token_cost ?? 0,
    cache_creation_input_token_cost: record.cache_creation_input_token_cost ?? 0,
    prompt_token_cost_unit: record.prompt_token_cost_unit ?? 'USD',
    completion_token_cost_unit: record.completion_token_cost_unit ?? 'USD',
    created_by: author.wb_user_id,
    created_at: author.now,
  }
}

/** A call's reported usage of one model. */
export interface ModelUsage extends TokenCounts {
  /** The model that answered. */
  readonly model: string
  /** The requested model, if it is another one. */
  readonly request_model: string | null
  /** The cost that the client reported for the call, in USD. Of several models, the first one has it. */
  readonly reported_cost: number | null
  /** The reported cost if it replaces the computed one: see `withReportedCost`. */
  readonly preferred_cost: number | null
}

export const TOKEN_COUNTERS = [
  'requests',
  'prompt_tokens',
  'completion_tokens',
  'total_tokens',
  'cache_read_input_tokens',
  'cache_creation_input_tokens',
] as const

/** Counters of one model. Both spellings of each are added up; a missing one is 0. Prompt tokens include cached ones. */
export type TokenCounts = Readonly<Record<(typeof TOKEN_COUNTERS)[number], number>>

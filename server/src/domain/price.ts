import type { Micros } from './time.ts'

/** What one model costs per single token, from a date on. */
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

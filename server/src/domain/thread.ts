import type { Page } from '../query/expression.ts'
import type { Micros } from './time.ts'

export interface ThreadSearch extends Page {
  readonly project_id: string
  /** Strictly after, on the turns' start. */
  readonly after?: Micros
  /** Strictly before, on the turns' start. */
  readonly before?: Micros
  readonly thread_ids?: readonly string[]
  readonly sort: readonly { readonly field: ThreadSortField; readonly direction: 'asc' | 'desc' }[]
}

export type ThreadSortField =
  | 'thread_id'
  | 'turn_count'
  | 'start_time'
  | 'last_updated'
  | 'p50_turn_duration_ms'
  | 'p99_turn_duration_ms'

/** The turns of one thread, a turn being a call whose turn_id is its own id. At least one has ended. */
export interface Thread {
  readonly thread_id: string
  readonly turn_count: number
  readonly start_time: Micros
  readonly last_updated: Micros
  readonly first_turn_id: string
  readonly last_turn_id: string
  readonly p50_turn_duration_ms: number
  readonly p99_turn_duration_ms: number
}

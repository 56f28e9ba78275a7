import { ServiceError } from '../../errors.ts'
import { percentile } from '../../meters.ts'
import type { Page } from '../../query/expression.ts'
import { type Micros, readDateTime } from '../../time.ts'
import { groupBy } from '../measures/group-by.ts'
import { newPage } from '../page.ts'

export interface ThreadSearch extends Page {
  readonly project_id: string
  /** Only turns that start strictly after this. */
  readonly after?: Micros
  /** Only turns that start strictly before this. */
  readonly before?: Micros
  readonly thread_ids?: readonly string[]
  readonly sort: readonly { readonly field: ThreadSortField; readonly direction: 'asc' | 'desc' }[]
}

const SORT_FIELDS = [
  'thread_id',
  'turn_count',
  'start_time',
  'last_updated',
  'p50_turn_duration_ms',
  'p99_turn_duration_ms',
] as const

type ThreadSortField = (typeof SORT_FIELDS)[number]

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

export interface Turn {
  readonly thread_id: string
  readonly id: string
  readonly started_at: Micros
  readonly ended_at: Micros | null
}

interface ReceivedThreadSearch extends Page {
  readonly project_id: string
  readonly filter?: {
    readonly after_datetime?: string | number
    readonly before_datetime?: string | number
    readonly thread_ids?: readonly string[]
  }
  readonly sort_by?: readonly { readonly field: string; readonly direction: 'asc' | 'desc' }[]
}

/** Parses a thread search; a missing or empty list of threads means all. */
export function newThreadSearch(request: ReceivedThreadSearch): ThreadSearch {
  const { project_id, filter = {}, sort_by = [] } = request
  const { after_datetime, before_datetime, thread_ids = [] } = filter
  const at = (field: string) => ['body', 'filter', field]
  return {
    project_id,
    sort: sort_by.map(({ field, direction }) => ({ field: sortField(field), direction })),
    ...(after_datetime !== undefined && { after: readDateTime(after_datetime, at('after_datetime')) }),
    ...(before_datetime !== undefined && { before: readDateTime(before_datetime, at('before_datetime')) }),
    ...(thread_ids.length > 0 && { thread_ids }),
    ...newPage(request),
  }
}

/** Groups the turns that match a search into threads, sorts them and returns the requested page. */
export function threadsFromTurns(
  turns: Iterable<Turn>,
  search: Pick<ThreadSearch, 'sort' | keyof Page>,
): Thread[] {
  const groups = groupBy(turns, ({ thread_id }) => thread_id)
  const threads = [...groups].flatMap(([thread_id, members]) => newThread(thread_id, members) ?? [])
  const { offset = 0, limit = Number.POSITIVE_INFINITY } = search
  return threads.sort(byKeys(search.sort)).slice(offset, offset + limit)
}

function newThread(thread_id: string, turns: readonly Turn[]): Thread | undefined {
  const finished = turns.filter(hasEnded)
  const first = turns.reduce((a, b) => (b.started_at < a.started_at ? b : a))
  const last = finished.reduce<FinishedTurn | undefined>(
    (a, b) => (a && a.ended_at >= b.ended_at ? a : b),
    undefined,
  )
  const durations = finished.map((turn) => (turn.ended_at - turn.started_at) / 1000).sort((a, b) => a - b)
  const p50 = percentile(durations, 50)
  const p99 = percentile(durations, 99)
  if (last === undefined || p50 === null || p99 === null) return undefined
  return {
    thread_id,
    turn_count: turns.length,
    start_time: first.started_at,
    last_updated: last.ended_at,
    first_turn_id: first.id,
    last_turn_id: last.id,
    p50_turn_duration_ms: p50,
    p99_turn_duration_ms: p99,
  }
}

interface FinishedTurn extends Turn {
  readonly ended_at: Micros
}

const hasEnded = (turn: Turn): turn is FinishedTurn => turn.ended_at !== null

const DEFAULT_SORT: ThreadSearch['sort'] = [{ field: 'last_updated', direction: 'desc' }]

/** Threads that are equal in all keys are ordered by id, so that pages never overlap. */
function byKeys(sort: ThreadSearch['sort']): (a: Thread, b: Thread) => number {
  const keys = sort.length > 0 ? sort : DEFAULT_SORT
  return (a, b) => {
    for (const { field, direction } of keys) {
      const order = compare(a[field], b[field])
      if (order !== 0) return direction === 'asc' ? order : -order
    }
    return compare(a.thread_id, b.thread_id)
  }
}

function compare(a: string | number, b: string | number): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

function sortField(name: string): ThreadSortField {
  const field = SORT_FIELDS.find((known) => known === name)
  if (field === undefined) {
    throw new ServiceError('invalid_request', `sort_by: unknown field ${name}; use ${SORT_FIELDS.join(', ')}`)
  }
  return field
}

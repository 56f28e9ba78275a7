import { type Fragment, sql, trusted } from '../../../query/fragment.ts'
import type { CallPosition, CallSearch } from '../../port/calls.ts'
import type { ClickHouse, QueryOptions } from '../connection/client.ts'
import { conditionsOf, directionOf, headConditions, isByStart } from './call-conditions.ts'
import { allOf, isBehind, isHeadCondition, type Walk } from './call-table.ts'

/** A row of `call_heads`. It is current if its version is that of the start of the call. */
export interface Head extends CallPosition {
  readonly version: number
}

/** Whether heads can be scanned in the order of the search. */
export const isByHeads = (search: CallSearch): boolean => isByStart(search) && !search.filter.call_ids

/**
 * The first heads of a search that needs nothing else, up to `atMost`; undefined if it does, or if there are more. Their calls are
 * the first of the search if all of the heads are current.
 */
export async function findHeads(
  clickhouse: ClickHouse,
  search: CallSearch,
  atMost: number,
  options: QueryOptions,
): Promise<FoundHeads | undefined> {
  const { limit = Number.POSITIVE_INFINITY, offset = 0, after, filter } = search
  const conjuncts = conditionsOf(search)
  if (!isByHeads(search) || offset > 0 || !conjuncts.every(isHeadCondition)) return undefined
  const walk = { direction: directionOf(search), after, limit: Math.min(limit, atMost + 1) }
  const heads = await readHeads(clickhouse, { search, walk }, options)
  if (heads.length > atMost) return undefined
  const isByTrace = filter.trace_ids !== undefined && conjuncts.length === 1 && !after
  return { heads, areTraces: isByTrace && heads.length < limit }
}

export interface FoundHeads {
  readonly heads: readonly Head[]
  /** Whether these are all calls of their traces. */
  readonly areTraces: boolean
}

interface HeadRead {
  readonly search: CallSearch
  readonly walk: Walk
  /** Further conditions on `id`. */
  readonly narrowed?: readonly Fragment[]
}

/** The next heads that meet those conditions of the search that can be checked on heads, in its order. */
export function readHeads(
  clickhouse: ClickHouse,
  { search, walk: { after, direction, limit }, narrowed = [] }: HeadRead,
  options: QueryOptions,
): Promise<Head[]> {
  const where = [
    sql`project_id = ${search.project_id}`,
    ...headConditions(conditionsOf(search)),
    ...(after ? [isBehind(after, direction)] : []),
    ...narrowed,
  ]
  const order = trusted(direction)
  // Of heads that will replace one another, the newest comes first: a walk that ends between them goes on behind all of them.
  return clickhouse.query<Head>(
    sql`select started_at, id, version from call_heads where ${allOf(where)}
      order by started_at ${order}, id ${order}, version desc limit ${BigInt(limit)}`,
    options,
  )
}

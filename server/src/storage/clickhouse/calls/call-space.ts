import { batchesOf } from '../../../batches.ts'
import { groupBy } from '../../../domain/measures/group-by.ts'
import { sql, trusted } from '../../../query/fragment.ts'
import type { ClickHouse } from '../connection/client.ts'
import { textList } from '../literals.ts'
import { deleteRows } from '../rows/delete-rows.ts'

/**
 * Deletes all rows of deleted calls except their tombstones; the next merge frees the space. Otherwise every search for calls to
 * remove would scan those that were removed before.
 */
async function freeCalls(clickhouse: ClickHouse, projectId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const ofCalls = sql`project_id = ${projectId} and id in ${textList(ids)}`
  const butTombstones = sql`${ofCalls} and part <> 'delete'`
  for (const table of ['call_heads', 'call_parts', 'call_events'])
    await deleteRows(clickhouse, table, table === 'call_parts' ? butTombstones : ofCalls, 'in the background')
}

const CALLS_PER_STATEMENT = 10_000
const CALLS_PER_READ = 100_000

/**
 * Frees calls that are removed a few at a time, many at once: ClickHouse refuses further deletes while a thousand are in progress. What
 * fails or is left over is freed by the hourly run.
 */
export class RemovedCalls {
  readonly #clickhouse: ClickHouse
  /** Ids by project. */
  readonly #waiting = new Map<string, string[]>()

  constructor(clickhouse: ClickHouse) {
    this.#clickhouse = clickhouse
  }

  /** Never rejects: what fails is logged. Waits for more calls unless these are the last. */
  async free(projectId: string, ids: readonly string[], areLast: boolean): Promise<void> {
    const waiting = [...(this.#waiting.get(projectId) ?? []), ...ids]
    if (!areLast && waiting.length < CALLS_PER_STATEMENT) {
      this.#waiting.set(projectId, waiting)
      return
    }
    this.#waiting.delete(projectId)
    await freeCalls(this.#clickhouse, projectId, waiting).catch((error: unknown) =>
      console.error('The space of removed calls could not be freed, which will be tried again:', error),
    )
  }
}

interface CallKey {
  readonly project_id: string
  readonly id: string
}

/**
 * Frees all calls with a tombstone of at least this version that still have other rows. Any number of servers may run it: it
 * finds nothing if another one was first. Returns the number of calls.
 */
export async function freeDeletedCalls(clickhouse: ClickHouse, sinceVersion: number): Promise<number> {
  let count = 0
  let last: CallKey | undefined
  do {
    const found: CallKey[] = await deletedCalls(clickhouse, sinceVersion, last)
    for (const [projectId, calls] of groupBy(found, ({ project_id }) => project_id)) {
      const ids = calls.map(({ id }) => id)
      for (const batch of batchesOf(ids, CALLS_PER_STATEMENT)) await freeCalls(clickhouse, projectId, batch)
    }
    count += found.length
    last = found.length < CALLS_PER_READ ? undefined : found.at(-1)
  } while (last)
  return count
}

/** The next deleted calls that have other rows. Events may be the only ones: a call need not have started to be deleted. */
function deletedCalls(
  clickhouse: ClickHouse,
  sinceVersion: number,
  after: CallKey | undefined,
): Promise<CallKey[]> {
  const isNext = after ? sql`(project_id, id) > (${after.project_id}, ${after.id})` : trusted('1')
  const isDeleted = sql`${isNext} and (project_id, id) in (
    select project_id, id from call_parts where part = 'delete' and version >= ${BigInt(sinceVersion)})`
  return clickhouse.query<CallKey>(
    sql`select distinct project_id, id from (
        select project_id, id from call_parts where part <> 'delete' and ${isDeleted}
        union all select project_id, id from call_events where ${isDeleted}
      ) order by project_id, id limit ${BigInt(CALLS_PER_READ)}`,
    { kind: 'scan' },
  )
}

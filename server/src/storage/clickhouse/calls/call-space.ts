import { groupBy } from '../../../domain/measures/group-by.ts'
import { sql } from '../../../query/fragment.ts'
import type { ClickHouse } from '../connection/client.ts'
import { textList } from '../literals.ts'
import { deleteRows } from '../rows/delete-rows.ts'
import { batchesOf } from './call-family.ts'

/**
 * Deletes all rows of deleted calls except their tombstones; the next merge frees the space. Otherwise every search for calls to
 * remove would scan those that were removed before.
 */
export async function freeCalls(
  clickhouse: ClickHouse,
  projectId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  const ofCalls = sql`project_id = ${projectId} and id in ${textList(ids)}`
  const butTombstones = sql`${ofCalls} and part <> 'delete'`
  for (const table of ['call_heads', 'call_parts', 'call_events'])
    await deleteRows(clickhouse, table, table === 'call_parts' ? butTombstones : ofCalls, 'in the background')
}

const CALLS_PER_STATEMENT = 10_000

/**
 * The same for all calls with a tombstone of at least this version that still have other rows. Any number of servers may run it:
 * it finds nothing if another one was first. Returns the number of calls.
 */
export async function freeDeletedCalls(clickhouse: ClickHouse, sinceVersion: number): Promise<number> {
  const found = await clickhouse.query<{ project_id: string; id: string }>(
    sql`select project_id, id from call_parts where (project_id, id) in (
        select project_id, id from call_parts where part = 'delete' and version >= ${BigInt(sinceVersion)})
      group by project_id, id having countIf(part <> 'delete') > 0`,
    { kind: 'scan' },
  )
  for (const [projectId, calls] of groupBy(found, ({ project_id }) => project_id)) {
    const ids = calls.map(({ id }) => id)
    for (const batch of batchesOf(ids, CALLS_PER_STATEMENT)) await freeCalls(clickhouse, projectId, batch)
  }
  return found.length
}

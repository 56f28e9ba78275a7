import { groupBy } from '../../../domain/measures/group-by.ts'
import { sql, trusted } from '../../../query/fragment.ts'
import type { ClickHouse } from '../client.ts'
import { localName, onCluster } from '../ddl.ts'
import { textList } from '../literals.ts'
import { batchesOf } from './call-family.ts'

/**
 * Lets ClickHouse forget everything about deleted calls but their tombstones, when it merges next. The search for the next calls
 * to remove would otherwise pass all those that were removed before.
 */
export async function freeCalls(
  clickhouse: ClickHouse,
  projectId: string,
  ids: readonly string[],
): Promise<void> {
  const { layout } = clickhouse.target
  // Without ON CLUSTER there is no statement that reaches the rows of all shards.
  if (ids.length === 0 || (layout.sharded && !layout.onCluster)) return
  for (const table of ['call_heads', 'call_parts', 'call_events']) {
    const rows = trusted(`${localName(table, layout)}${onCluster(layout)}`)
    const kept = trusted(table === 'call_parts' ? "and part <> 'delete'" : '')
    await clickhouse.command(
      sql`delete from ${rows} where project_id = ${projectId} and id in ${textList(ids)} ${kept}`,
      { lightweight_deletes_sync: '0' },
    )
  }
}

const CALLS_PER_STATEMENT = 10_000

/**
 * The same for all calls with a tombstone of at least this version that still have other rows. Any number of servers may run it:
 * it finds nothing where another one was first. Returns the number of calls.
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

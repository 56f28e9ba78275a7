import { type Fragment, sql, trusted } from '../../../query/fragment.ts'
import type { ClickHouse } from '../connection/client.ts'
import { localName, onCluster } from '../schema/ddl.ts'
import type { Layout } from '../target.ts'

/** Whether statements reach the rows of all shards. */
export const reachesAllRows = ({ sharded, onCluster: isOnCluster }: Layout): boolean =>
  !sharded || isOnCluster

/**
 * Deletes rows on every node, and leaves the disk space to the next merge. Waits until they are gone from all replicas, unless it is `in the background`.
 * Deletes nothing if statements do not reach the rows of all shards.
 */
export async function deleteRows(
  clickhouse: ClickHouse,
  table: string,
  where: Fragment,
  when: 'now' | 'in the background' = 'now',
): Promise<void> {
  const { layout } = clickhouse.target
  if (!reachesAllRows(layout)) return
  const rows = trusted(`${localName(table, layout)}${onCluster(layout)}`)
  await clickhouse.command(sql`delete from ${rows} where ${where}`, {
    lightweight_deletes_sync: when === 'now' ? '2' : '0',
  })
}

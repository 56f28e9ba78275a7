import { type Fragment, sql, trusted } from '../../../query/fragment.ts'
import type { ClickHouse } from '../connection/client.ts'
import { localName, onCluster } from '../schema/ddl.ts'

/**
 * Deletes rows on every node, and leaves the disk space to the next merge. Waits until they are gone from all replicas, unless it is `in the background`.
 * On shards without ON CLUSTER nothing is deleted, because no statement reaches the rows of all of them.
 */
export async function deleteRows(
  clickhouse: ClickHouse,
  table: string,
  where: Fragment,
  when: 'now' | 'in the background' = 'now',
): Promise<void> {
  const { layout } = clickhouse.target
  if (layout.sharded && !layout.onCluster) return
  const rows = trusted(`${localName(table, layout)}${onCluster(layout)}`)
  await clickhouse.command(sql`delete from ${rows} where ${where}`, {
    lightweight_deletes_sync: when === 'now' ? '2' : '0',
  })
}

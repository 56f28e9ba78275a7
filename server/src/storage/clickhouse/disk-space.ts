import type { ClickHouse } from './connection/client.ts'
import { reachesAllRows } from './rows/delete-rows.ts'
import { onCluster } from './schema/ddl.ts'
import type { Target } from './target.ts'

/** Bytes of the database on the disks of all nodes. */
export async function databaseBytes(clickhouse: ClickHouse): Promise<number> {
  const [row] = await clickhouse.query<{ bytes: number }>(
    `select sum(bytes_on_disk) as bytes from ${activeParts(clickhouse.target)}`,
  )
  return row?.bytes ?? 0
}

/**
 * Rewrites the files that still have deleted rows, in the background. Merges do the same, but large files are hardly ever merged.
 * Returns the tables.
 */
export async function rewriteDeletedRows(clickhouse: ClickHouse): Promise<string[]> {
  const { layout } = clickhouse.target
  if (!reachesAllRows(layout)) return []
  const found = await clickhouse.query<{ table: string }>(
    `select distinct table from ${activeParts(clickhouse.target)} and has_lightweight_delete order by table`,
  )
  const tables = found.map(({ table }) => table)
  for (const table of tables) {
    await clickhouse.command(`ALTER TABLE ${table}${onCluster(layout)} APPLY DELETED MASK`, {
      mutations_sync: '0',
    })
  }
  return tables
}

function activeParts({ database, layout }: Target): string {
  const parts = layout.cluster === undefined ? 'system.parts' : `cluster('${layout.cluster}', system.parts)`
  return `${parts} where active and database = '${database}'`
}

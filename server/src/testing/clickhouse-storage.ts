import { onTestFinished } from 'vitest'
import { ClickHouse } from '../storage/clickhouse/connection/client.ts'
import { openClickHouseStorage } from '../storage/clickhouse/storage.ts'
import { parseTarget } from '../storage/clickhouse/target.ts'
import { dropDatabase, newDatabaseUrl } from './clickhouse.ts'

/** Opens a new database on the nodes of a ClickHouse, for the conformance suite. Several nodes are shards. */
export async function openInNewDatabase(nodes: readonly string[]) {
  const { pathname } = new URL(newDatabaseUrl(nodes[0] ?? ''))
  const options = nodes.length > 1 ? '?cluster=tests&sharded&replicated=0&on_cluster=0' : ''
  const [first = '', ...others] = nodes.map((node) => `${node}${pathname}${options}`)
  // Without a keeper there is no ON CLUSTER, so each node creates its tables when it is opened.
  for (const url of others) await (await openClickHouseStorage({ url })).close()
  let storage = await openClickHouseStorage({ url: first })
  return {
    storage,
    async reopen() {
      await storage.close()
      storage = await openClickHouseStorage({ url: first })
      return storage
    },
    openAnother: () => openClickHouseStorage({ url: others[0] ?? first }),
    async cleanup() {
      await storage.close()
      for (const node of nodes) await dropDatabase(`${node}${pathname}`)
    },
  }
}

/** Opens a new database, and a client of it beside the storage. Both are closed and the database is dropped after the test. */
export async function openWithClient(node: string) {
  const url = newDatabaseUrl(node)
  const storage = await openClickHouseStorage({ url })
  const clickhouse = new ClickHouse(parseTarget(url))
  onTestFinished(async () => {
    await clickhouse.close()
    await storage.close()
    await dropDatabase(url)
  })
  return { storage, clickhouse }
}

import { describe, vi } from 'vitest'
import { clickhouseForTests, dropDatabase, newDatabaseUrl } from '../../testing/clickhouse.ts'
import type { OpenedStorage } from '../conformance/opened-storage.ts'
import { describeStorage } from '../conformance/suite.ts'
import { openClickHouseStorage } from './storage.ts'

// Each write is a request to a server, and a property test makes thousands.
vi.setConfig({ testTimeout: 180_000 })

const server = await clickhouseForTests()

describe.skipIf(server === undefined)('with one node', () => {
  describeStorage('ClickHouse', () => openInNewDatabase(server?.urls[0] ?? ''))
})

async function openInNewDatabase(serverUrl: string): Promise<OpenedStorage> {
  const url = newDatabaseUrl(serverUrl)
  let storage = await openClickHouseStorage({ url })
  return {
    storage,
    async reopen() {
      await storage.close()
      storage = await openClickHouseStorage({ url })
      return storage
    },
    openAnother: () => openClickHouseStorage({ url }),
    async cleanup() {
      await storage.close()
      await dropDatabase(url)
    },
  }
}

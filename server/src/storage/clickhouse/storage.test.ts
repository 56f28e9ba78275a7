import { afterAll, beforeAll, describe } from 'vitest'
import { clickhouseForTests, dropDatabase, newDatabaseUrl } from '../../testing/clickhouse.ts'
import { accountPromises } from '../conformance/accounts.ts'
import type { OpenedStorage } from '../conformance/opened-storage.ts'
import type { Storage } from '../port.ts'
import { openClickHouseStorage, openSharedClickHouseStorage } from './storage.ts'

const server = await clickhouseForTests()

// The whole suite (`describeStorage`) takes the place of these groups once every store is there.
describe.skipIf(server === undefined)('ClickHouse keeps the promises of the port', () => {
  let opened: OpenedStorage | undefined
  beforeAll(async () => {
    opened = await openInNewDatabase(server?.urls[0] ?? '')
  })
  afterAll(() => opened?.cleanup())
  const storage = (): Storage => {
    if (!opened) throw new Error('the storage is not open')
    return opened.storage
  }

  describe('accounts', () => accountPromises(storage))
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
    // A thread of the same process, which shares the order of writes; `openClickHouseStorage` is another process.
    openAnother: async () => openSharedClickHouseStorage(storage.share().handle),
    async cleanup() {
      await storage.close()
      await dropDatabase(url)
    },
  }
}

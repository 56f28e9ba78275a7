import { afterAll, beforeAll, beforeEach, describe } from 'vitest'
import { clickhouseForTests, dropDatabase, newDatabaseUrl } from '../../../testing/clickhouse.ts'
import { callPromises } from '../../conformance/calls.ts'
import type { Storage } from '../../port.ts'
import { openClickHouseStorage } from '../storage.ts'

const NEED_OTHER_STORES = new Set([
  'a delete is for ever and leaves nothing to find',
  'feedback given on a call, or taken from it, changes the call',
])

const server = await clickhouseForTests()

describe.skipIf(server === undefined)('ClickHouse keeps the promises of the port', () => {
  const url = newDatabaseUrl(server?.urls[0] ?? '')
  let opened: Storage | undefined
  beforeAll(async () => {
    opened = await openClickHouseStorage({ url })
  })
  afterAll(async () => {
    await opened?.close()
    await dropDatabase(url)
  })
  const storage = (): Storage => {
    if (!opened) throw new Error('the storage is not open')
    return opened
  }

  beforeEach((context) => {
    if (NEED_OTHER_STORES.has(context.task.name)) context.skip('it needs stores that are not written yet')
  })

  describe('calls', () => callPromises(storage))
})

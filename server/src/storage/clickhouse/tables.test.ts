import { expect, onTestFinished, test } from 'vitest'
import { clickhouseForTests, dropDatabase, newDatabaseUrl } from '../../testing/clickhouse.ts'
import { tableRow } from '../conformance/rows.ts'
import { openClickHouseStorage } from './storage.ts'

const server = await clickhouseForTests()
const PROJECT = 'team/app'

/** A storage that counts its statements. */
async function openCounted() {
  const url = newDatabaseUrl(server?.urls[0] ?? '')
  let reads = 0
  const observer = { onRead: () => reads++, onWrite: () => {} }
  const storage = await openClickHouseStorage({ url, observer })
  onTestFinished(async () => {
    await storage.close()
    await dropDatabase(url)
  })
  return { tables: storage.tables, reads: () => reads }
}

test.skipIf(server === undefined)(
  'a page of a long table is found without reading the whole table',
  async () => {
    const { tables, reads } = await openCounted()
    const digests = Array.from({ length: 50_000 }, (_, at) => `row-${at % 40_000}`)
    const rows = [...new Set(digests)].map((digest) => tableRow(digest, 1))
    await tables.put(PROJECT, 'table', digests, rows)
    const page = (offset: number) =>
      tables.findPlaces({ project_id: PROJECT, digest: 'table', sort: [], offset, limit: 2 })

    await page(0)
    const before = reads()

    expect(await page(40_000)).toEqual([40_000, 40_001])
    expect(await page(49_999)).toEqual([49_999])
    expect(await page(50_000)).toEqual([])
    expect(reads() - before).toBe(3)
  },
)

test.skipIf(server === undefined)('a row that is stored late has its place from then on', async () => {
  const { tables } = await openCounted()
  const places = () => tables.findPlaces({ project_id: PROJECT, digest: 'table', sort: [] })
  await tables.put(PROJECT, 'table', ['a', 'late', 'b'], [tableRow('a', 1), tableRow('b', 1)])

  expect(await places()).toEqual([0, 2])
  await tables.putRows(PROJECT, [tableRow('late', 1)])

  expect(await places()).toEqual([0, 1, 2])
  expect(await places()).toEqual([0, 1, 2])
})

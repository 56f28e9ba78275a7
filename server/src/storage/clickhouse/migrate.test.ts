import { afterAll, describe, expect, test } from 'vitest'
import { clickhouseForTests, dropDatabase, newDatabaseUrl } from '../../testing/clickhouse.ts'
import { newProjectId, start } from '../conformance/rows.ts'
import { ClickHouse } from './client.ts'
import { openClickHouseStorage } from './storage.ts'
import { parseTarget } from './target.ts'

const server = await clickhouseForTests()
const isOurs = server !== undefined && !process.env.HEDDLE_TEST_CLICKHOUSE_URL

describe.skipIf(server === undefined)('the schema', () => {
  const serverUrl = server?.urls[0] ?? ''
  const as = (user: string) => {
    const url = new URL(`${serverUrl}/granted`)
    url.username = user
    url.password = user
    return url.href
  }
  afterAll(() => dropDatabase(`${serverUrl}/granted`))

  async function command(url: string, statement: string): Promise<void> {
    const clickhouse = new ClickHouse(parseTarget(url))
    await clickhouse.command(statement).finally(() => clickhouse.close())
  }

  test('is created by processes that start at the same time', async () => {
    const url = newDatabaseUrl(serverUrl)

    const storages = await Promise.all([1, 2, 3].map(() => openClickHouseStorage({ url })))

    for (const storage of storages) await storage.probe()
    await Promise.all(storages.map((storage) => storage.close()))
    await dropDatabase(url)
  })

  test('of a newer version is refused', async () => {
    const url = newDatabaseUrl(serverUrl)
    await (await openClickHouseStorage({ url })).close()
    await command(url, 'INSERT INTO schema_versions VALUES (999, 1)')

    await expect(openClickHouseStorage({ url })).rejects.toThrow(/schema 999, made by a newer version/)

    await dropDatabase(url)
  })

  test.skipIf(!isOurs)('needs the rights that the guide asks for, and no others', async () => {
    await command(`${serverUrl}/system`, 'CREATE DATABASE IF NOT EXISTS granted')
    const storage = await openClickHouseStorage({ url: as('granted') })
    const project_id = newProjectId()

    await storage.probe()
    await storage.calls.write([start({ project_id, id: 'a' })])

    expect(await storage.calls.find({ project_id, filter: {}, sort: [] })).toEqual(['a'])
    expect((await storage.status()).database_bytes).toBeGreaterThan(0)
    await storage.close()
  })

  test.skipIf(!isOurs)('that a user may not make is refused with the rights that are missing', async () => {
    await command(`${serverUrl}/system`, 'CREATE DATABASE IF NOT EXISTS granted')

    await expect(openClickHouseStorage({ url: as('reader') })).rejects.toThrow(
      /user reader lacks rights.*GRANT/,
    )
  })

  test('a wrong password is reported as such, without the password', async () => {
    const url = new URL(`${serverUrl}/granted`)
    url.password = 'wrong-secret'
    const refused = openClickHouseStorage({ url: url.href })

    await expect(refused).rejects.toMatchObject({ code: 'unavailable' })
    await expect(refused).rejects.not.toThrow(/wrong-secret/)
  })
})

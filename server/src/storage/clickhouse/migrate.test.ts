import { afterAll, describe, expect, test, vi } from 'vitest'
import { JsonText } from '../../json/text.ts'
import { contains, field, literal } from '../../query/cases/case.ts'
import { clickhouseForTests, dropDatabase, newDatabaseUrl } from '../../testing/clickhouse.ts'
import { serveHttp } from '../../testing/http-server.ts'
import { bindCase } from '../../testing/query-cases.ts'
import { newProjectId, start } from '../conformance/rows.ts'
import { freeDeletedCalls } from './calls/call-space.ts'
import { ClickHouse } from './connection/client.ts'
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

  test('1 is upgraded: the calls that it has are read, phrases are found in them, and new ones are measured', async () => {
    const url = newDatabaseUrl(serverUrl)
    const project_id = newProjectId()
    const earlier = await openClickHouseStorage({ url })
    await earlier.close()
    await command(url, 'ALTER TABLE call_parts DROP COLUMN packed')
    await command(url, 'ALTER TABLE call_parts DROP INDEX by_word')
    await command(url, 'ALTER TABLE call_parts DROP COLUMN is_odd')
    await command(url, 'ALTER TABLE call_parts MODIFY COLUMN size_bytes REMOVE DEFAULT')
    await command(url, 'DELETE FROM schema_versions WHERE schema_version > 1')
    const texts = { plain: '"a red lantern"', escaped: '"a red \\u006cantern"', other: '"a red lamp"' }
    const rows = Object.entries(texts).map(([id, inputs], at) =>
      JSON.stringify({ project_id, id, part: 'start', version: at + 1, started_at: at, inputs }),
    )
    await command(url, `INSERT INTO call_parts FORMAT JSONEachRow\n${rows.join('\n')}`)

    const storage = await openClickHouseStorage({ url })

    const phrase = bindCase({ resource: 'calls', query: contains(field('inputs'), literal('"lantern"')) })
    const found = await storage.calls.find({ project_id, filter: {}, ...phrase })
    expect(found.toSorted()).toEqual(['escaped', 'plain'])
    const clickhouse = new ClickHouse(parseTarget(url))
    const unfinished = `select command from system.mutations where database = currentDatabase() and not is_done`
    await vi.waitFor(async () => expect(await clickhouse.query(unfinished)).toEqual([]), 20_000)
    const [read] = await storage.calls.read(project_id, ['other'], ['inputs'])
    expect(read).toMatchObject({ id: 'other', started_at: 2, inputs: { text: '"a red lamp"' } })
    const later = start({ project_id, id: 'later' }, { inputs: new JsonText('"naïve"') })
    await storage.calls.write([later, { part: 'delete', project_id, id: 'plain', deleted_at: 9 }])
    expect(await clickhouse.query(`select size_bytes from call_parts where id = 'later'`)).toEqual([
      { size_bytes: '"naïve"{}'.length + 1 },
    ])
    await freeDeletedCalls(clickhouse, 0)
    await vi.waitFor(async () => expect(await freeDeletedCalls(clickhouse, 0)).toBe(0), 20_000)
    expect(await storage.calls.find({ project_id, filter: {}, ...phrase })).toEqual(['escaped'])
    await clickhouse.close()
    await storage.close()
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

  test.skipIf(!isOurs)('of a cluster needs the right to read from other nodes', async () => {
    await command(`${serverUrl}/system`, 'CREATE DATABASE IF NOT EXISTS granted')
    const ofCluster = '?cluster=tests&replicated=0&on_cluster=0'

    await expect(openClickHouseStorage({ url: as('granted') + ofCluster })).rejects.toThrow(
      /lacks rights.* GRANT REMOTE ON \*\.\* TO granted$/,
    )
    const storage = await openClickHouseStorage({ url: as('clustered') + ofCluster })

    expect((await storage.status()).database_bytes).toBeGreaterThan(0)
    await storage.close()
  })

  test.skipIf(!isOurs)('that a user may not make is refused with the rights that are missing', async () => {
    await command(`${serverUrl}/system`, 'CREATE DATABASE IF NOT EXISTS granted')

    await expect(openClickHouseStorage({ url: as('reader') })).rejects.toThrow(
      /user reader lacks rights.*GRANT .*ALTER.* ON granted\.\* TO reader; .*GRANT KILL QUERY ON \*\.\* TO reader$/,
    )
  })

  test.skipIf(!isOurs)('in a database that is missing is refused if the user may not create it', async () => {
    const url = new URL(as('reader'))
    url.pathname = '/nowhere'

    await expect(openClickHouseStorage({ url: url.href })).rejects.toThrow(
      /user reader finds no database nowhere.*CREATE DATABASE IF NOT EXISTS nowhere; GRANT/,
    )
  })

  test('on a cluster that is not configured is refused with what ClickHouse says', async () => {
    const refused = openClickHouseStorage({ url: `${newDatabaseUrl(serverUrl)}?cluster=nowhere` })

    await expect(refused).rejects.toMatchObject({ code: 'unavailable' })
    await expect(refused).rejects.toThrow(/^ClickHouse at http:.* cannot open the database .*: .*nowhere/)
  })

  test('a wrong password is reported as such, without the password', async () => {
    const url = new URL(`${serverUrl}/granted`)
    url.password = 'wrong-secret'
    const refused = openClickHouseStorage({ url: url.href })

    await expect(refused).rejects.toThrow(/^ClickHouse at http:.* does not accept the user heddle/)
    await expect(refused).rejects.not.toThrow(/wrong-secret/)
  })
})

describe('a server that does not fit is named with its address:', () => {
  const opened = (host: string) => openClickHouseStorage({ url: `clickhouse://user:secret@${host}/heddle` })

  test('one that is not there', async () => {
    await expect(opened('127.0.0.1:1')).rejects.toThrow(
      /^ClickHouse at http:\/\/127\.0\.0\.1:1 cannot be reached \(.*ECONNREFUSED.*\): check that it is running/,
    )
  })

  test('one that is too old', async () => {
    const host = await respondWith(200, '{"version":"24.8.3.1"}\n')

    await expect(opened(host)).rejects.toThrow(
      `ClickHouse at http://${host} is version 24.8.3.1: Heddle needs 25.8 or later`,
    )
  })

  test('a proxy that cannot reach it', async () => {
    const host = await respondWith(502, '<html>\n<head><title>502 Bad Gateway</title></head>\n</html>')

    await expect(opened(host)).rejects.toThrow(
      `ClickHouse at http://${host} cannot be reached (502 Bad Gateway)`,
    )
  })
})

/** Starts an HTTP server with one response, and returns its host and port. */
const respondWith = (status: number, body: string): Promise<string> =>
  serveHttp((_, response) => response.writeHead(status).end(body))

import { chmodSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { lockFolder } from '../service/folder-lock.ts'
import { announceUrl } from '../service/local-url.ts'
import { openDatabase } from '../storage/sqlite/database/driver.ts'
import { openSqliteStorage } from '../storage/sqlite/storage.ts'
import { clickhouseForTests, dropDatabase, newDatabaseUrl } from '../testing/clickhouse.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { openTerminal } from '../testing/terminal.ts'

/** A data folder as a server leaves it. */
async function dataFolder(): Promise<string> {
  const folder = temporaryFolder()
  chmodSync(folder, 0o700)
  await (await openSqliteStorage({ folder })).close()
  return folder
}

/** The exit code, and what each check found. */
async function examined(folder: string, ...args: string[]) {
  const { code, printed } = await openTerminal(folder).run('doctor', '--ndjson', ...args)
  const found: { check: string; result: string; message: string }[] = printed.map((line) => JSON.parse(line))
  return { code, found: new Map(found.map(({ check, result, message }) => [check, `${result}: ${message}`])) }
}

test('a healthy folder has a line per check, and all are ok', async () => {
  const folder = await dataFolder()

  const { code, found } = await examined(folder)

  expect(code).toBe(0)
  expect([...found.keys()]).toEqual(
    expect.arrayContaining([
      'version',
      'folder',
      'sqlite',
      'wal',
      'schema',
      'integrity',
      'clock',
      'server',
      'port',
    ]),
  )
  expect([...found].filter(([check, line]) => check !== 'disk' && !line.startsWith('ok'))).toEqual([])
  expect((await openTerminal(folder).run('doctor')).printed.join('\n')).toMatch(/ok +schema/)
})

test('a folder that does not exist yet is healthy, and is not created', async () => {
  const { code, found } = await examined(join(temporaryFolder(), 'new'))

  expect([code, found.get('folder')]).toEqual([0, expect.stringMatching(/^ok: .* does not exist/)])
})

test.each([
  ['a foreign file', 'database', (path: string) => writeFileSync(path, 'x'.repeat(5_000))],
  [
    'a newer schema',
    'schema',
    (path: string) => {
      const db = openDatabase(path, { readOnly: false })
      db.exec('pragma user_version = 9999')
      db.close()
    },
  ],
])('%s fails the check, and the exit code says so', async (_, check, damage) => {
  const folder = await dataFolder()
  damage(join(folder, 'heddle.sqlite'))

  const { code, found } = await examined(folder)

  expect(code).toBe(3)
  expect(found.get(check)).toMatch(/^fail: /)
})

test('an older schema, a clock that runs behind and a folder open to others are warnings', async () => {
  const folder = await dataFolder()
  const path = join(folder, 'heddle.sqlite')
  const db = openDatabase(path, { readOnly: false })
  db.exec('pragma user_version = 13')
  db.close()
  const tomorrow = new Date(Date.now() + 86_400_000)
  utimesSync(path, tomorrow, tomorrow)
  chmodSync(folder, 0o755)

  const { code, found } = await examined(folder)

  expect(code).toBe(0)
  for (const check of ['schema', 'clock', 'folder']) expect(found.get(check)).toMatch(/^warn: /)
})

test('a damaged page fails the quick check', async () => {
  const folder = await dataFolder()
  const path = join(folder, 'heddle.sqlite')
  const bytes = readFileSync(path)
  // Everything but the header and the schema.
  writeFileSync(path, bytes.fill(7, bytes.length / 2))

  expect((await examined(folder)).code).toBe(3)
})

/** Listens until the test is over, and returns the port. */
async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

test('the server that holds the folder is named, and asked whether it is ready', async () => {
  const folder = await dataFolder()
  const unlock = lockFolder(folder, 'server')
  onTestFinished(unlock)
  let status = 200
  const port = await listening(createServer((_, reply) => reply.writeHead(status).end('{}')))
  announceUrl(folder, `http://127.0.0.1:${port}`)

  const ready = await examined(folder, '--port', String(port))
  status = 503
  const unready = await examined(folder)

  expect(ready.found.get('server')).toBe(`ok: running at http://127.0.0.1:${port}`)
  expect(ready.found.get('port')).toMatch(/^ok: .*used by the server/)
  expect([unready.code, unready.found.get('server')]).toEqual([
    3,
    expect.stringMatching(/^fail: .*not ready: 503/),
  ])
})

test('a server on the default port of its protocol is the one that uses it', async () => {
  const folder = await dataFolder()
  onTestFinished(lockFolder(folder, 'server'))
  announceUrl(folder, 'http://127.0.0.1:80')

  const { found } = await examined(folder, '--port', '80')

  expect(found.get('port')).toMatch(/^ok: .*used by the server/)
})

test('a server that was killed, and a port that others use, are warnings', async () => {
  const folder = await dataFolder()
  announceUrl(folder, 'http://127.0.0.1:1')
  const port = await listening(createServer())

  const { code, found } = await examined(folder, '--port', String(port))

  expect(code).toBe(0)
  for (const check of ['server', 'port']) expect(found.get(check)).toMatch(/^warn: /)
})

test('a lock that cannot be taken for another reason than a server fails the check with that reason', async () => {
  const folder = await dataFolder()
  writeFileSync(join(folder, 'heddle.lock'), 'x'.repeat(1_000))

  const { code, found } = await examined(folder)
  const started = await openTerminal(folder).run('serve')

  expect([code, found.get('server')]).toEqual([3, expect.stringMatching(/^fail: .*not a database/)])
  expect(started.code).toBe(1)
  expect(started.noted.join('\n')).not.toContain('in use')
})

const clickhouse = await clickhouseForTests()

test.skipIf(clickhouse === undefined)(
  'a database of ClickHouse is examined before and after its first start',
  async () => {
    const url = newDatabaseUrl(clickhouse?.urls[0] ?? '')
    const examine = () =>
      openTerminal('/nowhere').runWith({ environment: { HEDDLE_STORAGE: url, HEDDLE_PORT: '0' } }, 'doctor')

    expect((await examine()).printed.join('\n')).toMatch(/ok +schema +no database/)
    const { openClickHouseStorage } = await import('../storage/clickhouse/storage.ts')
    await (await openClickHouseStorage({ url })).close()
    onTestFinished(() => dropDatabase(url))

    const { code, printed } = await examine()
    expect(printed.filter((line) => line.startsWith('fail'))).toEqual([])
    expect(code).toBe(0)
    for (const check of ['clickhouse', 'rights', 'schema', 'clock', 'port'])
      expect(printed.join('\n')).toMatch(new RegExp(`ok +${check} `))
  },
)

test('a database of ClickHouse that cannot be reached fails', async () => {
  const environment = { HEDDLE_STORAGE: 'clickhouse://user:secret@127.0.0.1:1/heddle', HEDDLE_PORT: '0' }

  const { code, printed } = await openTerminal('/nowhere').runWith({ environment }, 'doctor')

  expect([code, printed.join('\n')]).toEqual([3, expect.stringMatching(/fail +clickhouse/)])
  expect(printed.join('\n')).not.toContain('secret')
})

import { closeSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hashSecret } from '../domain/accounts/account.ts'
import { openDatabase } from '../storage/sqlite/database/driver.ts'
import { openSqliteStorage } from '../storage/sqlite/storage.ts'
import { freePort } from '../testing/free-port.ts'
import { serve, textAfter } from '../testing/serve.ts'
import { basicAuth } from '../testing/service.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { serviceVersion } from '../version.ts'
import type { CliContext } from './command.ts'

const NEW_KEY = /API key {2}([0-9a-f]{40})/

const ask = (url: string, key: string) =>
  fetch(`${url}/service/projects_info`, {
    method: 'POST',
    headers: { authorization: basicAuth(key) },
    body: '{"project_ids":["team/app"]}',
  })

test('the first start generates a key, prints it, and stores it in a file only its owner can read', async () => {
  const folder = temporaryFolder()
  let status = 0

  const { code, printed } = await serve(folder, async (url) => {
    const key = readFileSync(join(folder, 'admin-key'), 'utf8').trim()
    status = (await ask(url, key)).status
  })

  expect({ code, status }).toEqual({ code: 0, status: 200 })
  expect(readFileSync(join(folder, 'admin-key'), 'utf8').trim()).toBe(textAfter(NEW_KEY, printed))
  expect(statSync(join(folder, 'admin-key')).mode & 0o777).toBe(0o600)
  expect(printed.join('\n')).toContain('export WF_TRACE_SERVER_URL=http://127.0.0.1:')
})

test('every start prints a one-time sign-in link', async () => {
  const folder = temporaryFolder()
  const statuses: number[] = []
  const signIn = async (url: string, link: string) => {
    const body = JSON.stringify({ token: new URL(link).searchParams.get('token') })
    statuses.push((await fetch(`${url}/session`, { method: 'POST', body })).status)
  }

  for (let start = 0; start < 2; start++) {
    await serve(folder, async (url, printed) => {
      const link = textAfter(/Sign in +(http:\S+)/, printed)
      await signIn(url, link)
      await signIn(url, link)
    })
  }

  expect(statuses).toEqual([200, 401, 200, 401])
})

test('a later start prints the path of the key file, not the key', async () => {
  const folder = temporaryFolder()
  await serve(folder, async () => {})

  const { printed } = await serve(folder, async () => {})

  const text = printed.join('\n')
  expect(text).toContain(join(folder, 'admin-key'))
  expect(text).not.toContain(readFileSync(join(folder, 'admin-key'), 'utf8').trim())
})

test('a later start reports a missing key file', async () => {
  const folder = temporaryFolder()
  await serve(folder, async () => {})
  rmSync(join(folder, 'admin-key'))

  const { printed } = await serve(folder, async () => {})

  expect(printed.join('\n')).toMatch(/API key {2}made earlier, not in .*heddle keys create admin/)
})

test('output that is not a terminal is one line, with no key and no sign-in link', async () => {
  const folder = temporaryFolder()
  let address = ''

  const { printed } = await serve(
    folder,
    async (url) => {
      address = url
    },
    {},
    { isTerminal: false },
  )

  expect(printed).toEqual([
    `Heddle ${serviceVersion} listens at ${address}, data in ${folder}, API key kept in ${join(folder, 'admin-key')}`,
  ])
})

test('nothing is printed at the log level silent, not even to a terminal', async () => {
  const { code, printed } = await serve(temporaryFolder(), async () => {}, { HEDDLE_LOG_LEVEL: 'silent' })

  expect({ code, printed }).toEqual({ code: 0, printed: [] })
})

test('a table that is damaged ends the start with one sentence', async () => {
  const folder = temporaryFolder()
  await serve(folder, async () => {})
  damageTable(join(folder, 'heddle.sqlite'), 'users')

  const { code, printed, noted } = await serve(folder, async () => {})

  expect({ code, printed }).toEqual({ code: 1, printed: [] })
  expect(noted).toEqual([expect.stringMatching(/damaged: .*restore a backup/)])
})

/** Overwrites the first page of a table, which nothing reads as the database is opened. */
function damageTable(path: string, table: string): void {
  const db = openDatabase(path, { readOnly: true })
  const { page_size } = db.prepare('pragma page_size').get<{ page_size: number }>() ?? { page_size: 0 }
  const { rootpage } = db
    .prepare('select rootpage from sqlite_schema where name = ?')
    .get<{ rootpage: number }>(table) ?? { rootpage: 0 }
  db.close()
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(page_size, 'x'), 0, page_size, (rootpage - 1) * page_size)
  closeSync(file)
}

test('the server listens only after the admin key is valid', async () => {
  const folder = temporaryFolder()
  const port = await freePort()
  const listening: boolean[] = []
  const openStorage: CliContext['openStorage'] = async ({ data }) => {
    const storage = await openSqliteStorage({ folder: data })
    const putKey: typeof storage.accounts.putKey = async (key) => {
      listening.push(await accepts(port))
      await storage.accounts.putKey(key)
    }
    return { ...storage, accounts: { ...storage.accounts, putKey } }
  }

  const { code } = await serve(
    folder,
    async () => void listening.push(await accepts(port)),
    { HEDDLE_PORT: String(port) },
    { openStorage },
  )

  expect(code).toBe(0)
  expect(listening).toEqual([false, true])
})

test('an admin whose only key has expired gets a new one', async () => {
  const folder = temporaryFolder()
  await serve(folder, async () => {})
  const old = readFileSync(join(folder, 'admin-key'), 'utf8').trim()
  const storage = await openSqliteStorage({ folder })
  const holder = await storage.accounts.holder(hashSecret(old))
  if (holder) await storage.accounts.putKey({ ...holder.key, expires_at: 1 })
  await storage.close()
  const statuses: number[] = []

  await serve(folder, async (url) => {
    const renewed = readFileSync(join(folder, 'admin-key'), 'utf8').trim()
    statuses.push((await ask(url, old)).status, (await ask(url, renewed)).status)
  })

  expect(statuses).toEqual([401, 200])
})

test('a key from the environment is valid while it is set', async () => {
  const folder = temporaryFolder()
  const [first, second] = ['1'.repeat(40), '2'.repeat(40)]
  const statuses: number[] = []
  const visit = async (url: string) => {
    statuses.push((await ask(url, first)).status, (await ask(url, second)).status)
  }

  await serve(folder, visit, { HEDDLE_API_KEY: first })
  await serve(folder, visit, { HEDDLE_API_KEY: second })
  const { printed } = await serve(folder, visit)

  expect(statuses).toEqual([200, 401, 401, 200, 401, 401])
  expect(textAfter(NEW_KEY, printed)).not.toBe('')
})

/** Whether anything takes connections on the port. */
function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  return new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  }).finally(() => socket.destroy())
}

import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { countCalls, queryCalls } from '@heddle/contract/calls-query'
import { type Client, createClient } from '@heddle/contract/client'
import { queryCosts } from '@heddle/contract/costs'
import { queryFeedback } from '@heddle/contract/feedback'
import { listKeys, listUsers } from '@heddle/contract/settings'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openClickHouse } from '../../scripts/clickhouse/start.mjs'
import { clickhouseForTests } from '../../server/src/testing/clickhouse.ts'
import { missingFrom } from '../crash/missing.ts'
import { type Acknowledged, nothingYet, PROJECT, WRITERS } from '../crash/writers.ts'
import { type ServerProcess, startServer } from '../server/server-process.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 })

const API_KEY = 'k'.repeat(40)
// Only to know whether there is one: these tests kill theirs, so they start one of their own.
const isThere = (await clickhouseForTests()) !== undefined && !process.env.HEDDLE_TEST_CLICKHOUSE_URL

describe.skipIf(!isThere)('servers on one database of ClickHouse', () => {
  let clickhouse: Awaited<ReturnType<typeof openClickHouse>>
  let servers: ServerProcess[] = []
  const clientOf = ({ url }: ServerProcess): Client => createClient({ baseUrl: url, apiKey: API_KEY })

  beforeAll(async () => {
    clickhouse = await openClickHouse()
    await clickhouse.start()
    const environment = { HEDDLE_STORAGE: `${clickhouse.url}/heddle` }
    const start = () => startServer({ data: '/nowhere/heddle', apiKey: API_KEY, environment })
    // Concurrently, so that both create the schema.
    servers = await Promise.all([start(), start()])
  })
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.kill()))
    await clickhouse?.remove()
  })

  test('starts at the same moment on an empty database make one admin with one key', async () => {
    const [one] = servers.map(clientOf)

    expect(await one?.call(listUsers, {})).toMatchObject({ users: [{ name: 'admin', server_admin: true }] })
    expect(await one?.call(listKeys, { of_everybody: true })).toMatchObject({
      keys: [{ name: 'HEDDLE_API_KEY' }],
    })
  })

  test('writes that one acknowledged are visible to the other at once', async () => {
    const [one, other] = servers.map(clientOf)
    const acknowledged = nothingYet()
    if (!one || !other) throw new Error('two servers are needed')

    for (const [at, write] of WRITERS.entries()) await write(one, `one-${at}`, acknowledged)

    expect(await missingFrom(other, acknowledged)).toEqual([])
  })

  test('a large request, which another thread handles, is found by both', async () => {
    const [one, other] = servers
    const id = randomUUID()
    const start = { ...startOf(id), inputs: { text: 'x'.repeat(8_000_000) } }

    const reply = await post(one, '/call/start', { start })

    expect(reply.status).toBe(200)
    expect((await post(other, '/call/read', { project_id: PROJECT, id })).text).toContain('xxxxxxxx')
  })

  test('a role revoked on one is revoked on the other within seconds', async () => {
    const [one, other] = servers
    const name = `user-${randomUUID()}`
    await post(one, '/settings/users/create', { name })
    const { key } = JSON.parse(
      (await post(one, '/settings/keys/create', { user_name: name, name: 'k' })).text,
    )
    const role = { user_name: name, entity: PROJECT.split('/')[0], role: 'editor' }
    await post(one, '/settings/members/set', role)
    const statusOnOther = async () =>
      (await post(other, '/calls/query_stats', { project_id: PROJECT }, key)).status
    await expect.poll(statusOnOther, { timeout: 10_000 }).toBe(200)

    await post(one, '/settings/members/delete', { user_name: name, entity: role.entity })

    await expect.poll(statusOnOther, { timeout: 10_000 }).toBe(403)
  })

  test('while ClickHouse is down, requests get 503 with Retry-After; afterwards everything works again', async () => {
    const [server] = servers
    await clickhouse.kill()

    const [read, write] = [
      await post(server, '/calls/query_stats', { project_id: PROJECT }),
      await post(server, '/call/start', { start: startOf(randomUUID()) }),
    ]
    await clickhouse.start()
    const after = await post(server, '/call/start', { start: startOf(randomUUID()) })

    for (const reply of [read, write]) {
      expect(reply.status).toBe(503)
      expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect(after.status).toBe(200)
  })

  test('while ClickHouse hangs, the server is not ready, and the reason comes within seconds', async () => {
    const [server] = servers
    await clickhouse.pause()
    onTestFinished(() => void clickhouse.resume())

    const reply = await fetch(`${server?.url}/ready`, { signal: AbortSignal.timeout(30_000) })

    expect(reply.status).toBe(503)
    expect(await reply.text()).toContain('did not respond within')
  })

  test('kills of ClickHouse and of a server under ingest lose nothing that was acknowledged, and store nothing twice', async () => {
    const [one, other] = servers
    if (!one || !other) throw new Error('two servers are needed')
    const acknowledged = nothingYet()
    const ingest = writeUntilStopped([one, other].map(clientOf), acknowledged)
    onTestFinished(() => ingest.stop())

    for (let round = 0; round < 3; round++) {
      await untilMore(acknowledged)
      await clickhouse.kill()
      await clickhouse.start()
    }
    await clickhouse.pause()
    await wait(300)
    clickhouse.resume()
    await untilMore(acknowledged)
    await other.kill()
    await untilMore(acknowledged)
    await ingest.stop()

    expect(await missingFrom(clientOf(one), acknowledged)).toEqual([])
    expect(await doubledIn(clientOf(one))).toEqual([])
  })
})

const startOf = (id: string) => ({
  project_id: PROJECT,
  id,
  op_name: 'op',
  trace_id: id,
  started_at: '2026-01-01T00:00:00Z',
  attributes: {},
  inputs: {},
})

async function post(server: ServerProcess | undefined, path: string, body: unknown, key = API_KEY) {
  const headers = {
    'content-type': 'application/json',
    authorization: `Basic ${Buffer.from(`api:${key}`).toString('base64')}`,
  }
  const reply = await fetch(`${server?.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: reply.status, headers: reply.headers, text: await reply.text() }
}

/** What is stored twice, or counted otherwise than listed. Every attempt of a writer has a name of its own. */
async function doubledIn(client: Client): Promise<string[]> {
  const { calls } = await client.call(queryCalls, { project_id: PROJECT })
  const { count } = await client.call(countCalls, { project_id: PROJECT })
  const { result } = await client.call(queryFeedback, { project_id: PROJECT, fields: ['payload'] })
  const { results } = await client.call(queryCosts, { project_id: PROJECT, fields: ['llm_id'] })
  return [
    ...repeated(calls.map(({ id }) => `call ${id}`)),
    ...repeated(result.map(({ payload }) => `feedback ${JSON.stringify(payload)}`)),
    ...repeated(results.map(({ llm_id }) => `price ${llm_id}`)),
    ...(count === calls.length ? [] : [`the count ${count} of ${calls.length} calls`]),
  ]
}

const repeated = (names: readonly string[]): string[] => names.filter((name, at) => names.indexOf(name) < at)

/** Waits until ingest has run for a while. */
async function untilMore({ ended }: Acknowledged): Promise<void> {
  const before = ended.length
  await expect.poll(() => ended.length, { timeout: 60_000 }).toBeGreaterThan(before + 20)
}

/** Runs every writer on every server concurrently; failed writes were not acknowledged. */
function writeUntilStopped(clients: readonly Client[], acknowledged: Acknowledged) {
  let isStopped = false
  const running = clients.flatMap((client, at) =>
    WRITERS.map(async (write, index) => {
      for (let turn = 0; !isStopped; turn++) {
        await write(client, `c${at}-w${index}-${turn}`, acknowledged).catch(() => wait(20))
      }
    }),
  )
  return {
    async stop() {
      isStopped = true
      await Promise.all(running)
    },
  }
}

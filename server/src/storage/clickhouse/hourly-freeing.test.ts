import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { serveHeldHttp, serveHttp } from '../../testing/http-server.ts'
import { MICROS_PER_DAY } from '../../time.ts'
import { ClickHouse } from './connection/client.ts'
import { freeEveryHour, freeSpace } from './hourly-freeing.ts'
import { RECORD_TABLES } from './record-space.ts'
import { parseTarget } from './target.ts'

const HALF_PAST_THREE = 20_000 * MICROS_PER_DAY + (3.5 / 24) * MICROS_PER_DAY

/** The tables that a run looks at on a server that rejects every statement, and what it logs. */
async function failingRun(now: number, options = '') {
  const tables: string[] = []
  const host = await serveHttp(async (request, response) => {
    const [, table = ''] = /from ([a-z_.]+)/.exec(await text(request)) ?? []
    tables.push(table)
    response.writeHead(500).end('Code: 241. DB::Exception: Memory limit exceeded. (MEMORY_LIMIT_EXCEEDED)')
  })
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => log.mockRestore())
  const clickhouse = new ClickHouse(parseTarget(`clickhouse://${host}/heddle${options}`))
  onTestFinished(() => clickhouse.close())
  await freeSpace(clickhouse, now)
  return { tables, logged: log.mock.calls.map(([message]) => String(message)) }
}

const STEPS = ['call_parts', 'object_events', 'sessions', ...RECORD_TABLES.map(({ name }) => name)]

test('every step is taken, also after one that failed, and failures are logged', async () => {
  const { tables, logged } = await failingRun(HALF_PAST_THREE)

  expect(tables).toEqual([...STEPS, 'system.parts'])
  expect(logged).toHaveLength(tables.length)
})

test('files are rewritten in one hour of the day only', async () => {
  const { tables } = await failingRun(HALF_PAST_THREE + MICROS_PER_DAY / 24)

  expect(tables).toEqual(STEPS)
})

test('nothing is looked for on shards that no statement reaches together', async () => {
  const { tables } = await failingRun(HALF_PAST_THREE, '?cluster=main&sharded&on_cluster=0')

  expect(tables).toEqual([])
})

test('a run waits until the one before it has ended', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { host, bodies, respond } = await serveHeldHttp()
  const clickhouse = new ClickHouse(parseTarget(`clickhouse://${host}/heddle`))
  onTestFinished(() => clickhouse.close())
  onTestFinished(freeEveryHour(clickhouse))
  const runs = () => bodies.filter((body) => body.includes("part = 'delete'")).length

  vi.advanceTimersByTime(2 * 3_600_000)
  await expect.poll(runs).toBe(1)
  await setTimeout(100)
  expect(runs()).toBe(1)
  respond()

  await expect.poll(runs).toBe(2)
})

test('a run that is stopped takes no further step', async () => {
  const { host, bodies, respond } = await serveHeldHttp()
  const clickhouse = new ClickHouse(parseTarget(`clickhouse://${host}/heddle`))
  onTestFinished(() => clickhouse.close())
  const stopped = new AbortController()

  const run = freeSpace(clickhouse, HALF_PAST_THREE, stopped.signal)
  await expect.poll(() => bodies).toHaveLength(1)
  stopped.abort()
  respond()
  await run

  expect(bodies).toHaveLength(1)
})

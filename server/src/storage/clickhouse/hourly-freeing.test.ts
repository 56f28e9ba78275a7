import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { serveHttp } from '../../testing/http-server.ts'
import { MICROS_PER_DAY } from '../../time.ts'
import { ClickHouse } from './connection/client.ts'
import { freeSpace } from './hourly-freeing.ts'
import { parseTarget } from './target.ts'

const HALF_PAST_THREE = 20_000 * MICROS_PER_DAY + (3.5 / 24) * MICROS_PER_DAY

/** The tables that a run looks at on a server that rejects every statement, and what it logs. */
async function failingRun(now: number) {
  const tables: string[] = []
  const host = await serveHttp(async (request, response) => {
    const [, table = ''] =
      /from (call_parts|object_events|sessions|projects|system\.parts)/.exec(await text(request)) ?? []
    tables.push(table)
    response.writeHead(500).end('Code: 241. DB::Exception: Memory limit exceeded. (MEMORY_LIMIT_EXCEEDED)')
  })
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => log.mockRestore())
  const clickhouse = new ClickHouse(parseTarget(`clickhouse://${host}/heddle`))
  onTestFinished(() => clickhouse.close())
  await freeSpace(clickhouse, now)
  return { tables, logged: log.mock.calls.map(([message]) => String(message)) }
}

test('every step is taken, also after one that failed, and failures are logged', async () => {
  const { tables, logged } = await failingRun(HALF_PAST_THREE)

  expect(tables).toEqual(['call_parts', 'object_events', 'sessions', 'projects', 'system.parts'])
  expect(logged).toHaveLength(5)
})

test('files are rewritten in one hour of the day only', async () => {
  const { tables } = await failingRun(HALF_PAST_THREE + MICROS_PER_DAY / 24)

  expect(tables).toEqual(['call_parts', 'object_events', 'sessions', 'projects'])
})

import { pino } from 'pino'
import { expect, test } from 'vitest'
import { finished, recordFinished } from '../../testing/builders.ts'
import { startService } from '../../testing/service.ts'

test('every response has the id of its request, errors included', async () => {
  const service = await startService()
  const url = await service.listen()
  const idFor = async (path: string, id: string) =>
    (await fetch(`${url}${path}`, { headers: { 'x-request-id': id } })).headers.get('x-request-id')

  expect(await idFor('/health', 'from-a-proxy:1')).toBe('from-a-proxy:1')
  expect(await idFor('/settings/status', 'refused-1')).toBe('refused-1')
})

test('an id that is not safe to log is replaced by a new one', async () => {
  const service = await startService()
  const url = await service.listen()

  for (const id of ['two words', '"quoted"', 'x'.repeat(129)]) {
    const reply = await fetch(`${url}/health`, { headers: { 'x-request-id': id } })
    expect(reply.headers.get('x-request-id')).toMatch(/^[\w-]{20,40}$/)
  }
})

test('a slow request is logged with its shape, and without user data', async () => {
  const { lines, log } = captureLog()
  const service = await startService({ log, slowAfterMs: 0 })
  await recordFinished(service, finished('team/app', 'a', { inputs: { q: 'private' } }))
  const query = {
    $expr: {
      $and: [
        { $eq: [{ $getField: 'inputs.q' }, { $literal: 'private' }] },
        { $gt: [{ $getField: 'display_name' }, { $literal: 'secret' }] },
      ],
    },
  }

  await service.post('/calls/query_stats', { project_id: 'team/app', query, limit: 7 })
  await service.get('/call/read?secret=private')

  const line = lines().find(({ route }) => route === '/calls/query_stats')
  expect(line).toMatchObject({ level: 40, msg: 'slow request', method: 'POST', status: 200 })
  expect(JSON.parse(String(line?.shape))).toEqual({
    project_id: 'team/app',
    limit: 7,
    query: {
      $expr: {
        $and: [
          { $eq: [{ $getField: 'inputs.q' }, { $literal: '?' }] },
          { $gt: [{ $getField: 'display_name' }, { $literal: '?' }] },
        ],
      },
    },
  })
  expect(line?.slowest).toContainEqual({ name: 'calls.count', ms: expect.any(Number), rows: null })
  expect(JSON.stringify(lines())).not.toMatch(/private|secret/)
})

test('a request that is not slow is not logged', async () => {
  const { lines, log } = captureLog()
  const service = await startService({ log })

  await service.post('/calls/query_stats', { project_id: 'team/app' })

  expect(lines()).toEqual([])
})

test('a refused request is logged at info with its route and the reason, without its key and URL', async () => {
  const { lines, log } = captureLog('info')
  const service = await startService({ log })
  const url = await service.listen()

  await fetch(`${url}/call/read?secret=private`, {
    method: 'POST',
    headers: { authorization: 'Bearer wrong' },
  })

  expect(lines().filter(({ msg }) => msg === 'request refused')).toMatchObject([
    { level: 30, method: 'POST', route: '/call/read', status: 401, reason: 'The API key is not valid' },
  ])
  expect(JSON.stringify(lines())).not.toMatch(/private|wrong/)
})

function captureLog(level = 'warn') {
  const text: string[] = []
  const log = pino({ level }, { write: (line: string) => void text.push(line) })
  return { log, lines: () => text.map((line): Record<string, unknown> => JSON.parse(line)) }
}

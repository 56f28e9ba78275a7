import { readMetrics, readReadiness, readStatus } from '@heddle/contract/server-status'
import { expect, test } from 'vitest'
import { record, start } from '../../testing/builders.ts'
import { startService } from '../../testing/service.ts'

test('the status counts writes and requests', async () => {
  const service = await startService()
  await record(service, start('team/app', { id: 'a' }), start('team/app', { id: 'b' }))

  const status = await service.call(readStatus, {})

  expect(status).toMatchObject({
    engine: 'sqlite',
    ingest: { parts_total: 2 },
    commits: { writes_waiting: 0, reads_waiting: 0, p50_ms: expect.any(Number) },
    requests: { total: 1, failed_total: 0 },
    listeners: 0,
  })
  expect(status.database_bytes).toBeGreaterThan(0)
  expect(status.ingest.parts_per_second).toBeGreaterThan(0)
})

test('the uptime does not change with the clock', async () => {
  const clock = { micros: 1_740_823_200_000_000 }
  const service = await startService({ now: () => clock.micros })

  clock.micros -= 86_400_000_000
  const { uptime_seconds, started_at } = await service.call(readStatus, {})

  expect(started_at).toBe('2025-03-01T10:00:00Z')
  expect(uptime_seconds).toBeGreaterThanOrEqual(0)
  expect(uptime_seconds).toBeLessThan(3600)
})

test('the status is for admins of the server', async () => {
  const service = await startService()
  const { key } = await service.createUser({ entity: 'team', role: 'admin' })

  expect(await service.get(readStatus.path, { key })).toMatchObject({ status: 403 })
})

test('metrics are Prometheus text, readable with any key', async () => {
  const service = await startService()
  await record(service, start('team/app'))
  const { key } = await service.createUser()

  const { headers, text } = await service.get(readMetrics.path, { key })

  expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect(text).toMatch(/^# TYPE heddle_call_parts_total counter\nheddle_call_parts_total 1$/m)
  for (const line of text.trimEnd().split('\n')) {
    expect(line).toMatch(/^(|# (HELP|TYPE) heddle_\w+ .+|heddle_\w+(\{[^{}]+\})? [\d.e+-]+)$/)
  }
})

test('requests are timed by method, route pattern and status class', async () => {
  const service = await startService()
  await service.get('/v2/team/app/calls/none')
  await service.post('/calls/query_stats', { project_id: 'team/app' })
  await service.post('/traces/calls/query_stats', { project_id: 'team/app' })
  await service.post('/calls/query_stats', {})
  await service.get('/no/such/route')

  const { text } = await service.get(readMetrics.path)

  const counts = text.match(/^heddle_request_duration_seconds_count.*$/gm)
  expect(counts?.sort()).toEqual([
    'heddle_request_duration_seconds_count{method="GET",route="unmatched",status="4xx"} 2',
    'heddle_request_duration_seconds_count{method="POST",route="/calls/query_stats",status="2xx"} 2',
    'heddle_request_duration_seconds_count{method="POST",route="/calls/query_stats",status="4xx"} 1',
  ])
  expect(text).toMatch(/^heddle_requests_total 5$/m)
})

test('writes and reads of the storage are timed', async () => {
  const service = await startService()
  const countOf = async (metric: string) => {
    const { text } = await service.get(readMetrics.path)
    return Number(new RegExp(`^heddle_${metric} (\\d+)$`, 'm').exec(text)?.[1] ?? 0)
  }
  const before = await countOf('write_duration_seconds_count')

  await record(service, start('team/app'))
  await service.post('/threads/stream_query', { project_id: 'team/app' })

  expect(await countOf('write_duration_seconds_count')).toBeGreaterThan(before)
  expect(await countOf('read_duration_seconds_count\\{kind="scan"\\}')).toBeGreaterThan(0)
  expect(await countOf('read_duration_seconds_count\\{kind="quick"\\}')).toBeGreaterThan(0)
})

test('two services in one process do not share metrics', async () => {
  const [one, other] = [await startService(), await startService()]

  await record(one, start('team/app'))

  expect((await one.get(readMetrics.path)).text).toMatch(/^heddle_call_parts_total 1$/m)
  expect((await other.get(readMetrics.path)).text).toMatch(/^heddle_call_parts_total 0$/m)
})

test('the server is ready while its storage can write', async () => {
  const service = await startService()
  expect(await service.call(readReadiness, {}, { key: null })).toEqual({ status: 'ready' })

  await service.storage.close()

  expect(await service.get(readReadiness.path, { key: null })).toMatchObject({ status: 503 })
})

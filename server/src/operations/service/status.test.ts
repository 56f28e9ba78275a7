import { readMetrics, readReadiness, readStatus } from '@heddle/contract/status'
import { expect, test } from 'vitest'
import { record, start } from '../../testing/builders.ts'
import { startService } from '../../testing/service.ts'

test('the status counts what was written and asked', async () => {
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

test('the metrics are the text that Prometheus reads, for any key', async () => {
  const service = await startService()
  await record(service, start('team/app'))
  const { key } = await service.createUser()

  const { headers, text } = await service.get(readMetrics.path, { key })

  expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect(text).toMatch(/^# TYPE heddle_call_parts_total counter\nheddle_call_parts_total 1$/m)
  for (const line of text.trimEnd().split('\n')) {
    expect(line).toMatch(/^(# (HELP|TYPE) heddle_\w+ .+|heddle_\w+ [\d.e+-]+)$/)
  }
})

test('a service whose storage writes is ready, and one whose storage is closed is not', async () => {
  const service = await startService()
  expect(await service.call(readReadiness, {}, { key: null })).toEqual({ status: 'ready' })

  await service.storage.close()

  expect(await service.get(readReadiness.path, { key: null })).toMatchObject({ status: 503 })
})

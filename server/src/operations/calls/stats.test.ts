import { readCallStats } from '@heddle/contract/calls-stats'
import { afterAll, expect, test } from 'vitest'
import { end, finished, record, recordFinished, start } from '../../testing/builders.ts'
import { newProject } from '../../testing/objects.ts'
import { openService } from '../../testing/service.ts'

const service = await openService()
afterAll(() => service.close())

const HOUR = { start: '2025-03-01T10:00:00Z', end: '2025-03-01T12:00:00Z', granularity: 3600 }

test('every bucket is returned, with the calls that started in it', async () => {
  const project_id = newProject()
  await recordFinished(
    service,
    finished(project_id, 'a', { summary: { usage: { m: { prompt_tokens: 100, input_tokens: 20 } } } }),
    finished(project_id, 'b', { exception: 'boom' }),
  )

  const reply = await service.call(readCallStats, {
    project_id,
    ...HOUR,
    usage_metrics: [{ metric: 'input_tokens' }],
    call_metrics: [
      { metric: 'latency_ms', aggregations: ['avg', 'max'], percentiles: [50] },
      { metric: 'error_count', aggregations: ['sum'] },
    ],
  })

  expect(reply).toMatchObject({
    granularity: 3600,
    timezone: 'UTC',
    usage_buckets: [
      { model: 'm', sum_input_tokens: 120, count: 1 },
      { model: 'm', sum_input_tokens: 0, count: 0 },
    ],
    call_buckets: [
      { avg_latency_ms: 1250, max_latency_ms: 1250, p50_latency_ms: 1250, sum_error_count: 1, count: 2 },
      { avg_latency_ms: 0, max_latency_ms: null, p50_latency_ms: null, sum_error_count: 0, count: 0 },
    ],
  })
})

test('a call counts in the bucket of its start; the window includes its start and excludes its end', async () => {
  const project_id = newProject()
  const at = (id: string, started_at: string) => start(project_id, { id, started_at })
  await record(
    service,
    at('before', '2025-03-01T09:59:59.999999Z'),
    at('first', '2025-03-01T10:00:00Z'),
    at('last', '2025-03-01T11:59:59.999999Z'),
    at('after', '2025-03-01T12:00:00Z'),
    end(project_id, 'before'),
  )

  const { call_buckets } = await service.call(readCallStats, {
    project_id,
    ...HOUR,
    call_metrics: [{ metric: 'call_count', aggregations: ['sum'] }],
  })

  expect(call_buckets).toMatchObject([{ sum_call_count: 1 }, { sum_call_count: 1 }])
})

test('filters choose the calls that are measured', async () => {
  const project_id = newProject()
  await record(service, start(project_id, { op_name: 'x' }), start(project_id, { op_name: 'y' }))

  const { call_buckets } = await service.call(readCallStats, {
    project_id,
    ...HOUR,
    filter: { op_names: ['x'] },
    call_metrics: [{ metric: 'call_count', aggregations: ['sum'] }],
  })

  expect(call_buckets[0]).toMatchObject({ sum_call_count: 1 })
})

test('too many values for a response are refused before anything is measured', async () => {
  const percentiles = Array.from({ length: 20 }, (_, at) => at)
  const call_metrics = Array.from({ length: 20 }, () => ({ metric: 'latency_ms', percentiles }))

  const reply = await service.post('/calls/stats', {
    project_id: 'team/app',
    start: '2025-02-01T00:00:00Z',
    end: '2025-03-01T00:00:00Z',
    granularity: 300,
    call_metrics,
  })

  expect(reply).toMatchObject({ status: 413, body: { reason: expect.stringContaining('granularity') } })
})

test.each([
  ['end', { start: '2025-03-02T00:00:00Z', end: '2025-03-01T00:00:00Z' }],
  ['end', { start: '2025-01-01T00:00:00Z', end: '2025-03-01T00:00:00Z' }],
  ['start', {}],
  ['call_metrics', { ...HOUR, call_metrics: [{ metric: 'unknown' }] }],
  ['timezone', { ...HOUR, timezone: 'Mars/Olympus' }],
])('an invalid %s is 422: %j', async (name, request) => {
  const reply = await service.post('/calls/stats', { project_id: newProject(), ...request })

  const loc = expect.arrayContaining(['body', name])
  expect(reply).toMatchObject({ status: 422, body: { detail: [{ loc }] } })
})

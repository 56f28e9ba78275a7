import { createFeedbackBatch, type FeedbackCreateRequest } from '@heddle/contract/feedback'
import { readFeedbackSchema, readFeedbackStats } from '@heddle/contract/feedback-stats'
import { afterAll, describe, expect, test } from 'vitest'
import { custom } from '../../testing/builders.ts'
import { newProject } from '../../testing/objects.ts'
import { openService } from '../../testing/service.ts'

const NOON = Date.UTC(2025, 2, 1, 12) * 1000
let clock = NOON
const service = await openService({ now: () => clock })
afterAll(() => service.close())

const WINDOW = { start: '2025-03-01T11:00:00Z', end: '2025-03-01T13:00:00Z' }

async function projectWith(payloads: readonly object[], fields: Partial<FeedbackCreateRequest> = {}) {
  const project_id = newProject()
  const batch = payloads.map((payload) => custom(project_id, payload, fields))
  await service.call(createFeedbackBatch, { batch })
  return project_id
}

describe('feedback stats', () => {
  test('measure a value of the payload, per bucket and overall', async () => {
    const project_id = await projectWith([{ output: { score: 1 } }, { output: { score: 3 } }, { output: {} }])

    const reply = await service.call(readFeedbackStats, {
      project_id,
      ...WINDOW,
      granularity: 3600,
      metrics: [{ json_path: 'output.score', aggregations: ['avg', 'max'], percentiles: [50] }],
    })

    expect(reply).toMatchObject({
      granularity: 3600,
      timezone: 'UTC',
      buckets: [
        { max_output_score: null },
        { avg_output_score: 2, max_output_score: 3, p50_output_score: 2 },
      ],
      window_stats: { output_score: { avg: 2, max: 3, p50: 2 } },
    })
    expect(reply.buckets).toHaveLength(2)
  })

  test('of too many values for a response are refused', async () => {
    const percentiles = Array.from({ length: 20 }, (_, at) => at)
    const metrics = Array.from({ length: 20 }, (_, at) => ({ json_path: `score.${at}`, percentiles }))
    const window = { start: '2025-02-01T00:00:00Z', end: '2025-03-01T00:00:00Z', granularity: 300 }

    const reply = await service.post(readFeedbackStats.path, { project_id: newProject(), ...window, metrics })

    expect(reply).toMatchObject({ status: 413, body: { reason: expect.stringContaining('granularity') } })
  })

  test('cover more than 31 days if long_range is set, in coarser buckets', async () => {
    const project_id = await projectWith([{ score: 1 }, { score: 2 }])

    const reply = await service.call(readFeedbackStats, {
      project_id,
      start: '1970-01-01T00:00:00Z',
      end: WINDOW.end,
      long_range: true,
      metrics: [{ json_path: 'score', aggregations: ['avg'] }],
    })

    expect(reply.granularity).toBeGreaterThan(86_400)
    expect(reply.buckets.length).toBeLessThanOrEqual(10_001)
    expect(reply.buckets.at(-1)).toMatchObject({ count: 2, avg_score: 1.5 })
  })

  test('count each row once, even if feedback is read in several pages', async () => {
    const text = 'x'.repeat(900_000)
    const project_id = newProject()
    for (let at = 0; at < 12; at++) {
      // A page ends among rows of the same time.
      clock = NOON + Math.floor(at / 4)
      await service.call(createFeedbackBatch, { batch: [custom(project_id, { at, text })] })
    }

    const { window_stats } = await service.call(readFeedbackStats, {
      project_id,
      ...WINDOW,
      metrics: [{ json_path: 'at', aggregations: ['sum', 'count'] }],
    })

    expect(window_stats).toEqual({ at: { sum: 66, count: 12 } })
  })

  test('are empty without metrics', async () => {
    const project_id = await projectWith([{ a: 1 }])

    expect(await service.call(readFeedbackStats, { project_id, ...WINDOW })).toMatchObject({
      granularity: 3600,
      buckets: [],
      window_stats: null,
    })
  })

  test('may be limited to one type', async () => {
    const project_id = await projectWith([{ a: 1 }])

    const { window_stats } = await service.call(readFeedbackStats, {
      project_id,
      ...WINDOW,
      feedback_type: 'another',
      metrics: [{ json_path: 'a', aggregations: ['max'] }],
    })

    expect(window_stats).toEqual({ a: { max: null } })
  })

  test.each([
    [400, { ...WINDOW, metrics: [{ json_path: 'a[0]' }] }],
    [422, { start: WINDOW.end, end: WINDOW.start }],
    [422, { start: '2025-01-01', end: '2025-03-01' }],
    [422, { start: WINDOW.end, end: WINDOW.start, long_range: true }],
    [422, {}],
    [422, { ...WINDOW, metrics: [{ json_path: 'a', value_type: 'colour' }] }],
  ])('are %i for %j', async (status, request) => {
    const reply = await service.post('/feedback/stats', { project_id: newProject(), ...request })

    expect(reply.status).toBe(status)
  })
})

describe('the schema of payloads', () => {
  test('lists paths with the type of their values', async () => {
    const project_id = await projectWith([
      { score: 1, nested: { ok: true }, mixed: 1, list: [1] },
      { label: 'x', mixed: 'y', 'a.b': 1 },
    ])

    const { paths } = await service.call(readFeedbackSchema, { project_id, ...WINDOW })

    expect(paths).toEqual([
      { json_path: 'label', value_type: 'categorical' },
      { json_path: 'mixed', value_type: 'categorical' },
      { json_path: 'nested.ok', value_type: 'boolean' },
      { json_path: 'score', value_type: 'numeric' },
    ])
  })

  test.each([
    { ...WINDOW, sample_limit: 0 },
    { ...WINDOW, sample_limit: 5001 },
    { start: '2025-01-01', end: '2025-03-01' },
    {},
  ])('is 422 for %j', async (request) => {
    const reply = await service.post('/feedback/payload_schema', { project_id: newProject(), ...request })

    expect(reply).toMatchObject({ status: 422, body: { detail: [expect.anything()] } })
  })
})

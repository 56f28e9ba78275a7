import { expect, test } from 'vitest'
import { groupFigures, modelFigures, timelineOf, totalFigures, userFigures } from './figures.ts'

const AT = '2025-03-01T10:00:00+00:00'
const LATER = '2025-03-01T11:00:00+00:00'

test('totals come from the single bucket, with the usage of all models', () => {
  const reply = {
    call_buckets: [{ timestamp: AT, sum_call_count: 5, sum_error_count: 1, p50_latency_ms: 120 }],
    usage_buckets: [
      { timestamp: AT, model: 'a', sum_input_tokens: 6, sum_output_tokens: 4, sum_total_cost: 0.5 },
      { timestamp: AT, model: 'b', sum_input_tokens: 5, sum_output_tokens: null, sum_total_cost: null },
    ],
  }

  expect(totalFigures(reply)).toEqual({
    calls: 5,
    errors: 1,
    p50: 120,
    p95: null,
    p99: null,
    tokens: 15,
    cost: 0.5,
    reportedCost: 0,
  })
})

test('groups are sorted by calls, each with its usage', () => {
  const reply = {
    call_buckets: [
      { timestamp: AT, group: 'rare', sum_call_count: 1 },
      { timestamp: AT, group: 'busy', sum_call_count: 9 },
    ],
    usage_buckets: [{ timestamp: AT, group: 'rare', model: 'a', sum_input_tokens: 5, sum_output_tokens: 2 }],
  }

  expect(groupFigures(reply).map(({ key, calls, tokens }) => [key, calls, tokens])).toEqual([
    ['busy', 9, 0],
    ['rare', 1, 7],
  ])
})

test('models are sorted by cost, without unused ones', () => {
  const rows = modelFigures([
    { model: 'cheap', count: 3, sum_total_cost: 0.1 },
    { model: 'unused', count: 0 },
    { model: 'dear', count: 1, sum_total_cost: 2 },
  ])

  expect(rows.map(({ model }) => model)).toEqual(['dear', 'cheap'])
})

test('tokens are summed up if clients report no total', () => {
  const usage = { model: 'a', count: 1, sum_input_tokens: 100, sum_output_tokens: 50, sum_total_tokens: 0 }

  expect(modelFigures([usage])[0]?.tokens).toBe(150)
})

test('usage is assigned to its bucket', () => {
  const timeline = timelineOf({
    call_buckets: [
      { timestamp: AT, sum_call_count: 3, sum_error_count: 1 },
      { timestamp: LATER, sum_call_count: 0, sum_error_count: 0 },
    ],
    usage_buckets: [{ timestamp: LATER, model: 'a', sum_input_tokens: 4, sum_total_cost: 0.2 }],
  })

  expect(timeline.times).toEqual([1_740_823_200, 1_740_826_800])
  expect(timeline.succeeded).toEqual([2, 0])
  expect(timeline.input).toEqual([0, 4])
  expect(timeline.costByModel.get('a')).toEqual([0, 0.2])
})

test('users are sorted by when they were last seen, with the usage of all models', () => {
  const reply = {
    call_buckets: [
      { timestamp: AT, group: 'bo', sum_call_count: 9, sum_error_count: 0, last_started_at: AT },
      { timestamp: AT, group: 'ada', sum_call_count: 5, sum_error_count: 1, last_started_at: LATER },
      { timestamp: AT, group: '', sum_call_count: 5, sum_error_count: 0, last_started_at: LATER },
    ],
    usage_buckets: [
      { timestamp: AT, group: 'ada', model: 'a', sum_input_tokens: 5, sum_total_cost: 0.5 },
      { timestamp: AT, group: 'ada', model: 'b', sum_output_tokens: 2, sum_total_cost: 0.25 },
    ],
  }

  expect(userFigures(reply)).toMatchObject([
    { key: 'ada', calls: 5, errors: 1, tokens: 7, cost: 0.75, lastSeen: LATER },
    { key: 'bo', calls: 9, errors: 0, tokens: 0, cost: 0, lastSeen: AT },
  ])
})

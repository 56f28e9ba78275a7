import { expect, test } from 'vitest'
import { JsonText } from '../../json/text.ts'
import { FEEDBACK_DEFAULTS, type Feedback } from './feedback.ts'
import { type FeedbackStatsRequest, feedbackStats } from './stats.ts'

const HOUR = 3_600_000_000
const START = Date.UTC(2025, 2, 1, 10) * 1000
const RANGE = { start: START, end: START + 2 * HOUR, granularity: 3600 }

const feedback = (created_at: number, payload: unknown): Feedback => ({
  ...FEEDBACK_DEFAULTS,
  id: 'f',
  project_id: 'acme/demo',
  weave_ref: 'r',
  wb_user_id: 'ada',
  created_at,
  feedback_type: 'custom',
  payload: new JsonText(JSON.stringify(payload)),
})

/** Reads each row as a page of its own. */
const measure = (request: FeedbackStatsRequest, rows: readonly Feedback[]) =>
  feedbackStats(
    request,
    (async function* () {
      for (const row of rows) yield [row]
    })(),
  )

const refusal = expect.objectContaining({ code: 'invalid_request' })

test('without metrics there are no buckets', async () => {
  expect(await measure({ ...RANGE, metrics: [] }, [feedback(START, {})])).toEqual({
    start: '2025-03-01T10:00:00Z',
    end: '2025-03-01T12:00:00Z',
    granularity: 3600,
    timezone: 'UTC',
    buckets: [],
    window_stats: null,
  })
})

test('every bucket is present, and the window covers them all', async () => {
  const rows = [
    feedback(START, { out: { score: 1 } }),
    feedback(START + 1, { out: { score: 2.5 } }),
    feedback(START + 2, { out: {} }),
    feedback(START + 3, { out: { score: 'high' } }),
  ]

  const stats = await measure(
    { ...RANGE, metrics: [{ json_path: 'out.score', aggregations: ['sum', 'max'], percentiles: [50] }] },
    rows,
  )

  expect(stats.buckets).toEqual([
    {
      timestamp: '2025-03-01T10:00:00+00:00',
      count: 4,
      sum_out_score: 3.5,
      max_out_score: 2.5,
      p50_out_score: 1.75,
    },
    {
      timestamp: '2025-03-01T11:00:00+00:00',
      count: 0,
      sum_out_score: 0,
      max_out_score: null,
      p50_out_score: null,
    },
  ])
  expect(stats.window_stats).toEqual({ out_score: { sum: 3.5, max: 2.5, p50: 1.75 } })
})

test('each type of value has its default aggregations', async () => {
  const rows = [feedback(START, { n: 2, ok: true, label: 'a' }), feedback(START, { n: '4', ok: false })]

  const { window_stats } = await measure(
    {
      ...RANGE,
      metrics: [
        { json_path: 'n' },
        { json_path: 'ok', value_type: 'boolean' },
        { json_path: 'label', value_type: 'categorical' },
      ],
    },
    rows,
  )

  expect(window_stats).toEqual({
    n: { avg: 3, min: 2, max: 4 },
    ok: { count_true: 1, count_false: 1 },
    label: { count: 1 },
  })
})

test.each(['', 'a[0]', "a'b", 'a-b', 'ä'])('the path %j is refused', async (json_path) => {
  await expect(measure({ ...RANGE, metrics: [{ json_path }] }, [])).rejects.toThrow(refusal)
})

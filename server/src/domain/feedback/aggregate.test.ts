import type { FeedbackGroup } from '@heddle/contract/feedback-stats'
import { expect, test } from 'vitest'
import { JsonText } from '../../json/text.ts'
import { checkAggregateRequest, type FeedbackAggregateRequest, FeedbackCounter } from './aggregate.ts'
import { FEEDBACK_DEFAULTS, type Feedback } from './feedback.ts'

const DAY_MS = 86_400_000
const RANGE = { after_ms: 0, before_ms: DAY_MS }

const feedback = (ms: number, changes: Partial<Feedback> = {}): Feedback => ({
  ...FEEDBACK_DEFAULTS,
  id: 'f',
  project_id: 'acme/demo',
  weave_ref: 'weave:///acme/demo/call/c1',
  wb_user_id: 'ada',
  created_at: ms * 1000,
  feedback_type: 'wandb.runnable.s',
  payload: new JsonText('{}'),
  ...changes,
})

function feedbackBuckets(request: FeedbackAggregateRequest, rows: readonly Feedback[]) {
  const counter = new FeedbackCounter(request)
  counter.add(rows)
  return counter.buckets()
}

const countOf = (request: Partial<FeedbackAggregateRequest>, row: Feedback) =>
  feedbackBuckets({ ...RANGE, ...request }, [row])[0]?.total_count

test('without buckets and groups there is one row, even if it is empty', () => {
  expect(feedbackBuckets(RANGE, [])).toEqual([
    {
      time_bucket_start_ms: 0,
      group: {},
      total_count: 0,
      scored_count: 0,
      tag_counts: {},
      rating_counts: {},
      rating_sums: {},
    },
  ])
})

test('tags and ratings are counted, and ratings summed', () => {
  const rows = [
    feedback(1, { scorer_tags: ['a', 'b'], scorer_ratings: { _rating_: 2 } }),
    feedback(2, { scorer_tags: ['a'] }),
    feedback(3, { scorer_ratings: { _rating_: 3, clarity: 1 } }),
    feedback(4),
  ]

  expect(feedbackBuckets(RANGE, rows)).toEqual([
    {
      time_bucket_start_ms: 0,
      group: {},
      total_count: 4,
      scored_count: 3,
      tag_counts: { a: 2, b: 1 },
      rating_counts: { _rating_: 2, clarity: 1 },
      rating_sums: { _rating_: 5, clarity: 1 },
    },
  ])
})

test('the range includes its start and excludes its end', () => {
  const rows = [feedback(-1), feedback(0), feedback(DAY_MS - 1), feedback(DAY_MS)]

  expect(feedbackBuckets(RANGE, rows)[0]?.total_count).toBe(2)
})

test('buckets are aligned to the epoch, in order, and empty ones left out', () => {
  const rows = [feedback(190_000), feedback(61_000), feedback(119_999)]

  const buckets = feedbackBuckets({ after_ms: 30_000, before_ms: 300_000, time_bucket_seconds: 60 }, rows)

  expect(buckets.map(({ time_bucket_start_ms, total_count }) => [time_bucket_start_ms, total_count])).toEqual(
    [
      [60_000, 2],
      [180_000, 1],
    ],
  )
})

test('groups are the values of the column, or the scorers of the rows', () => {
  const rows = [
    feedback(1, { span_agent_name: 'b', runnable_ref: 'weave:///acme/demo/op/acc:D' }),
    feedback(2, { span_agent_name: 'a', runnable_ref: 'weave:///acme/demo/object/acc:E' }),
    feedback(3),
  ]
  const groupsBy = (...group_by: FeedbackGroup[]) =>
    feedbackBuckets({ ...RANGE, group_by }, rows).map(({ group, total_count }) => [group, total_count])

  expect(groupsBy('span_agent_name')).toEqual([
    [{ span_agent_name: '' }, 1],
    [{ span_agent_name: 'a' }, 1],
    [{ span_agent_name: 'b' }, 1],
  ])
  expect(groupsBy('scorer_id')).toEqual([
    [{ scorer_id: '' }, 1],
    [{ scorer_id: 'acc' }, 2],
  ])
  expect(groupsBy('scorer_id', 'span_agent_name')).toEqual([
    [{ scorer_id: '', span_agent_name: '' }, 1],
    [{ scorer_id: 'acc', span_agent_name: 'a' }, 1],
    [{ scorer_id: 'acc', span_agent_name: 'b' }, 1],
  ])
})

test('empty groups are left out, and an empty list of groups does not group', () => {
  expect(feedbackBuckets({ ...RANGE, group_by: ['scorer_id'] }, [])).toEqual([])
  expect(feedbackBuckets({ ...RANGE, group_by: [] }, [])).toMatchObject([{ group: {}, total_count: 0 }])
})

test.each<[Partial<FeedbackAggregateRequest>, Partial<Feedback>, number]>([
  [{ feedback_types: ['wandb.runnable'] }, {}, 1],
  [{ feedback_types: ['wandb.note', 'custom'] }, {}, 0],
  [{ feedback_types: [] }, {}, 1],
  [{ tags: ['x', 'y'] }, { scorer_tags: ['y'] }, 1],
  [{ tags: ['x'] }, { scorer_tags: ['y'] }, 0],
  [{ rating_min: 0 }, { scorer_ratings: { _rating_: 0 } }, 1],
  [{ rating_min: 0 }, {}, 0],
  [{ rating_min: 1, rating_max: 2 }, { scorer_ratings: { _rating_: 2.5 } }, 0],
  [{ monitor_ids: ['mon'] }, { trigger_ref: 'weave:///acme/demo/object/mon:D' }, 1],
  [{ monitor_ids: ['mo'] }, { trigger_ref: 'weave:///acme/demo/object/mon:D' }, 0],
  [{ monitor_ids: ['mo*'] }, { trigger_ref: 'weave:///acme/demo/object/mon:D' }, 1],
  [{ monitor_ids: ['*'] }, {}, 0],
  [{ scorer_ids: ['acc'] }, { runnable_ref: 'weave:///acme/demo/op/acc:D' }, 1],
  [{ span_agent_names: ['a'] }, { span_agent_name: 'a' }, 1],
  [{ span_agent_names: ['a'] }, { span_agent_name: 'b' }, 0],
  [{ span_types: ['agent_turn'] }, { weave_ref: 'weave:///acme/demo/agent_turn/t' }, 1],
  [{ span_types: ['agent_turn'] }, {}, 0],
])('%j finds %j %i times', (request, changes, count) => {
  expect(countOf(request, feedback(1, changes))).toBe(count)
})

test.each<Partial<FeedbackAggregateRequest>>([
  {},
  { before_ms: 400 * DAY_MS },
  { before_ms: 31 * DAY_MS, tags: ['x'] },
  { before_ms: 400 * DAY_MS, tags: [] },
  { time_bucket_seconds: 3600 },
  { before_ms: 256_000, time_bucket_seconds: 1 },
])('the request %j is fine', (request) => {
  expect(() => checkAggregateRequest({ ...RANGE, ...request })).not.toThrow()
})

test.each<Partial<FeedbackAggregateRequest>>([
  { before_ms: -1 },
  { before_ms: 32 * DAY_MS, tags: ['x'] },
  { before_ms: 32 * DAY_MS, group_by: ['scorer_id'] },
  { before_ms: 32 * DAY_MS, rating_min: 0 },
  { before_ms: 32 * DAY_MS, time_bucket_seconds: DAY_MS },
  { before_ms: 257_000, time_bucket_seconds: 1 },
  { time_bucket_seconds: 0 },
])('the request %j is malformed', (request) => {
  expect(() => checkAggregateRequest({ ...RANGE, ...request })).toThrow(
    expect.objectContaining({ code: 'malformed_request' }),
  )
})

import { createFeedbackBatch, type FeedbackCreateRequest } from '@heddle/contract/feedback'
import { aggregateFeedback } from '@heddle/contract/feedback-stats'
import { afterAll, expect, test } from 'vitest'
import { custom } from '../../testing/builders.ts'
import { newProject } from '../../testing/objects.ts'
import { openService } from '../../testing/service.ts'

const NOON_MS = Date.UTC(2025, 2, 1, 12)
const DAY_MS = 86_400_000
const service = await openService({ now: () => NOON_MS * 1000 })
afterAll(() => service.close())

const WINDOW = { after_ms: NOON_MS, before_ms: NOON_MS + 1 }

const scored = (project_id: string, scorer: string, scores: Partial<FeedbackCreateRequest>) =>
  custom(
    project_id,
    { output: 1 },
    {
      feedback_type: `wandb.runnable.${scorer}`,
      runnable_ref: `weave:///team/app/object/${scorer}:D`,
      ...scores,
    },
  )

async function threeScored(): Promise<string> {
  const project_id = newProject()
  await service.call(createFeedbackBatch, {
    batch: [
      scored(project_id, 's', { scorer_tags: ['good'], scorer_ratings: { _rating_: 2 } }),
      scored(project_id, 's', { scorer_ratings: { _rating_: 3 }, span_agent_name: 'bot' }),
      scored(project_id, 'r', {}),
    ],
  })
  return project_id
}

test('without buckets and groups there is one row for all', async () => {
  const project_id = await threeScored()

  expect(await service.call(aggregateFeedback, { project_id, ...WINDOW })).toEqual({
    time_bucket_seconds: null,
    ...WINDOW,
    buckets: [
      {
        time_bucket_start_ms: NOON_MS,
        group: {},
        total_count: 3,
        scored_count: 2,
        tag_counts: { good: 1 },
        rating_counts: { _rating_: 2 },
        rating_sums: { _rating_: 5 },
      },
    ],
  })
})

test('groups have the values of the columns that they are grouped by', async () => {
  const project_id = await threeScored()

  const { buckets } = await service.call(aggregateFeedback, {
    project_id,
    ...WINDOW,
    time_bucket_seconds: 3600,
    group_by: ['scorer_id', 'span_agent_name'],
  })

  expect(buckets).toMatchObject([
    { group: { scorer_id: 'r', span_agent_name: '' }, total_count: 1 },
    { group: { scorer_id: 's', span_agent_name: '' }, total_count: 1 },
    { group: { scorer_id: 's', span_agent_name: 'bot' }, total_count: 1 },
  ])
})

test('tags and ratings may have the names of object members', async () => {
  const project_id = newProject()
  const scores = JSON.parse('{"scorer_tags":["__proto__"],"scorer_ratings":{"__proto__":1,"constructor":2}}')
  await service.call(createFeedbackBatch, { batch: [scored(project_id, 's', scores)] })

  const reply = await service.post('/feedback/aggregate', { project_id, ...WINDOW })

  expect(reply.text).toContain('"tag_counts":{"__proto__":1}')
  expect(reply.text).toContain('"rating_sums":{"__proto__":1,"constructor":2}')
})

test('one total may span years', async () => {
  const request = { project_id: newProject(), after_ms: 0, before_ms: NOON_MS }

  expect((await service.call(aggregateFeedback, request)).buckets).toHaveLength(1)
})

test.each([
  { after_ms: 1, before_ms: 0 },
  { after_ms: 0, before_ms: 32 * DAY_MS, tags: ['x'] },
  { after_ms: 0, before_ms: 32 * DAY_MS, group_by: ['scorer_id'] },
  { after_ms: 0, before_ms: DAY_MS, time_bucket_seconds: 1 },
  { after_ms: 0, before_ms: DAY_MS, group_by: 'scorer_id' },
  { after_ms: 0, before_ms: DAY_MS, group_by: ['colour'] },
  { after_ms: 0 },
])('%j is 422', async (request) => {
  const reply = await service.post('/feedback/aggregate', { project_id: newProject(), ...request })

  expect(reply).toMatchObject({ status: 422, body: { detail: [expect.anything()] } })
})

import { createFeedbackBatch, type FeedbackCreateRequest, queryFeedback } from '@heddle/contract/feedback'
import type { QueryOperation } from '@heddle/contract/query'
import type { Static } from 'typebox'
import { afterAll, describe, expect, test } from 'vitest'
import { custom, equal, field, literal, note } from '../../testing/builders.ts'
import { newProject } from '../../testing/objects.ts'
import { openService } from '../../testing/service.ts'

const service = await openService()
afterAll(() => service.close())

async function projectWith(...rows: ((project_id: string) => FeedbackCreateRequest)[]): Promise<string> {
  const project_id = newProject()
  await service.call(createFeedbackBatch, { batch: rows.map((row) => row(project_id)) })
  return project_id
}

const scored = (id: string, payload: object) => (project_id: string) => custom(project_id, payload, { id })

const rated = (id: string, scores: Partial<FeedbackCreateRequest>) => (project_id: string) =>
  custom(
    project_id,
    { output: 1 },
    {
      id,
      feedback_type: 'wandb.runnable.s',
      runnable_ref: 'weave:///team/app/object/s:D',
      ...scores,
    },
  )

const threeScores = () =>
  projectWith(scored('a', { score: 0.9 }), scored('b', { score: 2 }), scored('c', { score: 'high' }))

const idsOf = async (project_id: string, request: object) =>
  (await service.call(queryFeedback, { project_id, ...request })).result.map(({ id }) => id)

const found = (project_id: string, $expr: QueryOperation) => idsOf(project_id, { query: { $expr } })

test('an empty project has no rows and a count of 0', async () => {
  const reply = await service.post('/feedback/query', { project_id: newProject() })

  expect(reply).toMatchObject({ status: 200, body: { result: [], total_count: 0 } })
})

test('the total counts all matching rows, not only the page', async () => {
  const project_id = await threeScores()

  const reply = await service.call(queryFeedback, { project_id, limit: 1 })

  expect(reply).toMatchObject({ result: [{ id: 'a' }], total_count: 3 })
})

test('a path is returned flat and as text', async () => {
  const project_id = await projectWith(scored('a', { score: 0.9 }))

  const reply = await service.call(queryFeedback, { project_id, fields: ['payload.score'] })

  expect(reply.result).toEqual([{ 'payload.score': '0.9' }])
})

test('a field of calls is 400 here', async () => {
  const reply = await service.post('/feedback/query', { project_id: newProject(), fields: ['inputs.x'] })

  expect(reply).toMatchObject({ status: 400, body: { reason: expect.any(String) } })
})

describe('fields', () => {
  test('are exactly those requested', async () => {
    const project_id = await projectWith(scored('a', { flag: true, deep: { x: [1, 2] } }))

    const { result } = await service.call(queryFeedback, {
      project_id,
      fields: [
        'id',
        'payload',
        'payload.flag',
        'payload.deep',
        'payload.deep.x.1',
        'payload.none',
        'queue_id',
        'scorer_tags',
        'span_status_code',
      ],
    })

    expect(result).toEqual([
      {
        id: 'a',
        payload: { flag: true, deep: { x: [1, 2] } },
        'payload.flag': 'true',
        'payload.deep': '{"x":[1,2]}',
        'payload.deep.x.1': '2',
        'payload.none': '',
        queue_id: null,
        scorer_tags: [],
        span_status_code: 'UNSET',
      },
    ])
  })

  test('may be the key of a map, which is a number or null', async () => {
    const project_id = await projectWith(rated('a', { scorer_ratings: { _rating_: 0.5 } }), rated('b', {}))

    const { result } = await service.call(queryFeedback, {
      project_id,
      fields: ['id', 'scorer_ratings._rating_'],
    })

    expect(result).toEqual([
      { id: 'a', 'scorer_ratings._rating_': 0.5 },
      { id: 'b', 'scorer_ratings._rating_': null },
    ])
  })

  test.each(['count(*)', 'COUNT(*)'])('%s is one row with the number of matches', async (name) => {
    const project_id = await threeScores()

    const reply = await service.call(queryFeedback, {
      project_id,
      fields: [name],
      query: { $expr: { $gt: [field('payload.score'), literal(1.5)] } },
    })

    expect(reply).toEqual({ result: [{ 'count(*)': 1 }], total_count: 1 })
  })

  test('are all columns if the list is empty', async () => {
    const project_id = await threeScores()

    const all = await service.call(queryFeedback, { project_id })

    expect(await service.call(queryFeedback, { project_id, fields: [] })).toEqual(all)
  })
})

test.each<[QueryOperation, string[]]>([
  [equal('id', 'b'), ['b']],
  [equal('payload.score', 'high'), ['c']],
  [{ $gt: [field('payload.score'), literal(0.5)] }, ['a', 'b']],
  [{ $contains: { input: field('payload.score'), substr: literal('IG'), case_insensitive: true } }, ['c']],
  [{ $in: [field('id'), [literal('a'), literal('c'), literal('x')]] }, ['a', 'c']],
  [{ $in: [field('id'), []] }, []],
  [{ $not: [equal('id', 'a')] }, ['b', 'c']],
  [equal('creator', null), []],
  [{ $not: [equal('creator', null)] }, []],
  [{ $gt: [field('created_at'), literal('2020-01-01T00:00:00Z')] }, ['a', 'b', 'c']],
  [{ $lt: [field('created_at'), literal('2020-01-01T00:00:00Z')] }, []],
  [{ $and: [literal(false)] }, []],
])('%j finds %j', async ($expr, expected) => {
  expect(await found(await threeScores(), $expr)).toEqual(expected)
})

test('a tag matches only as a whole', async () => {
  const project_id = await projectWith(rated('a', { scorer_tags: ['nsfw'] }), rated('b', {}))
  const tagged = (tag: string) =>
    found(project_id, { $contains: { input: field('scorer_tags'), substr: literal(tag) } })

  expect(await tagged('nsfw')).toEqual(['a'])
  expect(await tagged('ns')).toEqual([])
})

test('a missing key of a map equals nothing, and sorts last', async () => {
  const project_id = await projectWith(
    rated('none', {}),
    rated('zero', { scorer_ratings: { _rating_: 0 } }),
    rated('one', { scorer_ratings: { _rating_: 1 } }),
  )
  const sortedBy = (direction: 'asc' | 'desc') =>
    idsOf(project_id, { sort_by: [{ field: 'scorer_ratings._rating_', direction }] })

  expect(await found(project_id, equal('scorer_ratings._rating_', 0))).toEqual(['zero'])
  expect(await sortedBy('asc')).toEqual(['zero', 'one', 'none'])
  expect(await sortedBy('desc')).toEqual(['one', 'zero', 'none'])
})

test.each<[Partial<Static<typeof queryFeedback.request>>, string[]]>([
  [{ sort_by: [{ field: 'payload.score', direction: 'asc' }] }, ['a', 'b', 'c']],
  [{ sort_by: [{ field: 'payload.score', direction: 'desc' }] }, ['b', 'a', 'c']],
  [{ sort_by: [{ field: 'id', direction: 'desc' }], offset: 1, limit: 1 }, ['b']],
  [{ limit: 0 }, []],
  [{ offset: 3 }, []],
])('the page %j is %j, of a total of 3', async (request, expected) => {
  const project_id = await threeScores()

  const reply = await service.call(queryFeedback, { project_id, ...request })

  expect(reply.result.map(({ id }) => id)).toEqual(expected)
  expect(reply.total_count).toBe(3)
})

test('late columns are left out of whole rows while they are at their default', async () => {
  const project_id = await projectWith((id) => note(id, 'plain'), rated('r', { scorer_tags: ['x'] }))

  const { result } = await service.call(queryFeedback, { project_id })

  expect(result[0]).not.toHaveProperty('scorer_tags')
  expect(result[0]).not.toHaveProperty('queue_id')
  expect(result[0]).not.toHaveProperty('span_status_code')
  expect(result[1]).toMatchObject({ scorer_tags: ['x'] })
})

test.each([
  [400, { fields: ['foo'] }],
  [400, { query: { $expr: equal('foo', 1) } }],
  [400, { query: { $expr: equal('*', 1) } }],
  [400, { sort_by: [{ field: 'foo', direction: 'asc' }] }],
  [400, { limit: -1 }],
  [400, { offset: -1 }],
  [400, { query: { $expr: { $and: [] } } }],
  [403, { query: { $expr: { $contains: { input: field('creator'), substr: literal(5) } } } }],
])('it is %i for %j', async (status, request) => {
  const reply = await service.post('/feedback/query', { project_id: newProject(), ...request })

  expect(reply).toMatchObject({ status, body: { reason: expect.any(String) } })
})

test.each([
  { fields: 'id' },
  { fields: Array.from({ length: 1001 }, () => '*') },
  { query: { $expr: literal(true) } },
  { sort_by: [{ field: 'id' }] },
  { limit: 1.5 },
])('it is 422 for %j', async (request) => {
  const reply = await service.post('/feedback/query', { project_id: newProject(), ...request })

  expect(reply).toMatchObject({ status: 422, body: { detail: [expect.anything()] } })
})

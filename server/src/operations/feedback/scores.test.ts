import { createFeedbackBatch, type FeedbackCreateRequest } from '@heddle/contract/feedback'
import { readScores, type ScoreSeries } from '@heddle/contract/feedback-scores'
import { afterAll, expect, test } from 'vitest'
import { equal, finished, recordFinished } from '../../testing/builders.ts'
import { newProject } from '../../testing/objects.ts'
import { openService } from '../../testing/service.ts'

const NOON = Date.UTC(2025, 2, 1, 12) * 1000
const service = await openService({ now: () => NOON })
afterAll(() => service.close())

const WINDOW = { start: '2025-03-01T11:00:00Z', end: '2025-03-01T13:00:00Z', granularity: 3600 }

/** The ref that a score of the Weave SDKs requires. */
function scorerRef(projectId: string, type: string) {
  const name = /^wandb\.runnable\.(\w+)$/.exec(type)?.[1]
  return name && { runnable_ref: `weave:///${projectId}/object/${name}:v1` }
}

type Given = readonly [type: string, payload: object, callId?: string]

async function projectWith(given: readonly Given[]) {
  const project_id = newProject()
  const batch = given.map(
    ([feedback_type, payload, callId = 'c1']): FeedbackCreateRequest => ({
      project_id,
      weave_ref: `weave:///${project_id}/call/${callId}`,
      feedback_type,
      payload,
      ...scorerRef(project_id, feedback_type),
    }),
  )
  await service.call(createFeedbackBatch, { batch })
  return project_id
}

const named = (series: readonly ScoreSeries[], name: string) => series.filter((each) => each.name === name)

test('numbers have a mean, per bucket and overall', async () => {
  const project_id = await projectWith([
    ['helpfulness', { score: 1 }],
    ['helpfulness', { value: 2 }],
    ['wandb.runnable.helpfulness', { output: 6 }],
  ])

  const reply = await service.call(readScores, { project_id, ...WINDOW })

  expect(reply.timestamps).toEqual(['2025-03-01T11:00:00+00:00', '2025-03-01T12:00:00+00:00'])
  expect(reply.series).toEqual([
    {
      name: 'helpfulness',
      value_type: 'numeric',
      count: 3,
      counts: [0, 3],
      mean: 3,
      means: [null, 3],
      values: [],
    },
  ])
})

test('booleans have the share of true, and values inside objects dotted names', async () => {
  const outputs = [{ correct: true, score: 0.5 }, { correct: false }, { correct: true }, { correct: true }]
  const project_id = await projectWith(
    outputs.map((output): Given => ['wandb.runnable.exactness', { output }]),
  )

  const { series } = await service.call(readScores, { project_id, ...WINDOW })

  expect(series.map(({ name, value_type, mean }) => [name, value_type, mean])).toEqual([
    ['exactness.correct', 'boolean', 0.75],
    ['exactness.score', 'numeric', 0.5],
  ])
})

test('reactions and texts are counted by value, most frequent first; notes and long texts are not', async () => {
  const project_id = await projectWith([
    ['wandb.reaction.1', { emoji: '👎' }],
    ['wandb.reaction.1', { emoji: '👍' }],
    ['wandb.reaction.1', { emoji: '👍' }],
    ['wandb.note.1', { note: 'fine' }],
    ['tone', { value: 'x'.repeat(101) }],
    ['tone', { value: 'rude' }],
  ])

  const { series } = await service.call(readScores, { project_id, ...WINDOW })

  expect(
    series.map(({ name, values }) => [name, values.map(({ value, counts }) => [value, counts])]),
  ).toEqual([
    [
      'emoji',
      [
        ['👍', [0, 2]],
        ['👎', [0, 1]],
      ],
    ],
    ['tone', [['rude', [0, 1]]]],
  ])
})

test('a filter keeps the feedback on matching calls', async () => {
  const project_id = await projectWith([
    ['helpfulness', { score: 1 }, 'c1'],
    ['helpfulness', { score: 3 }, 'c2'],
    ['helpfulness', { score: 5 }, 'gone'],
  ])
  const calls = ['c1', 'c2'].map((id) => finished(project_id, id, { attributes: { env: id } }))
  await recordFinished(service, ...calls)
  const means = async (more: object) =>
    (await service.call(readScores, { project_id, ...WINDOW, ...more })).series.map(({ mean }) => mean)

  expect(await means({})).toEqual([3])
  expect(await means({ filter: { call_ids: ['c1'] } })).toEqual([1])
  expect(await means({ query: { $expr: equal('attributes.env', 'c2') } })).toEqual([3])
  expect(await means({ query: { $expr: equal('attributes.env', 'c3') } })).toEqual([])
})

test.each(['attributes.env', 'thread_id', 'model'])(
  'series are split by %s of the call',
  async (group_by) => {
    const project_id = await projectWith([
      ['helpfulness', { score: 1 }, 'c1'],
      ['helpfulness', { score: 3 }, 'c2'],
      ['helpfulness', { score: 4 }, 'c2'],
      ['helpfulness', { score: 5 }, 'gone'],
    ])
    const valued = (id: string, value: string) =>
      finished(project_id, id, {
        attributes: { env: value },
        thread_id: value,
        summary: { usage: { [value]: { input_tokens: 1 } } },
      })
    await recordFinished(service, valued('c1', 'dev'), valued('c2', 'prod'))

    const { series } = await service.call(readScores, { project_id, ...WINDOW, group_by })

    expect(series.map(({ group, mean }) => [group, mean])).toEqual([
      ['prod', 3.5],
      ['dev', 1],
      ['', 5],
    ])
  },
)

test('by the time of calls, feedback counts at the start of its call, whenever it was given', async () => {
  const project_id = await projectWith([
    ['helpfulness', { score: 1 }, 'c1'],
    ['helpfulness', { score: 3 }, 'c2'],
    ['helpfulness', { score: 5 }, 'early'],
    ['helpfulness', { score: 7 }, 'gone'],
  ])
  const starting = (id: string, started_at: string) => finished(project_id, id, { started_at })
  await recordFinished(
    service,
    starting('c1', '2025-02-01T00:00:00Z'),
    starting('c2', '2025-02-01T01:30:00Z'),
    starting('early', '2025-01-31T23:59:59Z'),
  )

  const { series } = await service.call(readScores, {
    project_id,
    start: '2025-02-01T00:00:00Z',
    end: '2025-02-01T02:00:00Z',
    granularity: 3600,
    time_of: 'call',
  })

  expect(series.map(({ counts, means }) => ({ counts, means }))).toEqual([{ counts: [1, 1], means: [1, 3] }])
})

test('only the names with the most feedback are returned, or those requested', async () => {
  const project_id = await projectWith([
    ['often', { score: 1 }],
    ['often', { score: 1 }],
    ['seldom', { score: 1 }],
  ])
  const ask = (more: object) => service.call(readScores, { project_id, ...WINDOW, ...more })

  const limited = await ask({ limit: 1 })
  const chosen = await ask({ names: ['seldom', '__proto__'] })

  expect(limited.name_count).toBe(2)
  expect(limited.series.map(({ name }) => name)).toEqual(['often'])
  expect(chosen.series.map(({ name }) => name)).toEqual(['seldom'])
})

test('hostile payloads and names are counted like any other', async () => {
  const project_id = await projectWith([
    ['__proto__', { score: 1 }],
    ['constructor', JSON.parse('{"__proto__": {"toString": true}, "a.b": 1, "": 2, "list": [1]}')],
  ])

  const { series } = await service.call(readScores, { project_id, ...WINDOW })

  expect(named(series, '__proto__')).toMatchObject([{ mean: 1 }])
  expect(named(series, 'constructor.__proto__.toString')).toMatchObject([{ mean: 1 }])
  expect(series).toHaveLength(2)
})

test.each([
  [422, { start: '2025-01-01', end: '2025-03-01' }],
  [422, { ...WINDOW, limit: 51 }],
  [422, { ...WINDOW, query: { $expr: equal('nonsense', 1) } }],
  [422, { ...WINDOW, group_by: 'nonsense' }],
])('%i for %j', async (status, request) => {
  const reply = await service.post('/feedback/scores', { project_id: newProject(), ...request })

  expect(reply.status).toBe(status)
})

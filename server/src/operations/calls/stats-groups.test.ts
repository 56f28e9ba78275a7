import { readCallStats } from '@heddle/contract/calls-stats'
import { createFeedbackBatch } from '@heddle/contract/feedback'
import { afterAll, expect, test } from 'vitest'
import { equal, finished, recordFinished } from '../../testing/builders.ts'
import { newProject } from '../../testing/objects.ts'
import { openService } from '../../testing/service.ts'

const service = await openService()
afterAll(() => service.close())

const TWO_HOURS = { start: '2025-03-01T10:00:00Z', end: '2025-03-01T12:00:00Z', granularity: 3600 }
const usage = (prompt_tokens: number) => ({ usage: { m: { prompt_tokens } } })

test('ops are measured separately, each with all its versions', async () => {
  const project_id = newProject()
  const op = (version: string) => `weave:///${project_id}/op/answer:${version}`
  await recordFinished(
    service,
    finished(project_id, 'a', { op_name: op('v1'), summary: usage(1) }),
    finished(project_id, 'b', { op_name: op('v2'), summary: usage(2), exception: 'boom' }),
    finished(project_id, 'c', { op_name: 'search', summary: usage(4) }),
  )

  const reply = await service.call(readCallStats, {
    project_id,
    ...TWO_HOURS,
    group_by: 'trace_name',
    usage_metrics: [{ metric: 'input_tokens' }],
    call_metrics: [{ metric: 'error_count' }],
  })

  expect(reply.call_buckets).toMatchObject([
    { timestamp: expect.any(String), group: 'answer', sum_error_count: 1, count: 2 },
    { timestamp: expect.any(String), group: 'search', sum_error_count: 0, count: 1 },
  ])
  expect(reply.usage_buckets).toMatchObject([
    { group: 'answer', model: 'm', sum_input_tokens: 3 },
    { group: 'search', model: 'm', sum_input_tokens: 4 },
  ])
})

test('statistics can be grouped by end user, across the accounts that sent the calls', async () => {
  const project_id = newProject()
  const servedTo = (user_id: string) => ({ attributes: { user_id }, summary: usage(1) })
  await recordFinished(
    service,
    finished(project_id, 'a', servedTo('ada')),
    finished(project_id, 'b', servedTo('ada')),
    finished(project_id, 'c', servedTo('bo')),
    finished(project_id, 'd'),
  )

  const { call_buckets, usage_buckets } = await service.call(readCallStats, {
    project_id,
    ...TWO_HOURS,
    group_by: 'end_user',
    usage_metrics: [{ metric: 'input_tokens' }],
    call_metrics: [{ metric: 'call_count' }],
  })

  expect(call_buckets.map(({ group, count }) => [group, count])).toEqual([
    ['', 1],
    ['ada', 2],
    ['bo', 1],
  ])
  expect(usage_buckets).toMatchObject([
    { group: 'ada', sum_input_tokens: 2 },
    { group: 'bo', sum_input_tokens: 1 },
  ])
})

test('a group has the start of its latest call', async () => {
  const project_id = newProject()
  const servedTo = (user_id: string, time: string) => ({
    attributes: { user_id },
    started_at: `2025-03-01T${time}Z`,
    ended_at: '2025-03-01T12:00:00Z',
  })
  await recordFinished(
    service,
    finished(project_id, 'a', servedTo('ada', '10:10:00.25')),
    finished(project_id, 'b', { ...servedTo('ada', '10:05:00'), exception: 'failed' }),
    finished(project_id, 'c', servedTo('bo', '10:20:00')),
  )

  const { call_buckets } = await service.call(readCallStats, {
    project_id,
    ...TWO_HOURS,
    granularity: 4_000_000_000,
    group_by: 'end_user',
    call_metrics: [{ metric: 'call_count' }],
  })

  expect(call_buckets).toMatchObject([
    { group: 'ada', count: 2, last_started_at: '2025-03-01T10:10:00.250000Z' },
    { group: 'bo', count: 1, last_started_at: '2025-03-01T10:20:00Z' },
  ])
})

test('users are measured separately', async () => {
  const project_id = newProject()
  await recordFinished(service, finished(project_id, 'a'))

  const { call_buckets } = await service.call(readCallStats, {
    project_id,
    ...TWO_HOURS,
    group_by: 'wb_user_id',
    call_metrics: [{ metric: 'call_count' }],
  })

  expect(call_buckets).toMatchObject([{ group: service.admin.id, sum_call_count: 1 }])
})

test('a query filters the measured calls like listed ones', async () => {
  const project_id = newProject()
  await recordFinished(
    service,
    finished(project_id, 'a', { inputs: { env: 'test' } }),
    finished(project_id, 'b', { inputs: { env: 'live' }, summary: usage(5) }),
  )

  const reply = await service.call(readCallStats, {
    project_id,
    ...TWO_HOURS,
    query: { $expr: equal('inputs.env', 'test') },
    usage_metrics: [{ metric: 'input_tokens' }],
    call_metrics: [{ metric: 'call_count' }],
  })

  expect(reply.call_buckets).toMatchObject([{ sum_call_count: 1 }, { sum_call_count: 0 }])
  expect(reply.usage_buckets).toEqual([])
})

test('statistics can be grouped by any field with one value, and limited to the largest groups', async () => {
  const project_id = newProject()
  const inEnv = (env: string) => ({ attributes: { env }, summary: usage(1) })
  await recordFinished(
    service,
    finished(project_id, 'a', inEnv('prod')),
    finished(project_id, 'b', inEnv('prod')),
    finished(project_id, 'c', inEnv('dev')),
  )
  const request = { project_id, ...TWO_HOURS, call_metrics: [{ metric: 'call_count' as const }] }
  const groupsOf = async (group_by: string, group_limit?: number) => {
    const reply = await service.call(readCallStats, {
      ...request,
      group_by,
      ...(group_limit && { group_limit }),
    })
    return [reply.call_buckets.map(({ group, count }) => [group, count]), reply.group_count]
  }

  expect(await groupsOf('attributes.env')).toEqual([
    [
      ['dev', 1],
      ['prod', 2],
    ],
    2,
  ])
  expect(await groupsOf('attributes.env', 1)).toEqual([[['prod', 2]], 2])
  expect(await groupsOf('model')).toEqual([[['m', 3]], 1])
  for (const group_by of ['nothing', 'input_refs', 'summary.weave.nothing']) {
    const refused = await service.post('/calls/stats', { ...request, group_by })
    expect(refused).toMatchObject({ status: 422, body: { reason: expect.stringContaining(group_by) } })
  }
})

test('statistics can be grouped by the name of feedback, wherever it is stored', async () => {
  const project_id = newProject()
  await recordFinished(service, ...['a', 'b', 'c', 'd'].map((id) => finished(project_id, id)))
  const about = (id: string) => ({ project_id, weave_ref: `weave:///${project_id}/call/${id}` })
  const scored = {
    feedback_type: 'wandb.runnable.tone',
    runnable_ref: `weave:///${project_id}/object/tone:v1`,
  }
  await service.call(createFeedbackBatch, {
    batch: [
      { ...about('a'), feedback_type: 'tone', payload: { value: 'rude' } },
      { ...about('b'), ...scored, payload: { output: 'rude' } },
      { ...about('c'), ...scored, payload: { output: 'kind' } },
    ],
  })

  const { call_buckets } = await service.call(readCallStats, {
    project_id,
    ...TWO_HOURS,
    call_metrics: [{ metric: 'call_count' }],
    group_by: 'feedback.tone',
  })

  expect(call_buckets.map(({ group, count }) => [group, count])).toEqual([
    ['', 1],
    ['kind', 1],
    ['rude', 2],
  ])
})

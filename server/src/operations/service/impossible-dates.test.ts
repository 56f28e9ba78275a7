import { queryCalls } from '@heddle/contract/calls-query'
import { createFeedback, queryFeedback } from '@heddle/contract/feedback'
import { createObject, queryObjects } from '@heddle/contract/objects'
import { measureCallStorage } from '@heddle/contract/settings'
import { expect, test } from 'vitest'
import { newCallEnd, newCallStart } from '../../domain/calls/new-call.ts'
import { EMPTY_OBJECT } from '../../json/text.ts'
import { finished, note, recordFinished } from '../../testing/builders.ts'
import { newProject } from '../../testing/objects.ts'
import { startService } from '../../testing/service.ts'
import { describeParts } from '../calls/describe.ts'

/** Beyond what a date, or an exact number, can be. */
const IMPOSSIBLE = 2 ** 62

test('a stored date beyond the calendar is returned as the last one, and hides no other row', async () => {
  const clock = { micros: IMPOSSIBLE }
  const service = await startService({ now: () => clock.micros })
  const project_id = newProject()
  const create = async (text: string) => {
    await service.call(createFeedback, note(project_id, text))
    await service.call(createObject, { obj: { project_id, object_id: text, val: { text } } })
  }

  await create('late')
  clock.micros = 1_740_823_200_000_000
  await create('good')

  const { result } = await service.call(queryFeedback, { project_id, fields: ['created_at'] })
  expect(result).toEqual([{ created_at: '2025-03-01T10:00:00Z' }, { created_at: '9999-12-31T23:59:59Z' }])
  const { objs } = await service.call(queryObjects, { project_id })
  expect(objs.map(({ created_at }) => created_at).sort()).toEqual([
    '2025-03-01T10:00:00Z',
    '9999-12-31T23:59:59Z',
  ])
})

test('a stored call with such dates is listed with the others', async () => {
  const service = await startService()
  const project_id = newProject()
  const key = { project_id, id: 'late' }
  const date = '2025-03-01T10:00:00Z'
  const author = {
    wb_user_id: 'u',
    newId: () => 'late',
    retentionDays: () => null,
    redactor: () => undefined,
  }
  const begun = {
    ...key,
    op_name: 'answer',
    started_at: date,
    attributes: EMPTY_OBJECT,
    inputs: EMPTY_OBJECT,
  }
  const start = newCallStart(begun, author, [])
  const end = newCallEnd({ ...key, ended_at: date, summary: EMPTY_OBJECT }, author, [])
  await recordFinished(service, finished(project_id, 'good'))

  await service.storage.calls.write(
    describeParts([
      { part: 'start', start: { ...start, started_at: IMPOSSIBLE } },
      { part: 'end', end: { ...end, ended_at: -IMPOSSIBLE } },
    ]),
  )

  const calls = await service.call(queryCalls, { project_id })
  expect(calls.calls.map(({ id, started_at }) => [id, started_at])).toEqual([
    ['good', '2025-03-01T10:00:00Z'],
    ['late', '9999-12-31T23:59:59Z'],
  ])
  const others = await Promise.all([
    service.post('/calls/query_stats', { project_id }),
    service.post('/projects/query', {}),
    service.post('/trace/skeleton', { project_id, call_id: 'late' }),
    service.call(measureCallStorage, { project_id }),
  ])
  expect(others.map((reply) => ('status' in reply ? reply.status : 200))).toEqual([200, 200, 200, 200])
})

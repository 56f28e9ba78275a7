import { closeCalls } from '@heddle/contract/calls'
import { afterAll, expect, test } from 'vitest'
import { end, finished, record, recordFinished, start } from '../../testing/builders.ts'
import { newProject } from '../../testing/objects.ts'
import { openService } from '../../testing/service.ts'

const service = await openService()
afterAll(() => service.close())

const read = async (project_id: string, id: string) =>
  (await service.post('/call/read', { project_id, id })).body

test('only calls without an end are closed, as failed, and each counts once', async () => {
  const project_id = newProject()
  await record(service, start(project_id, { id: 'open' }))
  await recordFinished(service, finished(project_id, 'done'))

  const reply = await service.call(closeCalls, { project_id, call_ids: ['open', 'open', 'done', 'unknown'] })

  expect(reply).toEqual({ num_closed: 1 })
  expect(await read(project_id, 'open')).toMatchObject({
    call: { exception: expect.any(String), summary: { weave: { status: 'error' } } },
  })
  expect(await read(project_id, 'done')).toMatchObject({ call: { exception: null } })
})

test('an end that arrives later replaces the one that the operator set', async () => {
  const project_id = newProject()
  await record(service, start(project_id, { id: 'late' }))
  await service.call(closeCalls, { project_id, call_ids: ['late'] })

  await record(service, end(project_id, 'late', { output: 'here it is' }))

  expect(await read(project_id, 'late')).toMatchObject({ call: { exception: null, output: 'here it is' } })
})

test('more than 1000 ids are refused', async () => {
  const call_ids = Array.from({ length: 1001 }, (_, index) => `c${index}`)

  const reply = await service.post('/calls/close', { project_id: newProject(), call_ids })

  expect(reply.status).toBe(422)
  expect(reply.body).toMatchObject({ detail: [{ loc: ['body', 'call_ids'] }] })
})

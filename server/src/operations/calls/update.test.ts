import { updateCall } from '@heddle/contract/calls'
import { afterAll, expect, test } from 'vitest'
import { idsOf, readOne, record, start } from '../../testing/builders.ts'
import { newProject } from '../../testing/objects.ts'
import { openService } from '../../testing/service.ts'

const service = await openService()
afterAll(() => service.close())

test('a rename is answered with an empty object, and the new name is returned', async () => {
  const project_id = newProject()
  await record(service, start(project_id, { id: 'c1', display_name: 'old' }))

  const reply = await service.call(updateCall, { project_id, call_id: 'c1', display_name: 'new' })

  expect(reply).toEqual({})
  expect(await readOne(service, project_id, 'c1')).toMatchObject({
    display_name: 'new',
    summary: { weave: { display_name: 'new' } },
  })
})

test('the empty text removes the name', async () => {
  const project_id = newProject()
  await record(service, start(project_id, { id: 'c1', display_name: 'old' }))

  await service.call(updateCall, { project_id, call_id: 'c1', display_name: '' })

  expect(await readOne(service, project_id, 'c1')).toMatchObject({
    display_name: null,
    summary: { weave: { trace_name: 'answer' } },
  })
})

test('a rename before the start is kept, and takes precedence over the name in the start', async () => {
  const project_id = newProject()

  await service.call(updateCall, { project_id, call_id: 'c1', display_name: 'early' })
  const before = await idsOf(service, project_id)
  await record(service, start(project_id, { id: 'c1', display_name: 'of the start' }))

  expect(before).toEqual([])
  expect(await readOne(service, project_id, 'c1')).toMatchObject({ display_name: 'early' })
})

test('an unknown call is no error', async () => {
  const reply = await service.post('/call/update', {
    project_id: newProject(),
    call_id: 'unknown',
    display_name: 'x',
  })

  expect(reply).toMatchObject({ status: 200, body: {} })
})

test.each([{}, { display_name: null }, { display_name: 'n'.repeat(1025) }])(
  'the name %j is 400',
  async (name) => {
    const reply = await service.post('/call/update', { project_id: newProject(), call_id: 'c1', ...name })

    expect(reply).toMatchObject({ status: 400, body: { reason: expect.any(String) } })
  },
)

test.each(['', 'i'.repeat(1025)])('the id %j is 400', async (call_id) => {
  const request = { project_id: newProject(), call_id, display_name: 'x' }

  expect(await service.post('/call/update', request)).toMatchObject({
    status: 400,
    body: { reason: expect.stringContaining('call_id') },
  })
})

test.each([
  ['call_id', { display_name: 'x' }],
  ['display_name', { call_id: 'c1', display_name: 5 }],
])('an invalid %s is 422', async (name, request) => {
  const reply = await service.post('/call/update', { project_id: newProject(), ...request })

  expect(reply).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', name] }] } })
})

import { completeCalls } from '@heddle/contract/call-batches'
import { afterAll, expect, test } from 'vitest'
import {
  callsOf,
  end,
  finished,
  idsOf,
  readOne,
  record,
  recordFinished,
  start,
} from '../../testing/builders.ts'
import { newProject } from '../../testing/objects.ts'
import { openService } from '../../testing/service.ts'

const service = await openService()
afterAll(() => service.close())

test('a batch of complete calls is answered with an empty object', async () => {
  const project_id = newProject()
  const [entity = '', project = ''] = project_id.split('/')
  const batch = [finished(project_id, 'c1', { output: 4 }), finished(project_id, 'c2')]

  const reply = await service.call(completeCalls, { entity, project, batch })

  expect(reply).toEqual({})
  expect(await callsOf(service, project_id)).toMatchObject([{ id: 'c1', output: 4 }, { id: 'c2' }])
})

test('a complete call sent twice is one call', async () => {
  const project_id = newProject()
  const call = finished(project_id, 'c1', { output: 4 })

  await recordFinished(service, call)
  await recordFinished(service, call)

  expect(await idsOf(service, project_id)).toEqual(['c1'])
})

test('a complete call replaces an earlier start and end', async () => {
  const project_id = newProject()
  await record(
    service,
    start(project_id, { id: 'c1', display_name: 'old', inputs: { old: 1 } }),
    end(project_id, 'c1', { output: 'old', exception: 'boom' }),
  )

  await recordFinished(service, finished(project_id, 'c1', { inputs: { fresh: 1 } }))

  expect(await readOne(service, project_id, 'c1')).toMatchObject({
    display_name: null,
    inputs: { fresh: 1 },
    output: null,
    exception: null,
  })
})

test('a deleted call is not restored by a complete one', async () => {
  const project_id = newProject()
  await recordFinished(service, finished(project_id, 'c1'))
  await service.post('/calls/delete', { project_id, call_ids: ['c1'] })

  await recordFinished(service, finished(project_id, 'c1'))

  expect(await idsOf(service, project_id)).toEqual([])
})

test.each(['id', 'trace_id', 'op_name', 'started_at', 'ended_at', 'attributes', 'inputs', 'summary'])(
  'a call without %s is 422, and its neighbour is not stored',
  async (name) => {
    const project_id = newProject()
    const batch = [finished(project_id, 'c1'), { ...finished(project_id, 'c2'), [name]: null }]

    const reply = await service.post(`/v2/${project_id}/calls/complete`, { batch })

    expect(reply).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'batch', 1, name] }] } })
    expect(await idsOf(service, project_id)).toEqual([])
  },
)

test('one call of another project fails the batch', async () => {
  const [path, other] = [newProject(), newProject()]
  const batch = [finished(path, 'c1'), finished(other, 'c2')]

  const reply = await service.post(`/v2/${path}/calls/complete`, { batch })

  expect(reply.status).toBe(400)
  expect([...(await idsOf(service, path)), ...(await idsOf(service, other))]).toEqual([])
})

test('keys that only some SDKs send are ignored', async () => {
  const project_id = newProject()
  const batch = [{ ...finished(project_id, 'c1'), is_eval: true, from_the_future: {} }]

  const reply = await service.post(`/v2/${project_id}/calls/complete`, { batch })

  expect(reply).toMatchObject({ status: 200, body: {} })
})

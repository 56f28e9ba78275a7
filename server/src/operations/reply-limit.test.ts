import { afterAll, beforeAll, expect, test } from 'vitest'
import { callsOf, custom, finished, recordFinished } from '../testing/builders.ts'
import { newProject, publish } from '../testing/objects.ts'
import { openService, type Service } from '../testing/service.ts'

const LIMIT = 64 * 1024
const HALF = 'x'.repeat(LIMIT / 2)

let service: Service
beforeAll(async () => {
  service = await openService({ replyBytesMax: LIMIT })
})
afterAll(() => service.close())

const tooLarge = { status: 413, body: { reason: expect.stringContaining('over 64 KiB') } }

async function projectWithCalls(count: number, text = HALF): Promise<string> {
  const project_id = newProject()
  const ids = Array.from({ length: count }, (_, at) => `c${at}`)
  await recordFinished(service, ...ids.map((id) => finished(project_id, id, { inputs: { text } })))
  return project_id
}

test('calls over the limit are refused, and fewer rows or columns, or a stream, are not', async () => {
  const project_id = await projectWithCalls(5)
  const query = (request: object) => service.post('/calls/query', { project_id, ...request })

  expect(await query({})).toMatchObject(tooLarge)
  expect(await query({ limit: 1 })).toMatchObject({ status: 200 })
  expect(await query({ columns: ['id'] })).toMatchObject({ status: 200 })
  expect(await query({ payload_max: 10 })).toMatchObject({ status: 200 })
  expect((await service.post('/calls/stream_query', { project_id })).body).toHaveLength(5)
})

test('one call, one object and one row are sent whatever their size', async () => {
  const text = HALF.repeat(4)
  const project_id = await projectWithCalls(1, text)
  const digest = await publish(service, project_id, 'cfg', { text })
  const table = await service.post('/table/create', { table: { project_id, rows: [{ text }] } })
  const { digest: tableDigest } = JSON.parse(table.text)

  expect(await service.post('/call/read', { project_id, id: 'c0' })).toMatchObject({ status: 200 })
  expect(await callsOf(service, project_id)).toMatchObject([{ inputs: { text } }])
  expect(await service.post('/obj/read', { project_id, object_id: 'cfg', digest })).toMatchObject({
    body: { obj: { val: { text } } },
  })
  expect(await service.post('/table/query', { project_id, digest: tableDigest })).toMatchObject({
    body: { rows: [{ val: { text } }] },
  })
})

test('objects and refs over the limit are refused', async () => {
  const project_id = newProject()
  const digests = [
    await publish(service, project_id, 'a', [HALF]),
    await publish(service, project_id, 'b', [1, HALF]),
  ]
  const refs = ['a', 'b'].map((name, at) => `weave:///${project_id}/object/${name}:${digests[at]}`)
  const readRefs = (...asked: (string | undefined)[]) => service.post('/refs/read_batch', { refs: asked })

  expect(await service.post('/objs/query', { project_id })).toMatchObject(tooLarge)
  expect(await service.post('/objs/query', { project_id, metadata_only: true })).toMatchObject({
    status: 200,
  })
  expect(await readRefs(...refs)).toMatchObject(tooLarge)
  expect(await readRefs(refs[0])).toMatchObject({ status: 200 })
  // One value is read, but it would be sent three times.
  expect(await readRefs(refs[0], refs[0], refs[0])).toMatchObject(tooLarge)
})

test('rows of a table and feedback over the limit are refused', async () => {
  const project_id = newProject()
  const rows = ['a', 'b', 'c'].map((id) => ({ id, text: HALF }))
  const { text } = await service.post('/table/create', { table: { project_id, rows } })
  const { digest } = JSON.parse(text)
  for (const { id } of rows) await service.post('/feedback/create', custom(project_id, { id, text: HALF }))

  expect(await service.post('/table/query', { project_id, digest })).toMatchObject(tooLarge)
  expect(await service.post('/table/query', { project_id, digest, limit: 1 })).toMatchObject({ status: 200 })
  expect((await service.post('/table/query_stream', { project_id, digest })).body).toHaveLength(3)
  expect(await service.post('/feedback/query', { project_id })).toMatchObject(tooLarge)
  expect(await service.post('/feedback/query', { project_id, limit: 1 })).toMatchObject({ status: 200 })
})

test('a stream of calls with large feedback and expanded refs has them all', async () => {
  const project_id = newProject()
  const val = { text: HALF }
  const ref = `weave:///${project_id}/object/cfg:${await publish(service, project_id, 'cfg', val)}`
  const ids = Array.from({ length: 70 }, (_, at) => `c${String(at).padStart(2, '0')}`)
  await recordFinished(service, ...ids.map((id) => finished(project_id, id, { inputs: { cfg: ref } })))

  const reply = await service.post('/calls/stream_query', { project_id, expand_columns: ['inputs.cfg'] })

  expect(reply.body).toMatchObject(ids.map((id) => ({ id, inputs: { cfg: val } })))
})

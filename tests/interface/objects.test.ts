import { afterAll, describe, expect, test } from 'vitest'
import { newProject, publish } from '../../server/src/testing/objects.ts'
import { openService } from '../../server/src/testing/service.ts'

const service = await openService()
afterAll(() => service.close())

const OBJECT_FIELDS = [
  'project_id',
  'object_id',
  'created_at',
  'deleted_at',
  'digest',
  'version_index',
  'is_latest',
  'kind',
  'base_object_class',
  'val',
]

describe('POST /obj/read', () => {
  test('answers with the version of a digest', async () => {
    const project_id = newProject()
    const digest = await publish(service, project_id, 'cfg', { a: 1 })
    await publish(service, project_id, 'cfg', { a: 2 })

    const reply = await service.post('/obj/read', { project_id, object_id: 'cfg', digest })

    expect(reply.body).toMatchObject({
      obj: {
        project_id,
        object_id: 'cfg',
        created_at: expect.stringMatching(/Z$/),
        deleted_at: null,
        digest,
        version_index: 0,
        is_latest: 0,
        kind: 'object',
        base_object_class: null,
        val: { a: 1 },
      },
    })
  })

  test.each(['project_id', 'object_id', 'digest'])('without %s is 422', async (name) => {
    const body = { project_id: newProject(), object_id: 'cfg', digest: 'latest', [name]: null }

    const reply = await service.post('/obj/read', body)

    expect(reply).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', name] }] } })
  })

  test('of an unknown version is 404', async () => {
    const body = { project_id: newProject(), object_id: 'cfg', digest: 'x'.repeat(43) }

    expect(await service.post('/obj/read', body)).toMatchObject({
      status: 404,
      body: { reason: expect.any(String) },
    })
  })
})

describe('POST /objs/query', () => {
  async function projectOfThree(): Promise<string> {
    const project_id = newProject()
    await publish(service, project_id, 'b', 1)
    await publish(service, project_id, 'a', 1)
    await publish(service, project_id, 'a', 2)
    return project_id
  }

  test('answers with versions that have every field of the record', async () => {
    const reply = await service.post('/objs/query', { project_id: await projectOfThree() })

    expect(reply.body).toMatchObject({ objs: [{ object_id: 'b' }, { object_id: 'a' }, { object_id: 'a' }] })
    for (const name of OBJECT_FIELDS) expect(reply.body).toHaveProperty(['objs', 0, name])
  })

  test.each([
    ['b a a', { filter: null, limit: null, offset: null, sort_by: null, metadata_only: null }],
    ['b a', { filter: { latest_only: true } }],
    ['a a', { filter: { object_ids: ['a'] } }],
    ['a', { filter: { object_ids: ['a'], latest_only: true } }],
    ['b a', { limit: 2 }],
    ['a a', { offset: 1 }],
    ['a a b', { sort_by: [{ field: 'object_id', direction: 'asc' }] }],
    ['a a b', { sort_by: [{ field: 'created_at', direction: 'desc' }] }],
  ])('finds %s with %j', async (expected, request) => {
    const { body } = await service.post('/objs/query', { project_id: await projectOfThree(), ...request })

    expect(body).toMatchObject({ objs: expected.split(' ').map((object_id) => ({ object_id })) })
  })

  test('leaves the value empty if only metadata is requested', async () => {
    const project_id = newProject()
    const digest = await publish(service, project_id, 'cfg', { a: 1 })

    const { body } = await service.post('/objs/query', { project_id, metadata_only: true })

    expect(body).toMatchObject({ objs: [{ object_id: 'cfg', digest, version_index: 0, is_latest: 1 }] })
    expect(body).toHaveProperty(['objs', 0, 'val'], {})
  })
})

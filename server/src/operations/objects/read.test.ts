import { deleteObject, readObject } from '@heddle/contract/objects'
import { addTags, setAliases } from '@heddle/contract/tags'
import { afterAll, describe, expect, test } from 'vitest'
import { newProject, publish } from '../../testing/objects.ts'
import { openService } from '../../testing/service.ts'

const service = await openService()
afterAll(() => service.close())

const read = async (project_id: string, digest: string, more: object = {}) =>
  (await service.call(readObject, { project_id, object_id: 'cfg', digest, ...more })).obj

test('a version is read with all its fields', async () => {
  const project_id = newProject()
  const digest = await publish(service, project_id, 'cfg', { a: 1 })

  const obj = await read(project_id, digest)

  expect(obj).toEqual({
    project_id,
    object_id: 'cfg',
    created_at: expect.stringMatching(/^\d{4}-.*Z$/),
    deleted_at: null,
    digest,
    version_index: 0,
    is_latest: 1,
    kind: 'object',
    base_object_class: null,
    leaf_object_class: null,
    val: { a: 1 },
    wb_user_id: expect.any(String),
    size_bytes: null,
    tags: null,
    aliases: null,
  })
})

test('a version is found by its digest, index, aliases and latest', async () => {
  const project_id = newProject()
  const first = await publish(service, project_id, 'cfg', 'first')
  const second = await publish(service, project_id, 'cfg', 'second')
  await service.call(setAliases, { project_id, object_id: 'cfg', digest: first, aliases: ['prod'] })

  const names = [first, 'v0', 'prod', second, 'v1', 'latest']
  const values = await Promise.all(names.map(async (name) => (await read(project_id, name)).val))

  expect(values).toEqual(['first', 'first', 'first', 'second', 'second', 'second'])
})

describe('an unknown name', () => {
  test.each(['', '1', 'v999', 'no-such-alias', 'x'.repeat(43)])('as version %j is 404', async (digest) => {
    const project_id = newProject()
    await publish(service, project_id, 'cfg', 1)

    const reply = await service.post('/obj/read', { project_id, object_id: 'cfg', digest })

    expect(reply.status).toBe(404)
  })

  test('as an object or a project is 404', async () => {
    const request = { project_id: newProject(), object_id: 'cfg', digest: 'latest' }

    const reply = await service.post('/obj/read', request)

    expect(reply.status).toBe(404)
  })
})

test('a deleted version is 404 with deleted_at, and its index is never reused', async () => {
  const project_id = newProject()
  for (const val of [0, 1, 2]) await publish(service, project_id, 'cfg', val)
  await service.call(deleteObject, { project_id, object_id: 'cfg', digests: ['v1'] })

  const deleted = await service.post('/obj/read', { project_id, object_id: 'cfg', digest: 'v1' })
  await publish(service, project_id, 'cfg', 'new')

  expect(deleted).toMatchObject({ status: 404, body: { deleted_at: expect.stringMatching(/Z$/) } })
  expect(await read(project_id, 'latest')).toMatchObject({ version_index: 3, val: 'new' })
})

test('a deleted version that is published again has its old index', async () => {
  const project_id = newProject()
  const digest = await publish(service, project_id, 'cfg', 0)
  await publish(service, project_id, 'cfg', 1)
  await service.call(deleteObject, { project_id, object_id: 'cfg', digests: [digest] })

  await publish(service, project_id, 'cfg', 0)

  expect(await read(project_id, digest)).toMatchObject({ version_index: 0, is_latest: 1, val: 0 })
})

test('metadata alone has {} instead of the value', async () => {
  const project_id = newProject()
  await publish(service, project_id, 'cfg', { a: 1 })

  const obj = await read(project_id, 'latest', { metadata_only: true })

  expect(obj).toMatchObject({ version_index: 0, val: {} })
  expect(obj.val).toEqual({})
})

test('tags and aliases are returned if requested, sorted and including latest', async () => {
  const project_id = newProject()
  const digest = await publish(service, project_id, 'cfg', 1)
  await service.call(addTags, { project_id, object_id: 'cfg', digest, tags: ['b', 'a'] })
  await service.call(setAliases, { project_id, object_id: 'cfg', digest, aliases: ['prod', 'beta'] })

  const obj = await read(project_id, 'latest', { include_tags_and_aliases: true })

  expect(obj).toMatchObject({ tags: ['a', 'b'], aliases: ['beta', 'latest', 'prod'] })
})

test('an object of a project without access is 403', async () => {
  const project_id = newProject()
  await publish(service, project_id, 'cfg', 1)
  const { key } = await service.createUser({ entity: 'others' })

  const reply = await service.post('/obj/read', { project_id, object_id: 'cfg', digest: 'latest' }, { key })

  expect(reply.status).toBe(403)
})

import { deleteObject, queryObjects } from '@heddle/contract/objects'
import { addTags, listAliases, listTags, setAliases } from '@heddle/contract/tags'
import { afterAll, expect, test } from 'vitest'
import { newProject, publish, sdkObject } from '../../testing/objects.ts'
import { openService } from '../../testing/service.ts'

const service = await openService()
afterAll(() => service.close())

const indexesOf = async (project_id: string) => {
  const { objs } = await service.call(queryObjects, { project_id })
  return objs.map(({ version_index }) => version_index)
}

const projectWithThree = async () => {
  const project_id = newProject()
  const digests = []
  for (const n of [0, 1, 2])
    digests.push(await publish(service, project_id, 'data', sdkObject('Dataset', { n })))
  return { project_id, digests }
}

test('a version is deleted by digest, by index and as latest, and reported by digest', async () => {
  const { project_id, digests } = await projectWithThree()

  const reply = await service.call(deleteObject, {
    project_id,
    object_id: 'data',
    digests: [digests[0] ?? '', 'v1', 'latest'],
  })

  const classes = { base_object_class: 'Dataset', leaf_object_class: 'Dataset' }
  expect(reply).toEqual({
    num_deleted: 3,
    deleted_versions: digests.map((digest) => ({ digest, ...classes })),
  })
  expect(await indexesOf(project_id)).toEqual([])
})

test.each([undefined, null, []])('digests of %j means all versions', async (digests) => {
  const { project_id } = await projectWithThree()

  const reply = await service.post('/obj/delete', { project_id, object_id: 'data', digests })

  expect(reply).toMatchObject({ status: 200, body: { num_deleted: 3 } })
})

test('one unknown digest among valid ones is 404 and deletes nothing', async () => {
  const { project_id } = await projectWithThree()

  const reply = await service.post('/obj/delete', {
    project_id,
    object_id: 'data',
    digests: ['v0', 'x'.repeat(43)],
  })

  expect(reply.status).toBe(404)
  expect(await indexesOf(project_id)).toEqual([0, 1, 2])
})

test('a version named twice is deleted once', async () => {
  const { project_id } = await projectWithThree()

  const reply = await service.call(deleteObject, { project_id, object_id: 'data', digests: ['v2', 'latest'] })

  expect(reply.num_deleted).toBe(1)
  expect(await indexesOf(project_id)).toEqual([0, 1])
})

test('a version is not deleted by alias', async () => {
  const { project_id, digests } = await projectWithThree()
  await service.call(setAliases, {
    project_id,
    object_id: 'data',
    digest: digests[0] ?? '',
    aliases: ['prod'],
  })

  const reply = await service.post('/obj/delete', { project_id, object_id: 'data', digests: ['prod'] })

  expect(reply.status).toBe(404)
})

test('an object that is unknown, or deleted already, is 404', async () => {
  const { project_id } = await projectWithThree()
  const request = { project_id, object_id: 'data' }
  await service.call(deleteObject, request)

  const again = await service.post('/obj/delete', request)
  const unknown = await service.post('/obj/delete', { ...request, object_id: 'no-such' })

  expect([again.status, unknown.status]).toEqual([404, 404])
})

test('101 digests are 400', async () => {
  const { project_id } = await projectWithThree()
  const digests = Array.from({ length: 101 }, () => 'v0')

  const reply = await service.post('/obj/delete', { project_id, object_id: 'data', digests })

  expect(reply.status).toBe(400)
})

test('latest moves to the newest live version only when its own version is deleted', async () => {
  const { project_id } = await projectWithThree()
  const latest = async () => {
    const { objs } = await service.call(queryObjects, { project_id, filter: { latest_only: true } })
    return objs.map(({ version_index }) => version_index)
  }

  await service.call(deleteObject, { project_id, object_id: 'data', digests: ['v0'] })
  expect(await latest()).toEqual([2])

  await service.call(deleteObject, { project_id, object_id: 'data', digests: ['v2'] })
  expect(await latest()).toEqual([1])
})

test('a version is deleted with its tags and aliases', async () => {
  const { project_id, digests } = await projectWithThree()
  const key = { project_id, object_id: 'data', digest: digests[1] ?? '' }
  await service.call(addTags, { ...key, tags: ['reviewed'] })
  await service.call(setAliases, { ...key, aliases: ['prod'] })

  await service.call(deleteObject, { project_id, object_id: 'data', digests: ['v1'] })

  expect(await service.call(listTags, { project_id })).toEqual({ tags: [] })
  expect(await service.call(listAliases, { project_id })).toEqual({ aliases: ['latest'] })
})

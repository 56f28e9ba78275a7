import { deleteObject, queryObjects } from '@heddle/contract/objects'
import { addTags, listTags, removeTags } from '@heddle/contract/tags'
import { afterAll, describe, expect, test } from 'vitest'
import { newProject, publish } from '../../testing/objects.ts'
import { openService } from '../../testing/service.ts'

const service = await openService()
afterAll(() => service.close())

const taggable = async () => {
  const project_id = newProject()
  const digest = await publish(service, project_id, 'cfg', 1)
  return { project_id, object_id: 'cfg', digest }
}

const tagsOf = async (project_id: string) => {
  const { objs } = await service.call(queryObjects, { project_id, include_tags_and_aliases: true })
  return objs.map(({ tags }) => tags)
}

test('tags stay on the version they were put on, each once', async () => {
  const version = await taggable()
  await publish(service, version.project_id, 'cfg', 2)

  const reply = await service.call(addTags, { ...version, tags: ['to review', 'a-1', 'a-1'] })
  await service.call(addTags, { ...version, tags: ['a-1'] })

  expect(reply).toEqual({})
  expect(await tagsOf(version.project_id)).toEqual([['a-1', 'to review'], []])
})

test('the tags of a project are listed once each, sorted', async () => {
  const version = await taggable()
  const digest = await publish(service, version.project_id, 'cfg', 2)
  await service.call(addTags, { ...version, tags: ['b', 'c'] })
  await service.call(addTags, { ...version, digest, tags: ['a', 'b'] })

  const reply = await service.call(listTags, { project_id: version.project_id })

  expect(reply).toEqual({ tags: ['a', 'b', 'c'] })
})

test('removed tags are gone, and removing unknown ones is no error', async () => {
  const version = await taggable()
  await service.call(addTags, { ...version, tags: ['a', 'b'] })

  await service.call(removeTags, { ...version, tags: ['a', 'never-there'] })
  await service.call(removeTags, { ...version, digest: 'x'.repeat(43), tags: ['b'] })

  expect(await tagsOf(version.project_id)).toEqual([['b']])
})

describe('an unknown version is 404', () => {
  const tag = (object_id: string, digest: string, project_id: string) =>
    service.put(`/objs/${object_id}/versions/${digest}/tags`, { project_id, tags: ['a'] })

  test.each(['x'.repeat(43), 'latest', 'v0'])('as version %s', async (digest) => {
    const { project_id } = await taggable()

    expect(await tag('cfg', digest, project_id)).toMatchObject({ status: 404 })
  })

  test('as an object', async () => {
    const { project_id, digest } = await taggable()

    expect(await tag('no-such', digest, project_id)).toMatchObject({ status: 404 })
  })

  test('once it is deleted', async () => {
    const { project_id, digest } = await taggable()
    await service.call(deleteObject, { project_id, object_id: 'cfg' })

    expect(await tag('cfg', digest, project_id)).toMatchObject({
      status: 404,
      body: { deleted_at: expect.any(String) },
    })
  })
})

test.each(['', ' a', 'a  b', 'a/b', 'é!', 't'.repeat(257)])('%j is no tag, which is 400', async (tag) => {
  const { project_id, digest } = await taggable()
  const url = `/objs/cfg/versions/${digest}/tags`

  const added = await service.put(url, { project_id, tags: ['good', tag] })
  const removed = await service.post(`${url}/remove`, { project_id, tags: [tag] })

  expect([added.status, removed.status]).toEqual([400, 400])
  expect(await tagsOf(project_id)).toEqual([[]])
})

test('a list of tags without a project is 422', async () => {
  expect(await service.get('/tags')).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['query', 'project_id'] }] },
  })
})

test('a viewer reads the tags and does not change them', async () => {
  const { project_id, digest } = await taggable()
  const { key } = await service.createUser({ entity: 'team', role: 'viewer' })
  const url = `/objs/cfg/versions/${digest}/tags`

  const listed = await service.get(`/tags?project_id=${encodeURIComponent(project_id)}`, { key })
  const added = await service.put(url, { project_id, tags: ['a'] }, { key })
  const removed = await service.post(`${url}/remove`, { project_id, tags: ['a'] }, { key })

  expect([listed.status, added.status, removed.status]).toEqual([200, 403, 403])
})

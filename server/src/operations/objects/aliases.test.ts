import { deleteObject, readObject } from '@heddle/contract/objects'
import { listAliases, removeAliases, setAliases } from '@heddle/contract/tags'
import { afterAll, describe, expect, test } from 'vitest'
import { newProject, publish } from '../../testing/objects.ts'
import { openService } from '../../testing/service.ts'

const service = await openService()
afterAll(() => service.close())

const twoVersions = async () => {
  const project_id = newProject()
  const first = await publish(service, project_id, 'cfg', 'first')
  const second = await publish(service, project_id, 'cfg', 'second')
  return { project_id, object_id: 'cfg', first, second }
}

const valueOfAlias = async (project_id: string, alias: string) =>
  (await service.call(readObject, { project_id, object_id: 'cfg', digest: alias })).obj.val

test('an alias names one version, and moves to another', async () => {
  const { project_id, object_id, first, second } = await twoVersions()

  const reply = await service.call(setAliases, { project_id, object_id, digest: first, aliases: ['prod'] })
  expect(reply).toEqual({})
  expect(await valueOfAlias(project_id, 'prod')).toBe('first')

  await service.call(setAliases, { project_id, object_id, digest: second, aliases: ['prod', 'prod'] })
  expect(await valueOfAlias(project_id, 'prod')).toBe('second')
})

test('two objects may have the same alias independently', async () => {
  const { project_id, object_id, first } = await twoVersions()
  const other = await publish(service, project_id, 'other', 'other')
  await service.call(setAliases, { project_id, object_id, digest: first, aliases: ['prod'] })

  await service.call(setAliases, { project_id, object_id: 'other', digest: other, aliases: ['prod'] })

  expect(await valueOfAlias(project_id, 'prod')).toBe('first')
})

test('the aliases of a project are listed once each, sorted, with latest among them', async () => {
  const { project_id, object_id, first, second } = await twoVersions()
  await service.call(setAliases, { project_id, object_id, digest: first, aliases: ['prod', 'beta'] })
  await service.call(setAliases, { project_id, object_id, digest: second, aliases: ['zeta'] })

  const reply = await service.call(listAliases, { project_id })

  expect(reply).toEqual({ aliases: ['beta', 'latest', 'prod', 'zeta'] })
})

test('a removed alias is not found, and removing an unknown one is no error', async () => {
  const { project_id, object_id, first } = await twoVersions()
  await service.call(setAliases, { project_id, object_id, digest: first, aliases: ['prod'] })

  await service.call(removeAliases, { project_id, object_id, aliases: ['prod', 'never-there'] })

  const reply = await service.post('/obj/read', { project_id, object_id, digest: 'prod' })
  expect(reply.status).toBe(404)
})

describe('an unknown version is 404', () => {
  test.each(['x'.repeat(43), 'latest', 'v0', ''])('as version %j', async (digest) => {
    const { project_id } = await twoVersions()

    const reply = await service.put('/objs/cfg/aliases', { project_id, digest, aliases: ['prod'] })

    expect(reply.status).toBe(404)
  })

  test('once it is deleted', async () => {
    const { project_id, object_id, first } = await twoVersions()
    await service.call(deleteObject, { project_id, object_id, digests: [first] })

    const reply = await service.put('/objs/cfg/aliases', { project_id, digest: first, aliases: ['prod'] })

    expect(reply).toMatchObject({ status: 404, body: { deleted_at: expect.any(String) } })
  })
})

test.each(['', '  ', 'a/b', 'a:b', 'latest', 'v0', 'v12', 'a'.repeat(129)])(
  '%j is no alias, which is 400',
  async (alias) => {
    const { project_id, first } = await twoVersions()

    const set = await service.put('/objs/cfg/aliases', {
      project_id,
      digest: first,
      aliases: ['good', alias],
    })
    const removed = await service.post('/objs/cfg/aliases/remove', { project_id, aliases: [alias] })

    expect([set.status, removed.status]).toEqual([400, 400])
    expect(await service.call(listAliases, { project_id })).toEqual({ aliases: ['latest'] })
  },
)

test('a viewer reads the aliases and does not change them', async () => {
  const { project_id, first } = await twoVersions()
  const { key } = await service.createUser({ entity: 'team', role: 'viewer' })
  const body = { project_id, digest: first, aliases: ['prod'] }

  const listed = await service.get(`/aliases?project_id=${encodeURIComponent(project_id)}`, { key })
  const set = await service.put('/objs/cfg/aliases', body, { key })
  const removed = await service.post('/objs/cfg/aliases/remove', body, { key })

  expect([listed.status, set.status, removed.status]).toEqual([200, 403, 403])
})

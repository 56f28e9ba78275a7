import { deleteObject, linkToRegistry } from '@heddle/contract/objects'
import { afterAll, expect, test } from 'vitest'
import { newProject, publish } from '../../testing/objects.ts'
import { openService } from '../../testing/service.ts'

const service = await openService()
afterAll(() => service.close())

test('the response names the version of the ref', async () => {
  const project_id = newProject()
  const first = await publish(service, project_id, 'cfg', 1)
  await publish(service, project_id, 'cfg', 2)
  const indexOf = async (version: string) =>
    (await service.call(linkToRegistry, { ref: `weave:///${project_id}/object/cfg:${version}` }))
      .version_index

  expect([await indexOf(first), await indexOf('latest'), await indexOf('v1')]).toEqual([0, 1, 1])
})

test('an unknown version, and a deleted one, are not found', async () => {
  const project_id = newProject()
  const digest = await publish(service, project_id, 'cfg', 1)
  await service.call(deleteObject, { project_id, object_id: 'cfg' })
  const statusOf = async (name: string) =>
    (await service.post('/link_to_registry', { ref: `weave:///${project_id}/object/${name}` })).status

  expect([await statusOf(`cfg:${digest}`), await statusOf('none:v0')]).toEqual([404, 404])
})

test.each(['weave:///team/app/call/1', 'weave:///team/app/object/cfg', 'wandb://x', ''])(
  '%j names no version',
  async (ref) => {
    expect(await service.post('/link_to_registry', { ref })).toMatchObject({ status: 400 })
  },
)

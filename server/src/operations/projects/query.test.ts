import { queryProjects } from '@heddle/contract/projects'
import { expect, test } from 'vitest'
import { finished, record, start } from '../../testing/builders.ts'
import { startService } from '../../testing/service.ts'

test('projects are listed for callers who may read them, latest activity first', async () => {
  const service = await startService()
  await record(
    service,
    start('team/old', { id: 'a', started_at: '2025-01-01T00:00:00Z' }),
    start('team/new', { id: 'a', started_at: '2025-02-01T00:00:00Z' }),
    start('team/new', { id: 'b', parent_id: 'a', started_at: '2025-02-02T00:00:00Z' }),
    start('other/app', { id: 'a' }),
  )
  await service.storage.files.put('team/files', 'digest', Buffer.from('x'))
  const { key } = await service.createUser({ entity: 'team', role: 'viewer' })

  const { projects } = await service.call(queryProjects, {}, { key })

  expect(projects).toEqual([
    {
      project_id: 'team/new',
      root_call_count: 1,
      has_more_root_calls: false,
      last_activity: '2025-02-02T00:00:00Z',
    },
    expect.objectContaining({ project_id: 'team/old', root_call_count: 1 }),
    { project_id: 'team/files', root_call_count: 0, has_more_root_calls: false, last_activity: null },
  ])
})

test('counting stops at ten thousand', async () => {
  const service = await startService()
  const parts = Array.from({ length: 10_001 }, (_, index) => finished('team/app', `c${index}`))
  for (let at = 0; at < parts.length; at += 2_000)
    await record(service, ...parts.slice(at, at + 2_000).map(asStart))

  const { projects } = await service.call(queryProjects, {})

  expect(projects).toMatchObject([{ root_call_count: 10_000, has_more_root_calls: true }])
})

test('a write-only key lists no project', async () => {
  const service = await startService()
  await record(service, start('team/app'))
  const { key } = await service.createUser({ entity: 'team', key: { scope: 'write' } })

  expect(await service.call(queryProjects, {}, { key })).toEqual({ projects: [] })
})

const asStart = ({ id }: { id: string }) => start('team/app', { id })

import {
  readHealth,
  readProjectStats,
  readProjectsInfo,
  readServerInfo,
  readVersion,
} from '@heddle/contract/service'
import { expect, test } from 'vitest'
import { startService } from '../../testing/service.ts'

test('health, server info and version are public', async () => {
  const service = await startService()
  const anyone = { key: null }

  expect(await service.call(readHealth, {}, anyone)).toEqual({ status: 'ok' })
  expect(await service.call(readVersion, {}, anyone)).toEqual({
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
  })
  expect(await service.call(readServerInfo, {}, anyone)).toMatchObject({
    min_required_weave_python_version: '0.0.0',
  })
})

test('unknown projects have no internal id and nothing stored', async () => {
  const service = await startService()

  expect(await service.call(readProjectsInfo, { project_ids: ['team/app'] })).toEqual([])
  expect(await service.call(readProjectStats, { project_id: 'team/app' })).toEqual({
    trace_storage_size_bytes: 0,
    objects_storage_size_bytes: 0,
    tables_storage_size_bytes: 0,
    files_storage_size_bytes: 0,
  })
})

test('a project has one internal id from its first write on', async () => {
  const service = await startService()
  await service.storage.files.put('team/app', 'digest', Buffer.from('content'))

  const first = await service.call(readProjectsInfo, { project_ids: ['team/app', 'team/other'] })
  const second = await service.call(readProjectsInfo, { project_ids: ['team/app'] })

  expect(first).toEqual([{ external_project_id: 'team/app', internal_project_id: expect.any(String) }])
  expect(second).toEqual(first)
})

test('sizes that were not requested are null', async () => {
  const service = await startService()
  await service.storage.files.put('team/app', 'digest', Buffer.from('content'))

  const sizes = await service.call(readProjectStats, {
    project_id: 'team/app',
    include_trace_storage_size: false,
    include_object_storage_size: false,
    include_table_storage_size: false,
  })

  expect(sizes).toEqual({
    trace_storage_size_bytes: null,
    objects_storage_size_bytes: null,
    tables_storage_size_bytes: null,
    files_storage_size_bytes: 7,
  })
})

test('a request for no size at all is refused', async () => {
  const service = await startService()

  const reply = await service.post('/project/stats', {
    project_id: 'team/app',
    include_trace_storage_size: false,
    include_object_storage_size: false,
    include_table_storage_size: false,
    include_file_storage_size: false,
  })

  expect(reply.status).toBe(400)
})

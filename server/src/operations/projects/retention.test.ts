import { readRetention, setRetention } from '@heddle/contract/projects'
import { afterAll, expect, test } from 'vitest'
import { end, finished, readOne, record, recordFinished, start } from '../../testing/builders.ts'
import { newProject } from '../../testing/objects.ts'
import { openService } from '../../testing/service.ts'

const service = await openService()
afterAll(() => service.close())

test('a project keeps its calls for ever by default, and again once the retention is removed', async () => {
  const project_id = newProject()
  const keepsFor = (retention_days: number | null) => ({ retention_days, held_removal: null })
  expect(await service.call(readRetention, { project_id })).toEqual(keepsFor(null))

  expect(await service.call(setRetention, { project_id, retention_days: 30 })).toEqual(keepsFor(30))
  expect(await service.call(readRetention, { project_id })).toEqual(keepsFor(30))

  expect(await service.call(setRetention, { project_id, retention_days: null })).toEqual(keepsFor(null))
  expect(await service.call(readRetention, { project_id })).toEqual(keepsFor(null))
})

test('calls that start after it was set have an expiry, earlier ones do not', async () => {
  const project_id = newProject()
  await recordFinished(service, finished(project_id, 'before'))

  await service.call(setRetention, { project_id, retention_days: 7 })
  await recordFinished(service, finished(project_id, 'whole'))
  await record(service, start(project_id, { id: 'parts' }), end(project_id, 'parts'))

  const expiries = await Promise.all(
    ['before', 'whole', 'parts'].map(async (id) => (await readOne(service, project_id, id))?.expire_at),
  )
  expect(expiries).toEqual([null, '2025-03-08T10:00:00Z', '2025-03-08T10:00:00Z'])
})

test.each([0, -1, 36_501])('%j days are refused', async (retention_days) => {
  const request = { project_id: newProject(), retention_days }

  expect(await service.post('/project/ttl_settings/update', request)).toMatchObject({ status: 400 })
})

import { setRetention } from '@heddle/contract/retention'
import { expect, test } from 'vitest'
import { parseDateTime } from '../../domain/time.ts'
import { finished, idsOf, recordFinished } from '../../testing/builders.ts'
import { newProject } from '../../testing/objects.ts'
import { startService } from '../../testing/service.ts'
import { removeOutlivedCalls } from './outlived-calls.ts'

const now = () => parseDateTime('2025-03-31T10:00:00Z') ?? expect.fail('no instant')
const stopped = new AbortController().signal

test('calls are removed that started longer ago than their project keeps calls', async () => {
  const service = await startService()
  const { storage } = service
  const project_id = newProject()
  const forEver = newProject()
  await recordFinished(service, finished(forEver, 'old'))
  await recordFinished(service, finished(project_id, 'older', { started_at: '2025-03-01T09:59:59Z' }))
  await recordFinished(service, finished(project_id, 'just', { started_at: '2025-03-01T10:00:00Z' }))
  await service.call(setRetention, { project_id, retention_days: 30 })

  expect(await removeOutlivedCalls(project_id, { storage, now, stopped })).toBe(1)
  expect(await removeOutlivedCalls(forEver, { storage, now, stopped })).toBe(0)

  expect(await idsOf(service, project_id)).toEqual(['just'])
  expect(await idsOf(service, forEver)).toEqual(['old'])
})

const many = (project_id: string, count: number) =>
  Array.from({ length: count }, (_, index) => finished(project_id, `c${index}`))

test('a setting that is taken back stops what it began', async () => {
  const service = await startService()
  const { storage } = service
  const project_id = newProject()
  await recordFinished(service, ...many(project_id, 600))
  await service.call(setRetention, { project_id, retention_days: 1 })
  // The clock is asked for the first portion: the setting goes before that is written.
  const takingBack = () => {
    void storage.projects.setRetentionDays(project_id, null)
    return now()
  }

  expect(await removeOutlivedCalls(project_id, { storage, now: takingBack, stopped })).toBe(500)
  expect(await idsOf(service, project_id)).toHaveLength(100)
})

test('any number of calls go, in portions, unless it is stopped', async () => {
  const service = await startService()
  const { storage } = service
  const project_id = newProject()
  await recordFinished(service, ...many(project_id, 1201))
  await service.call(setRetention, { project_id, retention_days: 1 })

  expect(await removeOutlivedCalls(project_id, { storage, now, stopped: AbortSignal.abort() })).toBe(0)
  expect(await removeOutlivedCalls(project_id, { storage, now, stopped })).toBe(1201)
  expect(await idsOf(service, project_id)).toEqual([])
})

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
  const project_id = newProject()
  const forEver = newProject()
  await recordFinished(service, finished(forEver, 'old'))
  await recordFinished(service, finished(project_id, 'older', { started_at: '2025-03-01T09:59:59Z' }))
  await recordFinished(service, finished(project_id, 'just', { started_at: '2025-03-01T10:00:00Z' }))
  await service.call(setRetention, { project_id, retention_days: 30 })

  const removed = await removeOutlivedCalls({ storage: service.storage, now, stopped })

  expect([...removed]).toEqual([[project_id, 1]])
  expect(await idsOf(service, project_id)).toEqual(['just'])
  expect(await idsOf(service, forEver)).toEqual(['old'])
})

test('a setting that is taken back stops what it began', async () => {
  const service = await startService()
  const project_id = newProject()
  await recordFinished(
    service,
    ...Array.from({ length: 600 }, (_, index) => finished(project_id, `c${index}`)),
  )
  await service.call(setRetention, { project_id, retention_days: 1 })
  const { calls, projects, ...others } = service.storage
  let asked = 0
  const retentionDays: typeof projects.retentionDays = async () => (asked++ === 0 ? 1 : null)
  const storage = { ...others, calls, projects: { ...projects, retentionDays } }

  const removed = await removeOutlivedCalls({ storage, now, stopped })

  expect([...removed]).toEqual([[project_id, 500]])
})

test('any number of calls go, in portions, unless it is stopped', async () => {
  const service = await startService()
  const project_id = newProject()
  const calls = Array.from({ length: 1201 }, (_, index) => finished(project_id, `c${index}`))
  await recordFinished(service, ...calls)
  await service.call(setRetention, { project_id, retention_days: 1 })
  const remove = (signal: AbortSignal) =>
    removeOutlivedCalls({ storage: service.storage, now, stopped: signal })

  expect([...(await remove(AbortSignal.abort()))]).toEqual([])
  expect([...(await remove(stopped))]).toEqual([[project_id, 1201]])
  expect(await idsOf(service, project_id)).toEqual([])
})

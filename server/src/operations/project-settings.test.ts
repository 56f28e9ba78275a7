import { afterAll, expect, test } from 'vitest'
import { bytesKeptBy, cutFromRequest } from '../testing/memory.ts'
import { newProject } from '../testing/objects.ts'
import { openService } from '../testing/service.ts'
import { ProjectSettingsCache } from './project-settings.ts'

const service = await openService()
afterAll(() => service.close())
const { projects } = service.storage

/** Two caches of one storage, as two processes have them. */
function twoCaches() {
  const project_id = newProject()
  const clock = { micros: 1_000_000 }
  const now = () => clock.micros
  const [mine, other] = [new ProjectSettingsCache(projects, now), new ProjectSettingsCache(projects, now)]
  const daysOf = async (cache: ProjectSettingsCache) => (await cache.of(project_id)).retentionDays
  return { project_id, clock, mine, other, daysOf }
}

test('a retention applies at once where it is set, and within a second elsewhere', async () => {
  const { project_id, clock, mine, other, daysOf } = twoCaches()
  expect([await daysOf(mine), await daysOf(other)]).toEqual([null, null])

  await mine.setRetentionDays(project_id, 7, 0)
  expect([await daysOf(mine), await daysOf(other)]).toEqual([7, null])

  clock.micros += 1_000_000
  expect([await daysOf(mine), await daysOf(other)]).toEqual([7, 7])
})

test('redaction rules apply at once where they are set, within a second elsewhere, and not at all once removed', async () => {
  const { project_id, clock, mine, other } = twoCaches()
  const redacted = async (cache: ProjectSettingsCache) =>
    (await cache.of(project_id)).redactor?.text('output', 'a@b')
  expect([await redacted(mine), await redacted(other)]).toEqual([undefined, undefined])

  await mine.setRedactionRules(project_id, [{ name: 'at', pattern: '@', fields: ['output'] }])
  expect([await redacted(mine), await redacted(other)]).toEqual(['a[REDACTED:at]b', undefined])

  clock.micros += 1_000_000
  expect(await redacted(other)).toBe('a[REDACTED:at]b')

  await mine.setRedactionRules(project_id, [])
  expect(await redacted(mine)).toBeUndefined()
})

test('a read that started before a change does not restore the old setting', async () => {
  const { project_id, mine, daysOf } = twoCaches()

  const before = daysOf(mine)
  await mine.setRetentionDays(project_id, 7, 0)
  await before

  expect(await daysOf(mine)).toBe(7)
})

test('a setting that cannot be read again stays in use; one that was never read fails the call', async () => {
  const clock = { micros: 1_000_000 }
  const storage = await openService()
  const cache = new ProjectSettingsCache(storage.storage.projects, () => clock.micros)
  await cache.setRetentionDays('team/known', 7, 0)
  await cache.of('team/known')

  await storage.close()
  clock.micros += 1_000_000

  expect(await cache.of('team/known')).toMatchObject({ retentionDays: 7 })
  await expect(cache.of('team/unknown')).rejects.toThrow()
})

test('settings do not keep the requests that named their projects', async () => {
  const { mine } = twoCaches()

  const kept = await bytesKeptBy(async () => {
    for (let at = 0; at < 200; at++) await mine.of(cutFromRequest(`a-team/application-${at}`))
  })

  expect(kept).toBeLessThan(50_000_000)
  expect(await mine.of('a-team/application-0')).toMatchObject({ retentionDays: null })
})

import { afterAll, expect, test } from 'vitest'
import { newProject } from '../testing/objects.ts'
import { openService } from '../testing/service.ts'
import { RetentionCache } from './retention-cache.ts'

const service = await openService()
afterAll(() => service.close())
const { projects } = service.storage

/** Two caches of one storage, as two processes have them. */
function twoCaches() {
  const project_id = newProject()
  const clock = { micros: 1_000_000 }
  const now = () => clock.micros
  const [mine, other] = [new RetentionCache(projects, now), new RetentionCache(projects, now)]
  const daysOf = async (cache: RetentionCache) => (await cache.daysOf([project_id])).get(project_id)
  return { project_id, clock, mine, other, daysOf }
}

test('a retention applies at once where it is set, and within a second elsewhere', async () => {
  const { project_id, clock, mine, other, daysOf } = twoCaches()
  expect([await daysOf(mine), await daysOf(other)]).toEqual([null, null])

  await mine.set(project_id, 7, 0)
  expect([await daysOf(mine), await daysOf(other)]).toEqual([7, null])

  clock.micros += 1_000_000
  expect([await daysOf(mine), await daysOf(other)]).toEqual([7, 7])
})

test('a read that began before a change does not bring the old setting back', async () => {
  const { project_id, mine, daysOf } = twoCaches()

  const before = daysOf(mine)
  await mine.set(project_id, 7, 0)
  await before

  expect(await daysOf(mine)).toBe(7)
})

test('a setting that cannot be read again is used on; one that was never read fails the call', async () => {
  const clock = { micros: 1_000_000 }
  const storage = await openService()
  const cache = new RetentionCache(storage.storage.projects, () => clock.micros)
  await cache.set('team/known', 7, 0)
  await cache.daysOf(['team/known'])

  await storage.close()
  clock.micros += 1_000_000

  expect(await cache.daysOf(['team/known'])).toEqual(new Map([['team/known', 7]]))
  await expect(cache.daysOf(['team/unknown'])).rejects.toThrow()
})

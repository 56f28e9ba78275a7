import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { newProjectId, start } from '../conformance/rows.ts'
import { openSqliteStorage } from './storage.ts'

test('writes that would wait too long are refused, and every accepted one is stored', async () => {
  const storage = await openSqliteStorage({ folder: temporaryFolder() })
  onTestFinished(() => storage.close())
  const project_id = newProjectId()
  const writes = Array.from({ length: 5_000 }, (_, index) =>
    storage.calls.write([start({ project_id, id: `id-${index}` })]),
  )

  const results = await Promise.allSettled(writes)

  const refused = results.filter((result) => result.status === 'rejected')
  expect(refused.length).toBeGreaterThan(0)
  expect(new Set(refused.map(({ reason }) => reason.code))).toEqual(new Set(['overloaded']))
  const stored = await storage.calls.count({ project_id, filter: {}, sort: [] })
  expect(stored).toBe(results.length - refused.length)
  await expect(storage.calls.write([start({ project_id, id: 'afterwards' })])).resolves.toBeUndefined()
})

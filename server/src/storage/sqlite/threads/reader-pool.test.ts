import { expect, onTestFinished, test } from 'vitest'
import type { Expression } from '../../../query/expression.ts'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import { equals, json, jsonField, newProjectId, start } from '../../conformance/rows.ts'
import type { Storage } from '../../port.ts'
import { openSqliteStorage, type SqliteOptions } from '../storage.ts'

// A read that should take seconds at most would otherwise take minutes.
const PROMPT_MS = 15_000

async function openStorage(options: Partial<SqliteOptions> = {}): Promise<Storage> {
  const storage = await openSqliteStorage({ folder: temporaryFolder(), readGraceMs: 200, ...options })
  onTestFinished(() => storage.close())
  return storage
}

/** A call that takes minutes to search, in one step of SQLite: nothing in between asks whether it is still wanted. */
async function writeHeavyCall(storage: Storage): Promise<string> {
  const project_id = newProjectId()
  const doc = Array.from({ length: 100_000 }, () => 'a\n')
  await storage.calls.write([start({ project_id, id: 'heavy' }, { inputs: json({ doc }) })])
  return project_id
}

const anyOf = (operands: readonly Expression[]): Expression => ({ kind: 'or', operands })

const heavySearch = (project_id: string) => ({
  project_id,
  filter: {},
  sort: [],
  condition: anyOf(
    Array.from({ length: 900 }, (_, index) => equals(jsonField('inputs', 'doc'), `never ${index}`)),
  ),
})

const lightSearch = (project_id: string) => ({
  project_id,
  filter: {},
  sort: [],
  condition: equals(jsonField('inputs', 'colour'), 'red'),
})

async function durationOf(work: Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work
  return performance.now() - startedAt
}

test('a read that takes too long fails with timeout, and the threads serve others again', async () => {
  const storage = await openStorage({ readTimeoutMs: 500 })
  const project_id = await writeHeavyCall(storage)
  const heavy = () => storage.calls.count(heavySearch(project_id))

  const took = await durationOf(
    expect(Promise.allSettled([heavy(), heavy(), heavy()])).resolves.toMatchObject([
      { reason: { code: 'timeout' } },
      { reason: { code: 'timeout' } },
      { reason: { code: 'timeout' } },
    ]),
  )

  expect(took).toBeLessThan(PROMPT_MS)
  await expect
    .poll(() => storage.calls.count(lightSearch(project_id)).catch(() => -1), { timeout: PROMPT_MS })
    .toBe(0)
})

test('a scan of one project waits behind no stuck scan of another', async () => {
  const storage = await openStorage({ readTimeoutMs: 120_000 })
  const busy = await writeHeavyCall(storage)
  const leaving = Array.from({ length: 50 }, () => new AbortController())
  const stuck = leaving.map(({ signal }) =>
    storage.calls.count(heavySearch(busy), undefined, signal).catch((error) => error.code),
  )

  const took = await durationOf(storage.calls.count(lightSearch(newProjectId())))

  expect(took).toBeLessThan(PROMPT_MS)
  for (const each of leaving) each.abort()
  expect(new Set(await Promise.all(stuck))).toEqual(new Set(['abandoned']))
})

test('a client that leaves a stuck read frees its thread', async () => {
  const storage = await openStorage({ readTimeoutMs: 120_000 })
  const project_id = await writeHeavyCall(storage)

  for (let turn = 0; turn < 8; turn++) {
    const leaving = new AbortController()
    const count = storage.calls.count(heavySearch(project_id), undefined, leaving.signal)
    setTimeout(() => leaving.abort(), 50)
    await expect(count).rejects.toMatchObject({ code: 'abandoned' })
  }

  const took = await durationOf(storage.calls.count(lightSearch(project_id)))
  expect(took).toBeLessThan(PROMPT_MS)
})

test('the storage closes in time whatever its readers do, and holds what was written', async () => {
  const folder = temporaryFolder()
  const storage = await openStorage({ folder, readTimeoutMs: 120_000 })
  const project_id = await writeHeavyCall(storage)
  const stuck = storage.calls.count(heavySearch(project_id)).catch((error) => error.code)

  expect(await durationOf(storage.close())).toBeLessThan(PROMPT_MS)

  expect(await stuck).toBe('unavailable')
  await expect(storage.calls.count(lightSearch(project_id))).rejects.toMatchObject({ code: 'unavailable' })
  const reopened = await openStorage({ folder })
  expect(await reopened.calls.count({ project_id, filter: {}, sort: [] })).toBe(1)
})

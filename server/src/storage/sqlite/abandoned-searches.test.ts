import { expect, onTestFinished, test } from 'vitest'
import type { CallStatsQuery } from '../../domain/calls/stats.ts'
import { openTemporaryDatabase } from '../../testing/sqlite-database.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { equals, json, jsonField, newProjectId, start } from '../conformance/rows.ts'
import { packedParts } from './calls/packed-parts.ts'
import { openForReading } from './connection.ts'
import { readStores } from './read-stores.ts'
import { openSqliteStorage } from './storage.ts'
import { Cancellation } from './threads/protocol.ts'
import { writeStores } from './write-stores.ts'

const CALLS = 1000

const abandoned = expect.objectContaining({ code: 'abandoned' })

const everything = { filter: {}, sort: [] }

/** Looks into the inputs of every call. */
const searchOf = (project_id: string) => ({
  ...everything,
  project_id,
  condition: equals(jsonField('inputs', 'colour'), 'red'),
})

const statsOf = (project_id: string): CallStatsQuery => ({
  project_id,
  filter: {},
  start: 0,
  end: Number.MAX_SAFE_INTEGER,
  edges: [0],
  usage: [],
  calls: [{ metric: 'call_count', aggregations: ['sum'], percentiles: [] }],
})

const redCalls = (project_id: string) =>
  Array.from({ length: CALLS }, (_, index) =>
    start({ project_id, id: `c${index}` }, { inputs: json({ colour: 'red' }) }),
  )

test('a search that is no longer wanted ends where it stands, and the next one does not', () => {
  const { db, path } = openTemporaryDatabase()
  const project_id = newProjectId()
  writeStores(db).stores.calls.write(packedParts(redCalls(project_id)))
  let asked = 0
  let patience = 3
  const reader = openForReading(path, () => ++asked < patience)
  onTestFinished(() => reader.close())
  const { calls, projects } = readStores(reader)

  expect(() => calls.count(searchOf(project_id))).toThrow('no longer wanted')
  expect(asked).toBe(3)
  expect(() => calls.find(searchOf(project_id))).toThrow('no longer wanted')
  expect(() => calls.size({ ...everything, project_id })).toThrow('no longer wanted')
  expect(() => calls.stats(statsOf(project_id))).toThrow('no longer wanted')
  expect(() => projects.sizes(project_id)).toThrow('no longer wanted')
  expect(() => projects.callSizes(project_id, 10)).toThrow('no longer wanted')
  patience = Number.POSITIVE_INFINITY
  expect(calls.count(searchOf(project_id))).toBe(CALLS)
})

test('searches of those who left are given up, also while they wait their turn', async () => {
  const storage = await openSqliteStorage({ folder: temporaryFolder() })
  onTestFinished(() => storage.close())
  const project_id = newProjectId()
  await storage.calls.write(redCalls(project_id))
  const count = (signal?: AbortSignal) => storage.calls.count(searchOf(project_id), undefined, signal)
  const leaving = Array.from({ length: 200 }, () => new AbortController())

  const counts = leaving.map(({ signal }) => count(signal))
  for (const each of leaving) each.abort()
  const outcomes = await Promise.allSettled(counts)

  expect(outcomes.at(-1)).toMatchObject({ status: 'rejected', reason: abandoned })
  await expect(count(AbortSignal.abort())).rejects.toEqual(abandoned)
  await expect(count()).resolves.toBe(CALLS)
})

test('another thread sees which task is cancelled, by ids of any size', () => {
  const cancellation = new Cancellation()
  const elsewhere = new Cancellation(cancellation.memory)

  for (const id of [1, 256, 2 ** 31 + 5]) {
    expect(elsewhere.isCancelled(id)).toBe(false)
    cancellation.cancel(id)
    expect(elsewhere.isCancelled(id)).toBe(true)
    expect(elsewhere.isCancelled(id + 1)).toBe(false)
  }
})

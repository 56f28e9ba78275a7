import { expect, test } from 'vitest'
import { openTemporaryDatabase } from '../../testing/sqlite-database.ts'
import { end, json, modelUsage, remove, rename, start } from '../conformance/rows.ts'
import { packedParts } from './calls/packed-parts.ts'
import type { Database } from './database/driver.ts'
import { writeStores } from './write-stores.ts'

const KEY = { project_id: 'team/app', id: 'a' }
const WHOLE = [
  start(KEY, { inputs: json('secret'), input_refs: ['in'], display_name: 'name', otel_dump: json({}) }),
  end(KEY, { output: json('secret'), output_refs: ['out'], usage: [modelUsage('m')], exception: 'broken' }),
]

test('a deleted call leaves its id and the time of its deletion, and nothing else', () => {
  const { db } = openTemporaryDatabase()
  const { calls } = writeStores(db).stores
  calls.write(packedParts([...WHOLE, rename(KEY, 'new name')]))

  calls.write(packedParts([remove(KEY)]))
  calls.write(packedParts(WHOLE))

  const { rid, project, id, deleted_at, ...rest } = db.prepare('select * from calls').get() ?? {}
  expect({ id, deleted_at }).toEqual({ id: 'a', deleted_at: 9_000 })
  expect(new Set(Object.values(rest))).toEqual(new Set([null, 0]))
  expect(rowsBesideCalls(db)).toEqual({ call_starts: 0, call_ends: 0, call_refs: 0, call_usage: 0 })
})

test('a call written again takes no more room', () => {
  const { db } = openTemporaryDatabase()
  const { calls } = writeStores(db).stores

  for (let time = 0; time < 3; time++) calls.write(packedParts(WHOLE))

  expect(rowsBesideCalls(db)).toEqual({ call_starts: 1, call_ends: 1, call_refs: 2, call_usage: 1 })
})

function rowsBesideCalls(db: Database): Record<string, unknown> {
  const tables = ['call_starts', 'call_ends', 'call_refs', 'call_usage']
  return Object.fromEntries(
    tables.map((table) => [table, db.prepare(`select count(*) as n from ${table}`).get()?.n]),
  )
}

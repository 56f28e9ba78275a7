import { expect, test } from 'vitest'
import { openTemporaryDatabase } from '../../../testing/sqlite-database.ts'
import { end, json, modelUsage, remove, start } from '../../conformance/rows.ts'
import type { CallPart } from '../../port/calls.ts'
import type { Database, SqlValue } from '../database/driver.ts'
import { writeStores } from '../write-stores.ts'
import { packedParts } from './packed-parts.ts'

const project_id = 'team/app'
const request = (id: string, fields: Parameters<typeof start>[1]): CallPart[] => [
  start({ project_id, id }, { parent_id: 'root', kind: 'llm', otel_dump: json({}), ...fields }),
  end({ project_id, id }, { usage: [modelUsage('m')] }),
]
const children = (count: number, fields: Parameters<typeof start>[1] = {}): CallPart[][] =>
  Array.from({ length: count }, (_, at) => request(`child-${at}`, { started_at: 1_000 + at, ...fields }))

/** Writes, and counts how often statements that match are run and how many rows they return: in all, and at most. */
function counting(matches: RegExp) {
  const { db } = openTemporaryDatabase()
  // One transaction for all writes: what they flush to disk is of no interest here.
  db.exec('begin')
  const counts = { runs: 0, rows: 0, rowsMax: 0 }
  const { calls } = writeStores(counted(db, matches, counts)).stores
  return { db, counts, write: (parts: readonly CallPart[]) => calls.write(packedParts(parts)) }
}

type Counts = { runs: number; rows: number; rowsMax: number }

function counted(db: Database, matches: RegExp, counts: Counts): Database {
  return {
    ...db,
    prepare(sql) {
      const statement = db.prepare(sql)
      if (!matches.test(sql)) return statement
      const count = <T>(rows: T[]): T[] => {
        counts.runs += 1
        counts.rows += rows.length
        counts.rowsMax = Math.max(counts.rowsMax, rows.length)
        return rows
      }
      return {
        ...statement,
        get: <T>(...params: SqlValue[]) => count(statement.all<T>(...params))[0],
        all: <T>(...params: SqlValue[]) => count(statement.all<T>(...params)),
      }
    },
  }
}

const countedCalls = (db: Database) =>
  db.prepare('select count(*) as n from calls where has_usage and usage_bit and not duplicate').get()?.n

test('deleting many children that report usage looks for the bits of their siblings once', () => {
  const { db, counts, write } = counting(/calls_by_parent/)
  write([start({ project_id, id: 'root' }, { otel_dump: json({}) }), ...children(500).flat()])
  counts.runs = 0

  write(children(500).flatMap((_, at) => remove({ project_id, id: `child-${at}` })))

  expect(counts.runs).toBe(1)
  expect(db.prepare("select below from calls where id = 'root'").get()).toEqual({ below: 0 })
})

test('deleting children one by one stops at the first sibling that has the same bits', () => {
  const { db, counts, write } = counting(/calls_by_parent/)
  write([start({ project_id, id: 'root' }, { otel_dump: json({}) }), ...children(50).flat()])
  counts.rows = 0

  for (let at = 0; at < 49; at++) write([remove({ project_id, id: `child-${at}` })])

  expect(counts.rows).toBe(49)
  expect(db.prepare("select below from calls where id = 'root'").get()).toEqual({ below: 2 })
})

test('children without failures and usage are deleted without a look at their siblings', () => {
  const { counts, write } = counting(/calls_by_parent/)
  const ids = Array.from({ length: 20 }, (_, at) => ({ project_id, id: `child-${at}` }))
  write([start({ project_id, id: 'root' }), ...ids.map((key) => start(key, { parent_id: 'root' }))])
  counts.runs = 0

  write(ids.map((key) => remove(key)))

  expect(counts.runs).toBe(0)
})

test('of many siblings with one response id one counts, and each write looks at no more than 256', () => {
  const { db, counts, write } = counting(/calls_by_response/)

  for (const parts of children(300, { response_id: 'r' })) write(parts)

  expect(counts.rowsMax).toBe(256)
  expect(countedCalls(db)).toBe(1)
  for (let at = 0; at < 299; at++) write([remove({ project_id, id: `child-${at}` })])
  expect(countedCalls(db)).toBe(1)
})

test('calls with the same response id below other parents are not looked at', () => {
  const { db, counts, write } = counting(/calls_by_response/)

  for (let at = 0; at < 50; at++)
    write(request(`child-${at}`, { parent_id: `parent-${at}`, response_id: 'r' }))

  expect(counts.rows).toBe(50)
  expect(countedCalls(db)).toBe(50)
})

test('a write does not look at the calls of one that failed before it', () => {
  const { db, counts, write } = counting(/calls_by_response/)
  write([start({ project_id, id: 'root' })])
  db.exec(`savepoint failing; create temp trigger refuse before update of duplicate on calls when new.duplicate
    begin select raise(abort, 'refused'); end`)

  expect(() => write(children(2, { response_id: 'r' }).flat())).toThrow('refused')
  db.exec('rollback to failing')
  counts.runs = 0
  write([start({ project_id, id: 'other' })])

  expect(counts.runs).toBe(0)
})

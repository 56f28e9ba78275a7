import { expect, test } from 'vitest'
import { openDatabase } from './driver.ts'
import { StatementCache } from './statement-cache.ts'

const LIMITS = { statementsMax: 3, charactersMax: 100, textCharactersMax: 40 }

/** A cache of numbered statements, and the texts that were prepared for it. */
function countingCache() {
  const prepared: string[] = []
  const cache = new StatementCache((sql) => prepared.push(sql), LIMITS)
  return { cache, prepared, use: (sql: string) => cache.use(sql, (native) => native) }
}

test('a statement is prepared once and used again', () => {
  const { use, prepared } = countingCache()

  expect([use('a'), use('b'), use('a')]).toEqual([1, 2, 1])
  expect(prepared).toEqual(['a', 'b'])
})

test('the statement that was not used for longest leaves first', () => {
  const { use, prepared } = countingCache()

  for (const sql of ['a', 'b', 'c', 'a', 'd', 'a', 'c', 'b']) use(sql)

  expect(prepared).toEqual(['a', 'b', 'c', 'd', 'b'])
})

test('the cache holds no more SQL than it may, and no long text at all', () => {
  const { cache, use } = countingCache()

  for (let index = 0; index < 50; index++) use(`${index}`.padEnd(40))
  expect(cache.size).toBe(2)
  use('x'.repeat(41))
  expect(cache.size).toBe(2)
})

test('a statement in the midst of a walk is used by nobody else', () => {
  const { cache, use } = countingCache()
  const walk = cache.walk('a', (native) => [native, native])

  expect(walk.next().value).toBe(1)
  expect(use('a')).toBe(2)
  expect([...walk]).toEqual([1])
  expect(use('a')).toBe(1)
})

test('a statement whose walk was left early is not used again', () => {
  const { cache, use } = countingCache()

  for (const _ of cache.walk('a', (native) => [native, native])) break

  expect(use('a')).toBe(2)
})

test('a handle stays good after its statement left the cache', () => {
  const db = openDatabase(':memory:', { readOnly: false })
  const first = db.prepare('select 1 as n')

  for (let index = 0; index < 600; index++) db.prepare(`select ${index} as n`).get()

  expect(first.get()).toEqual({ n: 1 })
  db.close()
})

test('statements that left the cache are garbage, and soon collected', async () => {
  const prepared: WeakRef<object>[] = []
  const cache = new StatementCache((sql) => {
    const native = { sql }
    prepared.push(new WeakRef(native))
    return native
  })

  for (let index = 0; index < 30; index++) {
    cache.use(`${LONG_SQL} limit ${index}`, () => {})
    for (const _ of cache.walk(`${LONG_SQL} limit ${index} offset 1`, (native) => [native])) break
  }
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate)

  const alive = prepared.filter((native) => native.deref())
  expect(prepared).toHaveLength(60)
  expect(alive.length).toBeLessThan(10)
})

const LONG_SQL = `select ${'1 + '.repeat(16_000)} 1`

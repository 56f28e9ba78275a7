import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import { openDatabase } from './driver.ts'

test('texts that differ after a NUL stay different', () => {
  const db = openDatabase(':memory:', { readOnly: false })
  db.exec('create table names (name text primary key)')

  db.prepare('insert into names values (?)').run('a')
  db.prepare('insert into names values (?)').run('a\0b')

  expect(db.prepare('select name from names order by name').all()).toHaveLength(2)
  expect(db.prepare('select 1 as found from names where name = ?').get('a\0b')).toMatchObject({ found: 1 })
  db.close()
})

test('a walk that was left in the middle does not spoil the next one', () => {
  const db = openDatabase(':memory:', { readOnly: false })
  db.exec('create table numbers (n integer); insert into numbers values (1), (2), (3)')
  const statement = db.prepare('select n from numbers order by n')

  for (const _ of statement.iterate()) break
  const rows = [...statement.iterate<{ n: number }>()]

  expect(rows.map(({ n }) => n)).toEqual([1, 2, 3])
  db.close()
})

test.each(['all', 'iterate'] as const)(
  'a function that throws in %s hides no error of the next statement',
  (method) => {
    const db = openDatabase(':memory:', { readOnly: false })
    db.define('refuse', () => {
      throw new Error('refused')
    })
    const refused = db.prepare('select refuse()')
    const overflow = db.prepare('select abs(?) as n')

    expect(() => [...refused[method]()]).toThrow('refused')
    expect(() => overflow.get(-(2n ** 63n))).toThrow('integer overflow')
    db.close()
  },
)

test.each(['get', 'all', 'iterate'] as const)(
  'a connection sees what others write after %s met an integer that no number holds',
  (method) => {
    const path = join(temporaryFolder(), 'test.sqlite')
    const writer = openDatabase(path, { readOnly: false })
    writer.exec('pragma journal_mode = wal; create table numbers (n integer)')
    writer.exec('insert into numbers values (9223372036854775807)')
    const reader = openDatabase(path, { readOnly: true })
    const found = reader.prepare('select n from numbers')[method]()
    if (method === 'iterate') expect([...Object(found)]).toHaveLength(1)

    writer.exec('insert into numbers values (2)')

    expect(reader.prepare('select count(*) as n from numbers').get()).toEqual({ n: 2 })
    reader.close()
    writer.close()
  },
)

test('an integer that no number holds is rounded, and fails neither its row nor the others', () => {
  const db = openDatabase(':memory:', { readOnly: false })
  db.exec(
    "create table numbers (n integer, t text); insert into numbers values (1, 'a'), (9223372036854775807, 'b'), (3, null)",
  )
  const statement = db.prepare('select n, t from numbers')
  const rows = [
    { n: 1, t: 'a' },
    { n: 2 ** 63, t: 'b' },
    { n: 3, t: null },
  ]

  expect(statement.all()).toEqual(rows)
  expect([...statement.iterate()]).toEqual(rows)
  expect(db.prepare("select n, t from numbers where t = 'b'").get()).toEqual(rows[1])
  expect(statement.get()).toEqual(rows[0])
  db.close()
})

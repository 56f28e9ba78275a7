import { expect, test } from 'vitest'
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

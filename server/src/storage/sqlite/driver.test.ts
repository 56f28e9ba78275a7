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

import { expect, test } from 'vitest'
import { tableSort } from './search.ts'

test('fields are paths into the row, with dots between the keys', () => {
  const keys = tableSort([
    { field: 'a', direction: 'desc' },
    { field: 'b.c d.0', direction: 'asc' },
  ])

  expect(keys).toEqual([
    { path: ['a'], direction: 'desc' },
    { path: ['b', 'c d', '0'], direction: 'asc' },
  ])
})

test('a dot inside a key is escaped', () => {
  expect(tableSort([{ field: 'a\\.b.c', direction: 'asc' }])).toEqual([
    { path: ['a.b', 'c'], direction: 'asc' },
  ])
})

test('order is another word for direction', () => {
  expect(tableSort([{ field: 'a', order: 'desc' }])).toEqual([{ path: ['a'], direction: 'desc' }])
})

test('without a sort order, rows keep the order of the table', () => {
  expect(tableSort()).toEqual([])
})

test('a key without a direction is malformed', () => {
  expect(() => tableSort([{ field: 'a' }])).toThrow(expect.objectContaining({ code: 'malformed_request' }))
})

test.each(['', ' ', '.a', 'a.', 'a..b', '.'])('the field %j is refused', (field) => {
  expect(() => tableSort([{ field, direction: 'asc' }])).toThrow(
    expect.objectContaining({ code: 'invalid_request' }),
  )
})

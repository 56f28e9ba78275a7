import { expect, test } from 'vitest'
import {
  CHARACTERS_FITTED,
  cellText,
  columnNames,
  columnsWith,
  columnTitle,
  csvOf,
  gridRow,
  indexAfter,
  isNumeric,
  rowCountText,
  sortPath,
} from './grid.ts'

const rows = (...texts: string[]) => texts.map((text, index) => gridRow({ digest: `d${index}`, index, text }))

test('columns are the keys of all rows, in order of appearance', () => {
  expect(columnNames(rows('{"a":1}', '{"b":2,"a":3}', '7'))).toEqual(['a', 'b', 'value'])
})

test('columns keep their position when the row order changes', () => {
  const known = columnsWith([], rows('{"a":1,"b":2}'))

  expect(columnsWith(known, rows('{"b":1,"c":"x","a":2}')).map(({ name }) => name)).toEqual(['a', 'b', 'c'])
  expect(columnsWith(known, rows('{"b":1,"a":2}', '{}'))).toBe(known)
  expect(columnsWith(known, [])).toBe(known)
})

test('a column that is no longer numeric stays so', () => {
  const texts = columnsWith(columnsWith([], rows('{"a":1}')), rows('{"a":"one"}'))

  expect(texts).toMatchObject([{ name: 'a', isNumeric: false }])
  expect(columnsWith(texts, rows('{"a":1}'))).toBe(texts)
})

test('a column is as wide as the longest value seen, up to a limit', () => {
  const known = columnsWith([], rows('{"a":1,"b":"some words"}', '{"a":12345}'))

  expect(known).toMatchObject([{ characters: 5 }, { characters: 12 }])
  expect(columnsWith(known, rows('{"a":1}'))).toBe(known)
  const longer = columnsWith(known, rows(`{"a":1,"b":"${'x'.repeat(1000)}"}`))
  expect(longer).toMatchObject([{ characters: 5 }, { characters: CHARACTERS_FITTED }])
})

test('a column with a blank name has a title', () => {
  expect(columnTitle('')).toBe('""')
  expect(columnTitle('a')).toBe('a')
})

test('a cell shows text on one line and numbers with all digits', () => {
  expect(cellText('"two\\nlines"')).toBe('two lines')
  expect(cellText('12345678901234567890')).toBe('12345678901234567890')
  expect(cellText('null')).toBe('')
  expect(cellText(undefined)).toBe('')
  expect(cellText(JSON.stringify('x'.repeat(1000)))).toHaveLength(301)
})

test('a column is numeric if all its values are', () => {
  const grid = rows('{"n":1,"t":"1"}', '{"n":-2.5,"t":2}', '{}')

  expect(isNumeric(grid, 'n')).toBe(true)
  expect(isNumeric(grid, 't')).toBe(false)
})

test('the next row of an unfiltered table may not be loaded yet', () => {
  const list = { rows: rows('1', '2'), count: 5000, isWhole: true }

  expect(indexAfter(3000, 1, list)).toBe(3001)
  expect(indexAfter(4999, 1, list)).toBe(4999)
  expect(indexAfter(undefined, 1, list)).toBe(0)
  expect(indexAfter(undefined, 1, { ...list, count: 0 })).toBeUndefined()
})

test('the next row of a filtered or sorted list is the one below', () => {
  const list = { rows: rows('1', '2', '3').reverse(), count: 5000, isWhole: false }

  expect(indexAfter(1, 1, list)).toBe(0)
  expect(indexAfter(1, -1, list)).toBe(2)
  expect(indexAfter(0, 1, list)).toBeUndefined()
  expect(indexAfter(3000, 1, list)).toBe(2)
})

test('dots in column names are escaped', () => {
  expect(sortPath('a.b')).toBe('a\\.b')
})

test('CSV keeps negative numbers and escapes formulas', () => {
  expect(csvOf(['{"n":-2.5,"f":"-1+cmd()"}'])).toBe("n,f\r\n-2.5,'-1+cmd()\r\n")
})

test('CSV quotes special characters and keeps nested values as JSON', () => {
  expect(csvOf(['{"q":"a, \\"b\\"","n":1}', '{"q":null,"o":{"x":[1]}}'])).toBe(
    'q,n,o\r\n"a, ""b""",1,\r\n,,"{""x"":[1]}"\r\n',
  )
})

test('without a filter, the count covers the whole table', () => {
  expect(rowCountText({ all: 5000, isFiltered: false, loaded: 200, hasMore: true })).toBe('5,000 rows')
  expect(rowCountText({ all: 1, isFiltered: false, loaded: undefined, hasMore: false })).toBe('1 row')
})

test('with a filter, the count of matches is exact or a lower bound', () => {
  const filtered = { all: 5000, isFiltered: true }

  expect(rowCountText({ ...filtered, loaded: 500, hasMore: false })).toBe('500 of 5,000 rows')
  expect(rowCountText({ ...filtered, loaded: 200, hasMore: true })).toBe('200+ of 5,000 rows')
  expect(rowCountText({ ...filtered, loaded: undefined, hasMore: false })).toBe('– of 5,000 rows')
})

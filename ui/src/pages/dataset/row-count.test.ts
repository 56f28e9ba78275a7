import { expect, test } from 'vitest'
import { rowCountText } from './row-count.ts'

test('without a filter the rows of the table are counted, loaded or not', () => {
  expect(rowCountText({ all: 5000, isFiltered: false, loaded: 200, hasMore: true })).toBe('5,000 rows')
  expect(rowCountText({ all: 1, isFiltered: false, loaded: undefined, hasMore: false })).toBe('1 row')
})

test('with a filter it says how many fit, or at least how many', () => {
  const filtered = { all: 5000, isFiltered: true }

  expect(rowCountText({ ...filtered, loaded: 500, hasMore: false })).toBe('500 of 5,000 rows')
  expect(rowCountText({ ...filtered, loaded: 200, hasMore: true })).toBe('200+ of 5,000 rows')
  expect(rowCountText({ ...filtered, loaded: undefined, hasMore: false })).toBe('– of 5,000 rows')
})

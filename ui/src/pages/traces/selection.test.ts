import { expect, test } from 'vitest'
import { extended, NOTHING_SELECTED, toggled, toggledAll } from './selection.ts'

const order = ['a', 'b', 'c', 'd', 'e']

test('a row is selected and deselected', () => {
  const one = toggled(NOTHING_SELECTED, 'b')

  expect([...one.ids]).toEqual(['b'])
  expect([...toggled(one, 'b').ids]).toEqual([])
})

test('a range extends from the last selected row in either direction and keeps the selection', () => {
  const start = toggled(toggled(NOTHING_SELECTED, 'a'), 'd')

  expect([...extended(start, 'b', order).ids].sort()).toEqual(['a', 'b', 'c', 'd'])
  expect([...extended(start, 'e', order).ids].sort()).toEqual(['a', 'd', 'e'])
})

test('a range without an anchor is the row itself', () => {
  expect([...extended(NOTHING_SELECTED, 'c', order).ids]).toEqual(['c'])
})

test('all, then none', () => {
  const all = toggledAll(NOTHING_SELECTED, order)

  expect(all.ids.size).toBe(5)
  expect(toggledAll(all, order).ids.size).toBe(0)
})

test('as many rows that are no longer listed are not all', () => {
  const gone = toggledAll(NOTHING_SELECTED, ['x', 'y'])

  expect([...toggledAll(gone, ['a', 'b']).ids]).toEqual(['a', 'b'])
})

import { expect, test } from 'vitest'
import {
  EMPTY_LAYOUT,
  gridTemplate,
  isVisible,
  orderedIds,
  readLayout,
  widthMin,
  withMoved,
  withVisible,
  withWidth,
} from './columns.ts'

const columns = [
  { id: 'name', width: 200, grow: 2 },
  { id: 'user', width: 80 },
  { id: 'cost', width: 60 },
  { id: 'trace', width: 120, optional: true },
]

test('columns keep their order until one is moved, and new ones stay after their neighbour', () => {
  const moved = withMoved(EMPTY_LAYOUT, columns, 'cost', 'name')

  expect(orderedIds(columns, EMPTY_LAYOUT)).toEqual(['name', 'user', 'cost', 'trace'])
  expect(orderedIds(columns, moved)).toEqual(['cost', 'name', 'user', 'trace'])
  expect(orderedIds([...columns, { id: 'new', width: 10 }], moved)).toEqual([
    'cost',
    'name',
    'user',
    'trace',
    'new',
  ])
})

test('a column that is gone is forgotten', () => {
  expect(orderedIds(columns.slice(0, 2), { ...EMPTY_LAYOUT, order: ['gone', 'user', 'name'] })).toEqual([
    'user',
    'name',
  ])
})

test('optional columns are hidden by default, others visible', () => {
  const [name, , , trace] = columns
  if (!name || !trace) throw new Error('unreachable')

  expect(isVisible(name, EMPTY_LAYOUT)).toBe(true)
  expect(isVisible(trace, EMPTY_LAYOUT)).toBe(false)
  expect(isVisible(trace, withVisible(EMPTY_LAYOUT, 'trace', true))).toBe(true)
  expect(isVisible(name, withVisible(EMPTY_LAYOUT, 'name', false))).toBe(false)
})

test('resized columns replace shares by widths, within bounds', () => {
  expect(gridTemplate(columns.slice(0, 2), EMPTY_LAYOUT)).toBe('minmax(min(200px, 36vw), 2fr) 80px')
  expect(gridTemplate(columns.slice(0, 2), withWidth(EMPTY_LAYOUT, 'name', 5))).toBe(
    '48px 80px minmax(0, 1fr)',
  )
})

test('the minimum width of a table is that of its columns', () => {
  expect(widthMin(columns.slice(0, 2), EMPTY_LAYOUT)).toBe('calc(0px + min(200px, 36vw) + 80px)')
  expect(widthMin(columns.slice(0, 2), withWidth(EMPTY_LAYOUT, 'name', 100))).toBe('calc(0px + 100px + 80px)')
  expect(widthMin([], EMPTY_LAYOUT)).toBe('calc(0px)')
})

test('a stored layout is restored, and anything invalid is ignored', () => {
  const layout = withWidth(EMPTY_LAYOUT, 'name', 300)

  expect(readLayout(JSON.stringify(layout))).toEqual(layout)
  expect(readLayout('nonsense')).toEqual(EMPTY_LAYOUT)
  expect(readLayout(null)).toEqual(EMPTY_LAYOUT)
})

import { expect, test } from 'vitest'
import { rowChanges } from './row-diff.ts'

const marks = (before: string[], after: string[]) =>
  rowChanges(before, after)?.map(({ kind, index }) => `${kind} ${index}`)

test('a row in the place of another is changed; others are added or removed', () => {
  expect(marks(['1', '2', '3', '4'], ['1', '20', '4', '5'])).toEqual(['changed 1', 'removed 2', 'added 3'])
})

test('equal tables have no changes, and an empty one has everything added', () => {
  expect(marks(['1'], ['1'])).toEqual([])
  expect(marks([], ['1', '2'])).toEqual(['added 0', 'added 1'])
})

test('tables with nothing in common are too different', () => {
  const rows = (from: number) => Array.from({ length: 2000 }, (_, at) => String(from + at))

  expect(rowChanges(rows(0), rows(5000))).toBeUndefined()
})

import { expect, test } from 'vitest'
import { gridRow } from './grid.ts'
import {
  editCount,
  editedRows,
  fieldsOf,
  NO_EDITS,
  rowOf,
  stateOf,
  updatesOf,
  withDeletion,
  withField,
  withNewRow,
  withRow,
} from './row-edits.ts'

test('changes are sent first, deletions from the end, and new rows last', () => {
  const edits = [0, 2].reduce(withDeletion, withNewRow(withRow(NO_EDITS, 1, '{"a":2}'), '{"a":9}'))

  expect(updatesOf(edits)).toEqual([
    '{"pop":{"index":1}}',
    '{"insert":{"index":1,"row":{"a":2}}}',
    '{"pop":{"index":2}}',
    '{"pop":{"index":0}}',
    '{"append":{"row":{"a":9}}}',
  ])
})

test('a row that was changed and then deleted counts as deleted only', () => {
  const edits = withDeletion(withRow(NO_EDITS, 3, '{}'), 3)

  expect(editCount(edits)).toEqual({ added: 0, changed: 0, deleted: 1 })
  expect(stateOf(edits, 3)).toBe('deleted')
  expect(stateOf(withDeletion(edits, 3), 3)).toBe('changed')
})

test('a new row is shown first, can be edited, and disappears when deleted', () => {
  const rows = [gridRow({ digest: 'd', index: 0, text: '{"a":1}' })]
  const edits = withRow(withNewRow(NO_EDITS, '{}'), -1, '{"a":5}')

  expect(editedRows(rows, edits).map(({ index, text }) => [index, text])).toEqual([
    [-1, '{"a":5}'],
    [0, '{"a":1}'],
  ])
  expect(updatesOf(withDeletion(edits, -1))).toEqual([])
})

test('fields keep their type, their digits and hostile names', () => {
  const row = '{"__proto__":"x","n":12345678901234567890}'
  const columns = [
    { name: 'n', isNumeric: true },
    { name: 'score', isNumeric: true },
  ]

  expect(fieldsOf(row, columns)).toEqual([
    { name: 'n', kind: 'json', value: '12345678901234567890' },
    { name: 'score', kind: 'json', value: '' },
    { name: '__proto__', kind: 'text', value: 'x' },
  ])
  expect(withField(row, { name: '__proto__', kind: 'text', value: '7' })).toBe(
    '{"__proto__":"7","n":12345678901234567890}',
  )
})

test('a cleared field is removed unless it is an empty text, and broken JSON is refused', () => {
  expect(withField('{"a":1}', { name: 'a', kind: 'json', value: ' ' })).toBe('{}')
  expect(withField('{"a":"x"}', { name: 'a', kind: 'text', value: '' })).toBe('{"a":""}')
  expect(withField('{}', { name: 'b', kind: 'text', value: '' })).toBe('{}')
  expect(() => withField('{}', { name: 'b', kind: 'json', value: '{' })).toThrow()
})

test('only a JSON object is a row', () => {
  expect(rowOf(' {"a":1} ')).toBe('{"a":1}')
  expect(rowOf('[1]')).toBeUndefined()
  expect(rowOf('{"a":}')).toBeUndefined()
})

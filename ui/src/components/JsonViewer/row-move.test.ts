import { expect, test } from 'vitest'
import { rowMove } from './row-move.ts'
import { initiallyOpen, JsonDocument, rowsOf } from './rows.ts'

const TRIP = new JsonDocument('{"trip":{"to":"Oslo","by":["train"]},"days":2}')
/** trip, to, by, 0, days */
const OPEN = rowsOf(TRIP, initiallyOpen(TRIP))
/** trip, days */
const CLOSED = rowsOf(TRIP, new Map())

const press = (key: string, rows: typeof OPEN, active: number) =>
  rowMove({ key, shiftKey: false }, rows, active)

test('left closes an open row, else moves to its parent', () => {
  expect(press('ArrowLeft', OPEN, 0)).toEqual({ kind: 'toggle' })
  expect(press('ArrowLeft', OPEN, 1)).toEqual({ kind: 'go', index: 0 })
  expect(press('ArrowLeft', OPEN, 3)).toEqual({ kind: 'go', index: 2 })
  expect(press('ArrowLeft', CLOSED, 0)).toEqual({ kind: 'go', index: 0 })
})

test('right opens a closed row, else moves to its first child', () => {
  expect(press('ArrowRight', CLOSED, 0)).toEqual({ kind: 'toggle' })
  expect(press('ArrowRight', OPEN, 0)).toEqual({ kind: 'go', index: 1 })
})

test('a key without effect is still handled by the tree', () => {
  expect(press('ArrowRight', OPEN, 1)).toEqual({ kind: 'go', index: 1 })
  expect(press('ArrowLeft', OPEN, 4)).toEqual({ kind: 'go', index: 4 })
  expect(press('ArrowUp', OPEN, 0)).toEqual({ kind: 'go', index: 0 })
  expect(press('End', OPEN, 4)).toEqual({ kind: 'go', index: 4 })
  expect(press('ArrowLeft', [], 0)).toEqual({ kind: 'go', index: 0 })
})

test('menu keys open a row’s menu, and so does Enter on a scalar', () => {
  expect(press(' ', OPEN, 0)).toEqual({ kind: 'menu' })
  expect(press('ContextMenu', OPEN, 0)).toEqual({ kind: 'menu' })
  expect(rowMove({ key: 'F10', shiftKey: true }, OPEN, 0)).toEqual({ kind: 'menu' })
  expect(press('Enter', OPEN, 0)).toEqual({ kind: 'toggle' })
  expect(press('Enter', OPEN, 1)).toEqual({ kind: 'menu' })
})

test('page keys move by ten rows, within the document', () => {
  const rows = rowsOf(new JsonDocument(JSON.stringify([...'twenty-five characters..'])), new Map())

  expect(press('PageDown', rows, 3)).toEqual({ kind: 'go', index: 13 })
  expect(press('PageUp', rows, 13)).toEqual({ kind: 'go', index: 3 })
  expect(press('PageUp', OPEN, 3)).toEqual({ kind: 'go', index: 0 })
  expect(press('PageDown', OPEN, 3)).toEqual({ kind: 'go', index: 4 })
})

test('other keys are left to the page', () => {
  expect(press('j', OPEN, 0)).toBeUndefined()
  expect(press('F10', OPEN, 0)).toBeUndefined()
})

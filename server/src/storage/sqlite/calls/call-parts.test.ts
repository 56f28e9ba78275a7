import { expect, test } from 'vitest'
import { end, start } from '../../conformance/rows.ts'
import { partRows } from './call-parts.ts'

const a = { project_id: 'team/app', id: 'a' }
const b = { project_id: 'team/app', id: 'b' }
const sameIdElsewhere = { project_id: 'team/other', id: 'a' }

const kinds = (...parts: Parameters<typeof partRows>[0]) =>
  partRows(parts).map(({ part, key }) => [part, ...key])

test('a start and its end become one row, whatever stands between them', () => {
  expect(kinds(start(a), start(b), end(a))).toEqual([
    ['whole', 'team/app', 'a'],
    ['start', 'team/app', 'b'],
  ])
})

test('an end before its start stays apart', () => {
  expect(kinds(end(a), start(a))).toEqual([
    ['end', 'team/app', 'a'],
    ['start', 'team/app', 'a'],
  ])
})

test('a call of the same id in another project stays apart', () => {
  expect(kinds(start(a), end(sameIdElsewhere))).toEqual([
    ['start', 'team/app', 'a'],
    ['end', 'team/other', 'a'],
  ])
})

test('another part of the same call in between keeps a start and an end in their order', () => {
  const remove = { part: 'delete', ...a, deleted_at: 1 } as const

  expect(kinds(start(a), remove, end(a)).map(([part]) => part)).toEqual(['start', 'delete', 'end'])
})

test('a second end follows the row of the first', () => {
  expect(kinds(start(a), end(a), end(a)).map(([part]) => part)).toEqual(['whole', 'end'])
})

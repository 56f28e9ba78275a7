import type { CallRecord } from '@heddle/contract/calls'
import { describe, expect, test } from 'vitest'
import { call } from '../../testing/call.ts'
import {
  currentCalls,
  type LiveChanges,
  loadedList,
  NO_CHANGES,
  newCalls,
  withEvent,
} from './live-changes.ts'

const list = loadedList({
  calls: [at('c', 3), at('b', 2), at('a', 1)],
  isNewestFirst: true,
  hasMore: true,
})

test('a changed call keeps its position', () => {
  const ended = { ...at('b', 2), ended_at: '2025-03-01T10:00:09Z' }

  const after = currentCalls(list, changed(ended))

  expect(idsOf(after)).toEqual(['c', 'b', 'a'])
  expect(after[1]).toBe(ended)
  expect(after[0]).toBe(list.calls[0])
})

test('new calls wait until requested, then appear at the top, newest first', () => {
  const changes = changed(at('d', 4), at('e', 5), at('c', 3))

  expect(idsOf(newCalls(list, changes))).toEqual(['e', 'd'])
  expect(idsOf(currentCalls(list, changes))).toEqual(['c', 'b', 'a'])
  expect(idsOf(currentCalls(list, { ...changes, shown: new Set(['d', 'e']) }))).toEqual([
    'e',
    'd',
    'c',
    'b',
    'a',
  ])
})

test('in live mode they are shown as they arrive', () => {
  const changes = withEvent(NO_CHANGES, running(at('d', 4)), list, true)

  expect(idsOf(currentCalls(list, changes))).toEqual(['d', 'c', 'b', 'a'])
})

test('a new call is not duplicated once the list contains it', () => {
  const changes = { ...changed(at('d', 4)), shown: new Set(['d']) }
  const read = loadedList({ ...list, calls: [at('d', 4), ...list.calls] })

  expect(idsOf(currentCalls(read, changes))).toEqual(['d', 'c', 'b', 'a'])
  expect(newCalls(read, changes)).toEqual([])
})

test('a call that a later page repeats is listed once, where it was first', () => {
  const repeated = loadedList({ ...list, calls: [...list.calls, at('b', 2), at('late', 0)] })

  expect(idsOf(repeated.calls)).toEqual(['c', 'b', 'a', 'late'])
  expect(repeated.calls[1]).toBe(list.calls[1])
})

test('a call older than the loaded ones is not new, unless the whole list is loaded', () => {
  const changes = changed(at('late', 0))

  expect(newCalls(list, changes)).toEqual([])
  expect(idsOf(newCalls({ ...list, hasMore: false }, changes))).toEqual(['late'])
})

test('in another sort order no call counts as new', () => {
  expect(newCalls({ ...list, isNewestFirst: false }, changed(at('d', 4)))).toEqual([])
})

test('a deleted call is gone, whether it was loaded or new', () => {
  const gone = (id: string, changes: LiveChanges) =>
    withEvent(changes, { kind: 'deleted', cursor: '', id }, list, false)

  expect(idsOf(currentCalls(list, gone('a', NO_CHANGES)))).toEqual(['c', 'b'])
  expect(newCalls(list, gone('d', changed(at('d', 4))))).toEqual([])
})

describe('with very many calls', () => {
  const many = Array.from({ length: 1100 }, (_, index) => at(`new-${index}`, 4))
  const ended = { ...at('b', 2), ended_at: '2025-03-01T10:00:09Z' }

  test('the most recently updated wait, and more are indicated', () => {
    const changes = changed(ended, ...many, at('new-0', 4))

    expect(changed(...many.slice(0, 1000)).isMore).toBe(false)
    expect(changes.isMore).toBe(true)
    expect(newCalls(list, changes)).toHaveLength(1000)
    expect(['new-0', 'new-1099'].map((id) => changes.calls.has(id))).toEqual([true, true])
  })

  test('visible calls are never dropped', () => {
    const before = { ...changed(ended, at('d', 4)), shown: new Set(['d']) }

    const changes = apply(before, ...many)

    expect(idsOf(currentCalls(list, changes))).toEqual(['d', 'c', 'b', 'a'])
    expect(currentCalls(list, changes)[2]).toBe(ended)
  })

  test('calls further down do not displace waiting ones', () => {
    const below = many.map(({ id }) => at(id, 0))

    const changes = apply(changed(at('d', 4)), ...below)

    expect(idsOf(newCalls(list, changes))).toEqual(['d'])
    expect(changes.isMore).toBe(false)
    expect(changes.calls.size).toBe(1001)
  })

  test('few deletions of other calls are kept', () => {
    const gone = (changes: LiveChanges, id: string) =>
      withEvent(changes, { kind: 'deleted', cursor: '', id }, list, false)

    const changes = ['a', ...many.map(({ id }) => id)].reduce(gone, NO_CHANGES)

    expect(changes.deleted.size).toBe(1001)
    expect(idsOf(currentCalls(list, changes))).toEqual(['c', 'b'])
  })
})

const changed = (...calls: readonly CallRecord[]): LiveChanges => apply(NO_CHANGES, ...calls)

function apply(before: LiveChanges, ...calls: readonly CallRecord[]): LiveChanges {
  return calls.reduce((changes, each) => withEvent(changes, running(each), list, false), before)
}

const running = (each: CallRecord) => ({ kind: 'running' as const, cursor: '', id: each.id, call: each })

const idsOf = (calls: readonly CallRecord[]): string[] => calls.map(({ id }) => id)

function at(id: string, second: number): CallRecord {
  return call({ id, started_at: `2025-03-01T10:00:0${second}Z` })
}

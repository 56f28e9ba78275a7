import type { CallRecord } from '@heddle/contract/calls'
import { describe, expect, test } from 'vitest'
import { call } from '../../testing/call.ts'
import { currentCalls, type Heard, loadedList, NOTHING_HEARD, newCalls, withEvent } from './heard.ts'

const list = loadedList({
  calls: [at('c', 3), at('b', 2), at('a', 1)],
  isNewestFirst: true,
  hasMore: true,
})

test('a call that changes stays where it is', () => {
  const ended = { ...at('b', 2), ended_at: '2025-03-01T10:00:09Z' }

  const after = currentCalls(list, told(ended))

  expect(idsOf(after)).toEqual(['c', 'b', 'a'])
  expect(after[1]).toBe(ended)
  expect(after[0]).toBe(list.calls[0])
})

test('new calls wait until they are asked for, then come in front, the newest first', () => {
  const heard = told(at('d', 4), at('e', 5), at('c', 3))

  expect(idsOf(newCalls(list, heard))).toEqual(['e', 'd'])
  expect(idsOf(currentCalls(list, heard))).toEqual(['c', 'b', 'a'])
  expect(idsOf(currentCalls(list, { ...heard, shown: new Set(['d', 'e']) }))).toEqual([
    'e',
    'd',
    'c',
    'b',
    'a',
  ])
})

test('they are shown as they come to whoever follows', () => {
  const heard = withEvent(NOTHING_HEARD, running(at('d', 4)), list, true)

  expect(idsOf(currentCalls(list, heard))).toEqual(['d', 'c', 'b', 'a'])
})

test('a new call is not there twice once the list has it', () => {
  const heard = { ...told(at('d', 4)), shown: new Set(['d']) }
  const read = loadedList({ ...list, calls: [at('d', 4), ...list.calls] })

  expect(idsOf(currentCalls(read, heard))).toEqual(['d', 'c', 'b', 'a'])
  expect(newCalls(read, heard)).toEqual([])
})

test('a call older than all that is loaded is further down, unless everything is loaded', () => {
  const heard = told(at('late', 0))

  expect(newCalls(list, heard)).toEqual([])
  expect(idsOf(newCalls({ ...list, hasMore: false }, heard))).toEqual(['late'])
})

test('in another order nothing is new', () => {
  expect(newCalls({ ...list, isNewestFirst: false }, told(at('d', 4)))).toEqual([])
})

test('a deleted call is gone, whether it was loaded or new', () => {
  const gone = (id: string, heard: Heard) =>
    withEvent(heard, { kind: 'deleted', cursor: '', id }, list, false)

  expect(idsOf(currentCalls(list, gone('a', NOTHING_HEARD)))).toEqual(['c', 'b'])
  expect(newCalls(list, gone('d', told(at('d', 4))))).toEqual([])
})

describe('of very many calls', () => {
  const many = Array.from({ length: 1100 }, (_, index) => at(`new-${index}`, 4))
  const ended = { ...at('b', 2), ended_at: '2025-03-01T10:00:09Z' }

  test('those told last wait, and it is known that there were more', () => {
    const heard = told(ended, ...many, at('new-0', 4))

    expect(told(...many.slice(0, 1000)).isMore).toBe(false)
    expect(heard.isMore).toBe(true)
    expect(newCalls(list, heard)).toHaveLength(1000)
    expect(['new-0', 'new-1099'].map((id) => heard.calls.has(id))).toEqual([true, true])
  })

  test('what the table shows stays, loaded or new', () => {
    const before = { ...told(ended, at('d', 4)), shown: new Set(['d']) }

    const heard = tell(before, ...many)

    expect(idsOf(currentCalls(list, heard))).toEqual(['d', 'c', 'b', 'a'])
    expect(currentCalls(list, heard)[2]).toBe(ended)
  })

  test('those further down push nothing out that waits', () => {
    const below = many.map(({ id }) => at(id, 0))

    const heard = tell(told(at('d', 4)), ...below)

    expect(idsOf(newCalls(list, heard))).toEqual(['d'])
    expect(heard.isMore).toBe(false)
    expect(heard.calls.size).toBe(1001)
  })

  test('of those deleted elsewhere few are remembered', () => {
    const gone = (heard: Heard, id: string) =>
      withEvent(heard, { kind: 'deleted', cursor: '', id }, list, false)

    const heard = ['a', ...many.map(({ id }) => id)].reduce(gone, NOTHING_HEARD)

    expect(heard.deleted.size).toBe(1001)
    expect(idsOf(currentCalls(list, heard))).toEqual(['c', 'b'])
  })
})

const told = (...calls: readonly CallRecord[]): Heard => tell(NOTHING_HEARD, ...calls)

function tell(before: Heard, ...calls: readonly CallRecord[]): Heard {
  return calls.reduce((heard, each) => withEvent(heard, running(each), list, false), before)
}

const running = (each: CallRecord) => ({ kind: 'running' as const, cursor: '', id: each.id, call: each })

const idsOf = (calls: readonly CallRecord[]): string[] => calls.map(({ id }) => id)

function at(id: string, second: number): CallRecord {
  return call({ id, started_at: `2025-03-01T10:00:0${second}Z` })
}

import { expect, test } from 'vitest'
import { chronological, isUnderWay, turnsWithin } from './threads.ts'

test('turns of a range include those at its start and not those at its end', () => {
  const bounds = { from: new Date('2025-03-01T00:00:00Z'), to: new Date('2025-03-02T00:00:00Z') }

  expect(turnsWithin(bounds)).toEqual({
    after_datetime: '2025-02-28T23:59:59.999999Z',
    before_datetime: '2025-03-02T00:00:00.000Z',
  })
  expect(turnsWithin({})).toEqual({})
})

test('pages of turns are one chronological list, with each turn once', () => {
  const pages = [
    ['e', 'd'],
    ['d', 'c'],
    ['b', 'a'],
  ]

  expect(chronological(pages, (id) => id)).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(chronological([], String)).toEqual([])
})

test('a turn that did not end within an hour is not followed', () => {
  const started_at = '2025-03-01T10:00:00Z'
  const after = (minutes: number) => Date.parse(started_at) + minutes * 60_000

  expect(isUnderWay({ started_at, ended_at: null }, after(59))).toBe(true)
  expect(isUnderWay({ started_at, ended_at: null }, after(61))).toBe(false)
  expect(isUnderWay({ started_at, ended_at: started_at }, after(1))).toBe(false)
})

import { expect, test } from 'vitest'
import { cutoff, daysOf, expiredText, heldRemovalText } from './retention.ts'

test('empty means forever, and only whole days in range are valid', () => {
  expect(daysOf(' ')).toBeNull()
  expect(daysOf('90')).toBe(90)
  expect(['0', '1.5', '-3', '36501', 'x'].map(daysOf)).toEqual(Array(5).fill(undefined))
})

test('the cutoff changes once per hour', () => {
  const early = cutoff(1, new Date('2025-03-02T10:00:01Z'))
  const late = cutoff(1, new Date('2025-03-02T10:59:59Z'))

  expect(early.toISOString()).toBe('2025-03-01T10:00:00.000Z')
  expect(late).toEqual(early)
})

test('expired items are counted by kind, without zero counts', () => {
  expect(expiredText({ calls: 2, agent_spans: 1 })).toBe('2 calls and 1 agent span')
  expect(expiredText({ calls: 0, agent_spans: 3 })).toBe('3 agent spans')
  expect(expiredText({ calls: 0, agent_spans: 0 })).toBe('0 calls')
})

test('a held removal shows the count, the dates and a hint to check the clock', () => {
  const text = heldRemovalText({ held_at: '2025-05-10T10:00:00Z', calls: 12_345, agent_spans: 0 }, 30)

  expect(text).toMatch(
    /^Nothing was removed: .*2025.*12,345 calls started more than 30 days ago.*clock is right/,
  )
})

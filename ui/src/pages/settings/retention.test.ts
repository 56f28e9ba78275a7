import { expect, test } from 'vitest'
import { cutoff, daysOf } from './retention.ts'

test('nothing means for ever, and only whole days within reach count', () => {
  expect(daysOf(' ')).toBeNull()
  expect(daysOf('90')).toBe(90)
  expect(['0', '1.5', '-3', '36501', 'x'].map(daysOf)).toEqual(Array(5).fill(undefined))
})

test('the cut is the same for a whole hour', () => {
  const early = cutoff(1, new Date('2025-03-02T10:00:01Z'))
  const late = cutoff(1, new Date('2025-03-02T10:59:59Z'))

  expect(early.toISOString()).toBe('2025-03-01T10:00:00.000Z')
  expect(late).toEqual(early)
})

import { expect, test } from 'vitest'
import { MICROS_PER_DAY } from '../../time.ts'
import { isClockInDoubt, isMassRemoval } from './retention.ts'

test('a clock is in doubt once it moved on by more than a day, or nobody knows since when', () => {
  const checkedAt = 1_740_823_200_000_000

  expect(isClockInDoubt(checkedAt, checkedAt + MICROS_PER_DAY)).toBe(false)
  expect(isClockInDoubt(checkedAt, checkedAt - 40 * MICROS_PER_DAY)).toBe(false)
  expect(isClockInDoubt(checkedAt, checkedAt + MICROS_PER_DAY + 1)).toBe(true)
  expect(isClockInDoubt(null, checkedAt)).toBe(true)
})

test('a removal is a mass removal when it takes more than a hundred rows and more than a quarter', () => {
  expect(isMassRemoval(100, 100)).toBe(false)
  expect(isMassRemoval(101, 101)).toBe(true)
  expect(isMassRemoval(250, 1000)).toBe(false)
  expect(isMassRemoval(251, 1000)).toBe(true)
})

import { expect, test } from 'vitest'
import { MICROS_PER_DAY } from '../../time.ts'
import { isClockInDoubt, isMassRemoval } from './retention.ts'

test('a clock is in doubt if it advanced by more than a day, or if it was never known to be right', () => {
  const checkedAt = 1_740_823_200_000_000

  expect(isClockInDoubt(checkedAt, checkedAt + MICROS_PER_DAY)).toBe(false)
  expect(isClockInDoubt(checkedAt, checkedAt - 40 * MICROS_PER_DAY)).toBe(false)
  expect(isClockInDoubt(checkedAt, checkedAt + MICROS_PER_DAY + 1)).toBe(true)
  expect(isClockInDoubt(null, checkedAt)).toBe(true)
})

test('a mass removal takes more than a hundred rows and more than a quarter of them', () => {
  expect(isMassRemoval(100, 100)).toBe(false)
  expect(isMassRemoval(101, 101)).toBe(true)
  expect(isMassRemoval(250, 1000)).toBe(false)
  expect(isMassRemoval(251, 1000)).toBe(true)
})

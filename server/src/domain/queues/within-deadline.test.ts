import { expect, test } from 'vitest'
import { withinDeadline } from './within-deadline.ts'

const forever = (): never => {
  for (;;);
}

test('a check that misses the deadline once is run again', () => {
  let runs = 0

  expect(withinDeadline(() => (++runs === 1 ? forever() : true))).toBe(true)
})

test('a check that never ends is stopped', () => {
  expect(() => withinDeadline(forever)).toThrow('timed out')
})

test('a check that fails is not run again', () => {
  let runs = 0
  const check = () => {
    runs++
    throw new Error('broken')
  }

  expect(() => withinDeadline(check)).toThrow('broken')
  expect(runs).toBe(1)
})

import { expect, test } from 'vitest'
import { isLongerThan } from './text-length.ts'

test.each([
  ['', 0, false],
  ['abc', 3, false],
  ['abcd', 3, true],
  ['👍👍👍', 3, false],
  ['👍👍👍👍', 3, true],
  ['abcdefgh', 3, true],
])('whether %j is longer than %i is %s', (text, max, expected) => {
  expect(isLongerThan(text, max)).toBe(expected)
})

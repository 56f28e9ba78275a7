import { expect, test } from 'vitest'
import { isComposing } from './composing.ts'

test.each([
  [{ keyCode: 13, nativeEvent: { isComposing: false } }, false],
  [{ keyCode: 13, nativeEvent: { isComposing: true } }, true],
  [{ keyCode: 229, nativeEvent: { isComposing: false } }, true],
])('the key %o belongs to the input method: %s', (event, expected) =>
  expect(isComposing(event)).toBe(expected),
)

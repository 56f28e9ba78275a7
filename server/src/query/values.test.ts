import { expect, test } from 'vitest'
import { parseBool, parseDouble, parseInteger } from './values.ts'

test.each([
  ['1', 1],
  ['+1.', 1],
  ['-.5', -0.5],
  ['1.25e-2', 0.0125],
  ['.', null],
  ['1e', null],
  ['1.2.3', null],
  [' 1', null],
  ['0x10', null],
  ['', null],
])('%j as a double is %j', (text, number) => {
  expect(parseDouble(text)).toBe(number)
})

test('a long text that is almost a number is refused as fast as it is read', { timeout: 5_000 }, () => {
  const digits = '1'.repeat(60_000)

  for (const text of [`${digits}x`, `${digits}.${digits}x`, `.${digits}e+`, `${digits}e${digits}x`]) {
    expect(parseDouble(text)).toBeNull()
    expect(parseInteger(text)).toBeNull()
    expect(parseBool(text)).toBeNull()
  }
})

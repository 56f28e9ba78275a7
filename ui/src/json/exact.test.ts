import { expect, test } from 'vitest'
import { exactNumber, parseExact } from './exact.ts'

// Whole texts with larger numbers are tested in a browser: Node 20 does not pass the source text to revivers.
test.each([
  '{"a":[1.0,-2,1e-5,9007199254740991],"b":"12345678901234567890","c":null}',
  '{"words":"see: 1234567890123456789, or 1e400","n":0.1}',
])('what JavaScript can hold is read as always: %s', (text) => {
  expect(parseExact(text)).toEqual(JSON.parse(text))
})

test.each([
  '9007199254740993',
  '-12345678901234567891',
  '9'.repeat(309),
  `-1${'0'.repeat(400)}`,
  '1e400',
  '-1.5E+999',
])('a number that JavaScript cannot hold keeps its text: %s', (source) =>
  expect(exactNumber(Number(source), source)).toBe(source),
)

test.each([
  '0',
  '-1',
  '9007199254740992',
  '100000000000000000000',
  '0.123456789012345678',
  '1e308',
  '1e-400',
])('any other number stays a number: %s', (source) =>
  expect(exactNumber(Number(source), source)).toBe(Number(source)),
)

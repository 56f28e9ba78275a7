import { expect, test } from 'vitest'
import { parseExact } from './exact.ts'

// Larger numbers are tested in a browser: Node 20 does not pass the source text to revivers.
test.each([
  '{"a":[1.0,-2,1e-5,9007199254740991],"b":"12345678901234567890","c":null}',
  '{"words":"see: 1234567890123456789, or 1e400","n":0.1}',
])('what JavaScript can hold is read as always: %s', (text) => {
  expect(parseExact(text)).toEqual(JSON.parse(text))
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  JsonSyntaxError,
  kindAt,
  type ScanListener,
  skipTrustedValue,
  skipValue,
  skipWhitespace,
} from './json-scanner.ts'

const ignore: ScanListener = { enterContainer() {}, onNonFinite() {} }

test('any JSON value is skipped up to its end', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const start = skipWhitespace(text, 0)

      expect(skipValue(`${text},`, start, 0, ignore)).toBe(text.trimEnd().length)
      expect(skipTrustedValue(`${text},`, start)).toBe(text.trimEnd().length)
    }),
  )
})

test.each(['{"a" 1}', '[1 2]', '"\\x"', '01x', '[', '{"a":}', 'nul'])('%s is refused', (text) => {
  expect(() => {
    const end = skipValue(text, 0, 0, ignore)
    if (end < text.length) throw new JsonSyntaxError('Expected the end', end)
  }).toThrow(JsonSyntaxError)
})

test('trusted text is skipped without validation, and never beyond its end', () => {
  expect(skipTrustedValue('[01 nul]', 0)).toBe(8)
  expect(skipTrustedValue('{"a":"unterminated', 0)).toBe(18)
})

test('a listener learns the depth of containers and the place of numbers that JSON does not have', () => {
  const calls: unknown[] = []
  const listener: ScanListener = {
    enterContainer: (depth) => calls.push(depth),
    onNonFinite: (start, end) => calls.push([start, end]),
  }

  skipValue('{"a":[NaN],"b":-Infinity}', 0, 0, listener)

  expect(calls).toEqual([1, 2, [6, 9], [15, 24]])
})

test('the kind of a value is known by its first character', () => {
  expect(['{}', '[]', '""', 'true', 'false', 'null', '-1'].map((text) => kindAt(text, 0))).toEqual([
    'object',
    'array',
    'string',
    'boolean',
    'boolean',
    'null',
    'number',
  ])
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromPrefix } from './prefix.ts'
import { readJsonText } from './read.ts'

test.each([
  ['', 'null'],
  ['12', 'null'],
  ['"long te', '"long te…"'],
  ['"a\\', '"a…"'],
  ['"a\\u00e', '"a…"'],
  ['"a\\ud83d', '"a…"'],
  ['"a\\ud83d\\ude', '"a…"'],
  ['"a\\ud83d\\ude00', '"a\\ud83d\\ude00…"'],
  ['"a\\ud83d, ', '"a\\ud83d, …"'],
  ['[1, 2, 3', '[1, 2]'],
  ['[1, tru', '[1]'],
  ['{"a', '{}'],
  ['{"a": 1, "b', '{"a": 1}'],
  ['{"a": 1, "b":', '{"a": 1}'],
  ['{"a": {"b": ["long te', '{"a": {"b": ["long te…"]}}'],
  ['{"a": [{}, ', '{"a": [{}]}'],
  ['[1, §', '[1]'],
])('of %j is left %j', (prefix, left) => {
  expect(fromPrefix(prefix).text).toBe(left)
})

test('a text that was not cut stays as it is, unless it is a lone number or word', () => {
  const text = ' {"a": [1, "x\\"y", null], "__proto__": {}} '

  expect(fromPrefix(text).text).toBe(text.trimEnd())
})

test('any beginning of any JSON becomes JSON again', () => {
  const cut = fc
    .json({ maxDepth: 5, noUnicodeString: false })
    .chain((text) => fc.nat({ max: text.length }).map((length) => text.slice(0, length)))
  fc.assert(
    fc.property(cut, (prefix) => {
      expect(() => readJsonText(fromPrefix(prefix).text)).not.toThrow()
    }),
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { valueAt } from '../../../json/path.ts'
import { JsonText } from '../../../json/text.ts'
import { leafPath, leavesOf, UNKNOWN } from './call-leaves.ts'

/** The token at a path, as SQL reads it. */
function tokenAt(text: string, path: readonly string[]): string {
  const { leaf_paths, leaf_tokens } = leavesOf({ inputs: new JsonText(text) })
  const name = leafPath('inputs', path)
  const at = name === undefined ? -1 : leaf_paths.indexOf(name)
  if (at >= 0) return leaf_tokens[at] ?? ''
  return name === undefined || leaf_paths.includes('inputs') ? UNKNOWN : ''
}

test('a leaf is the token of its value, as it was sent', () => {
  const text = '{"a": {"b": [1.0, "x\\u0041", null]}, "": true}'

  expect(tokenAt(text, ['a', 'b', '0'])).toBe('1.0')
  expect(tokenAt(text, ['a', 'b', '1'])).toBe('"x\\u0041"')
  expect(tokenAt(text, ['a', 'b', '2'])).toBe('null')
  expect(tokenAt(text, [''])).toBe('true')
})

test('a missing value has no leaf, and that of an object or list is unknown', () => {
  const text = `{"a": {}, "long": "${'x'.repeat(300)}"}`

  expect(tokenAt(text, ['b'])).toBe('')
  expect(tokenAt(text, ['a', 'b'])).toBe('')
  expect(tokenAt(text, ['a'])).toBe(UNKNOWN)
  expect(tokenAt(text, ['long'])).toBe(UNKNOWN)
})

test.each([
  ['a key that is there twice', '{"a": {"b": 1}, "a": {"b": 2}}'],
  ['a key that is there twice, far apart', `{"a": {"b": 1}, "l": [${'0,'.repeat(200)}0], "a": 2}`],
  ['a key that looks like a path', '{"a\\u001fb": 1, "a": {"b": 2}}'],
  ['a key that cannot be stored', '{"\\ud83c": 1, "a": {"b": 2}}'],
  ['a large document', `{"a": {"b": 1}, "text": "${'x'.repeat(300_000)}"}`],
])('nothing is known of %s', (_, text) => {
  expect(tokenAt(text, ['a', 'b'])).toBe(UNKNOWN)
})

test('only the first leaves of a large document are known', () => {
  const text = `{"a": 1, "l": [${'0,'.repeat(500)}0], "z": 2}`

  expect(tokenAt(text, ['a'])).toBe('1')
  expect(tokenAt(text, ['z'])).toBe(UNKNOWN)
})

test('a document that is a scalar has no leaves', () => {
  expect(leavesOf({ output: new JsonText('"text"'), summary: null })).toEqual({
    leaf_paths: [],
    leaf_tokens: [],
  })
})

test('leaves never contradict the document', () => {
  const keys = fc.constantFrom('a', 'b', '0', '1', '01', '__proto__', '\u001f')
  const value = fc.letrec((tie) => ({
    node: fc.oneof(
      { maxDepth: 3 },
      fc.oneof(fc.integer(), fc.string({ maxLength: 3 }), fc.constant(null)),
      fc.array(tie('node'), { maxLength: 3 }),
      fc.array(fc.tuple(keys, tie('node')), { maxLength: 3 }).map((members) => ({ members })),
    ),
  })).node
  const write = (node: unknown): string => {
    if (Array.isArray(node)) return `[${node.map(write).join(',')}]`
    if (typeof node !== 'object' || node === null || !('members' in node) || !Array.isArray(node.members))
      return JSON.stringify(node)
    return `{${node.members.map(([key, member]) => `${JSON.stringify(key)}:${write(member)}`).join(',')}}`
  }

  fc.assert(
    fc.property(value, fc.array(keys, { minLength: 1, maxLength: 3 }), (node, path) => {
      const text = write(node)
      const token = tokenAt(text, path)

      if (token !== UNKNOWN) expect(token).toBe(valueAt(new JsonText(text), path)?.text ?? '')
    }),
    { numRuns: 2_000 },
  )
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CONTAINERS_MAX, VALUES_MAX } from '../json/limits.ts'
import type { JsonValue } from '../json/tree.ts'
import { writeJson } from '../json/write.ts'
import { attributeTree, flatAttributes } from './attribute-tree.ts'

const tree = (...pairs: [string, JsonValue][]) => attributeTree(new Map(pairs))

test.each<[string, [string, JsonValue][], string]>([
  [
    'dots nest',
    [
      ['a.b.c', 'x'],
      ['a.d', true],
    ],
    '{"a":{"b":{"c":"x"},"d":true}}',
  ],
  [
    'members 0 to n-1 are a list, in any order',
    [
      ['a.1.r', 'y'],
      ['a.0.r', 'x'],
    ],
    '{"a":[{"r":"x"},{"r":"y"}]}',
  ],
  [
    'a gap makes no list',
    [
      ['a.0', 'x'],
      ['a.2', 'y'],
    ],
    '{"a":{"0":"x","2":"y"}}',
  ],
  ['01 is no index', [['a.00', 'x']], '{"a":{"00":"x"}}'],
  ['the tree itself is never a list', [['0', 'x']], '{"0":"x"}'],
  [
    'a JSON object in a string is that object',
    [['a', '{"b":1.0,"n":12345678901234567890}']],
    '{"a":{"b":1.0,"n":12345678901234567890}}',
  ],
  ['white space before JSON does not matter', [['a', '\n {"b": 1}']], '{"a":{"b":1}}'],
  ['a JSON list in a string is that list', [['a', '[1, 2]']], '{"a":[1,2]}'],
  ['an object of indexes in a string is a list too', [['a', '{"0":"x","1":"y"}']], '{"a":["x","y"]}'],
  [
    'what only looks like JSON stays text',
    [
      ['a', '[draft'],
      ['b', '{x}'],
    ],
    '{"a":"[draft","b":"{x}"}',
  ],
  [
    'other JSON in strings stays text',
    [
      ['a', '1'],
      ['b', 'true'],
      ['c', '"x"'],
    ],
    '{"a":"1","b":"true","c":"\\"x\\""}',
  ],
  [
    'names of prototypes are names',
    [
      ['__proto__.a', 'x'],
      ['constructor', 'y'],
    ],
    '{"__proto__":{"a":"x"},"constructor":"y"}',
  ],
  [
    'empty names are names',
    [
      ['a..b', 'x'],
      ['', 'y'],
    ],
    '{"a":{"":{"b":"x"}},"":"y"}',
  ],
])('%s', (_, pairs, expected) => {
  expect(writeJson(tree(...pairs))).toBe(expected)
})

describe('what would be a member of a value keeps its name beside it, in any order', () => {
  test.each<[string, Record<string, JsonValue>, string]>([
    ['a text', { a: 'x', 'a.b': 'y', 'a.b.c': 'z' }, '{"a":"x","a.b":"y","a.b.c":"z"}'],
    ['far down', { 'a.b.c': 'y', 'a.b.c.d.e': 'x' }, '{"a":{"b":{"c":"y","c.d.e":"x"}}}'],
    ['JSON', { 'a.b': '{"c":1}', 'a.b.c': 'y' }, '{"a":{"b":{"c":1},"b.c":"y"}}'],
    ['a list', { a: 'x', 'a.0': 'y', 'b.0': 'z' }, '{"a":"x","a.0":"y","b":["z"]}'],
    ['null', { a: null, 'a.b': 'y' }, '{"a":null,"a.b":"y"}'],
  ])('%s', (_, attributes, expected) => {
    const pairs = Object.entries(attributes)
    for (const order of [pairs, pairs.toReversed()])
      expect(JSON.parse(writeJson(tree(...order)))).toEqual(JSON.parse(expected))
  })
})

test('attributes nested too deeply to be stored are refused', () => {
  const dots = Array.from({ length: 1000 }, () => 'a').join('.')
  const lists = '['.repeat(180) + ']'.repeat(180)

  expect(() => tree([dots, 'x'])).toThrow(expect.objectContaining({ code: 'invalid_request' }))
  expect(() => tree(['a', lists])).toThrow(expect.objectContaining({ code: 'invalid_request' }))
})

test('JSON in strings means the same however it is spelled, and is stored without whitespace', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(0, 2, '\t'), (value, indent) => {
      fc.pre(!JSON.stringify(value).includes('"0"'))
      const written = writeJson(tree(['a', JSON.stringify([value], null, indent)]))

      expect(written).toBe(JSON.stringify({ a: [value] }))
    }),
  )
})

test.each([
  ['[NaN,"x"]', '[null,"x"]'],
  ['["\\u00e9\\/"]', '["é/"]'],
])('JSON that is written otherwise, such as %s, is rewritten', (json, expected) => {
  expect(writeJson(tree(['a', json]))).toBe(`{"a":${expected}}`)
})

test('JSON too deep for any reader stays text', () => {
  const lists = '['.repeat(300) + ']'.repeat(300)

  expect(tree(['a', lists]).get('a')).toBe(lists)
})

test('many deeply nested keys are refused before they use up the memory', () => {
  const keys = Array.from({ length: 1_000 }, (_, index) => `k${index}${'.a'.repeat(140)}`)

  expect(() => tree(...keys.map((key): [string, JsonValue] => [key, true]))).toThrow(
    expect.objectContaining({ code: 'invalid_request' }),
  )
})

test('a key made of dots is refused without being split completely', { timeout: 5_000 }, () => {
  expect(() => tree(['.'.repeat(20_000_000), true])).toThrow(
    expect.objectContaining({ code: 'invalid_request' }),
  )
})

test('JSON with too many containers or values to be built stays text', () => {
  const containers = `[${'{},'.repeat(CONTAINERS_MAX)}1]`
  const values = `[${'1,'.repeat(VALUES_MAX)}1]`

  expect(tree(['a.b', containers])).toEqual(new Map([['a', new Map([['b', containers]])]]))
  expect(tree(['a', values]).get('a') === values).toBe(true)
})

test('attributes whose names conflict are read one by one', () => {
  const deep = '['.repeat(180) + ']'.repeat(180)
  const attributes = new Map([
    ['headers', '{"authorization": "x"}'],
    ['headers.authorization', 'y'],
    ['deep', deep],
  ])

  expect(writeJson(flatAttributes(attributes))).toBe(
    `{"headers":{"authorization":"x"},"headers.authorization":"y","deep":"${deep}"}`,
  )
})

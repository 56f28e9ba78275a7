import fc from 'fast-check'
import { expect, test } from 'vitest'
import { JsonNumber } from './number.ts'
import { JsonText } from './text.ts'
import { jsonTextOf, writeJson, writeJsonPieces } from './write.ts'

test('text is spliced in as it is, at any depth', () => {
  const reply = {
    id: 'a',
    inputs: new JsonText('{ "x": 1.0 }'),
    vals: [new JsonText('null'), { deep: new JsonText('[]') }],
  }

  expect(writeJson(reply)).toBe('{"id":"a","inputs":{ "x": 1.0 },"vals":[null,{"deep":[]}]}')
})

test('members that are undefined are left out, items that are become null', () => {
  expect(writeJson({ a: undefined, b: [undefined, 1], c: null })).toBe('{"b":[null,1],"c":null}')
  expect(writeJson({ only: undefined })).toBe('{}')
  expect(writeJson(undefined)).toBe('null')
})

test.each([
  [Number.NaN, 'null'],
  [Number.NEGATIVE_INFINITY, 'null'],
  [-0, '0'],
  [1e21, '1e+21'],
  [12345678901234567890123n, '12345678901234567890123'],
  [new JsonNumber('1.0'), '1.0'],
  [new JsonNumber('NaN'), 'null'],
  [
    new Map<string, unknown>([
      ['__proto__', 1],
      ['b', new Map()],
    ]),
    '{"__proto__":1,"b":{}}',
  ],
  [Object.assign(Object.create(null), { a: '"\n' }), String.raw`{"a":"\"\n"}`],
  ['\ud800', String.raw`"\ud800"`],
  ['😀\u2028', '"😀\u2028"'],
  [[], '[]'],
  ['', '""'],
])('%s is written as %s', (value, expected) => {
  expect(writeJson(value)).toBe(expected)
})

test('text of a value knows its kind', () => {
  expect(jsonTextOf({ a: [1] })).toEqual(new JsonText('{"a":[1]}'))
  expect(jsonTextOf([]).kind).toBe('array')
})

test('for any plain value it writes what JSON.stringify writes', () => {
  fc.assert(
    fc.property(
      fc.anything({ withNullPrototype: true, maxDepth: 4, key: fc.string({ unit: 'binary' }) }),
      (value) => {
        expect(writeJson(value)).toBe(JSON.stringify(value) ?? 'null')
        expect([...writeJsonPieces(value)].join('')).toBe(writeJson(value))
      },
    ),
    { numRuns: 200 },
  )
})

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)

test.each([
  ['a list', { rows: numbers(200_000) }],
  ['an object by id', { usage: Object.fromEntries(numbers(50_000).map((n) => [`id-${n}`, { n }])) }],
  ['a map', { usage: new Map(numbers(50_000).map((n) => [`id-${n}`, { n }])) }],
  ['columns', { calls: { id: numbers(50_000), parent: numbers(50_000) } }],
  ['a list in a row', { turns: [{ messages: numbers(200_000) }] }],
])('%s of any length is written in pieces of bounded size', (_, value) => {
  const pieces = [...writeJsonPieces(value)]

  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(140_000)
  expect(pieces.join('')).toBe(writeJson(value))
})

test('items of an iterable are taken as they are written', () => {
  let taken = 0
  const rows = (function* () {
    for (; taken < 100_000; taken++) yield { row: taken }
  })()

  const pieces = writeJsonPieces({ rows })
  const first = String(pieces.next().value)

  expect(taken).toBeLessThan(10_000)
  expect(JSON.parse(first + [...pieces].join('')).rows).toHaveLength(100_000)
})

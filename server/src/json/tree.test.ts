import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { JsonNumber } from './number.ts'
import { readJsonText } from './read.ts'
import { type JsonValue, minify, parseTree, writeTree } from './tree.ts'

test('a tree loses nothing: keys of any name in their order, numbers as they were written', () => {
  const text = '{"z":1.0,"__proto__":{"x":-0},"10":12345678901234567890123,"a":1e400,"e":1E+2}'

  expect(writeTree(parseTree(text))).toBe(text)
})

test('of keys given twice the last wins', () => {
  expect(writeTree(parseTree('{"a":1,"b":2,"a":3}'))).toBe('{"a":3,"b":2}')
})

test('a tree remembers NaN and Infinity, and writes them as null', () => {
  const tree = parseTree(readJsonText('[NaN, -Infinity]'))

  expect(tree).toEqual([new JsonNumber('NaN'), new JsonNumber('-Infinity')])
  expect(writeTree(tree)).toBe('[null,null]')
})

test('minified text has whitespace only inside strings', () => {
  expect(minify(' { "a b" : [ 1.0 ,\n\t"x  y" ] , "c" : { } } ')).toBe('{"a b":[1.0,"x  y"],"c":{}}')
})

test('a tree over 200 containers deep is too large', () => {
  expect(() => parseTree('['.repeat(100_000))).toThrow(expect.objectContaining({ code: 'too_large' }))
})

test('for any JSON, text kept raw has the tree that JSON.parse makes', () => {
  fc.assert(
    fc.property(fc.json({ noUnicodeString: false }), (text) => {
      const value = JSON.parse(text)
      expect(plainOf(parseTree(readJsonText(text)))).toStrictEqual(value)
      expect(plainOf(parseTree(readJsonText(JSON.stringify(value, null, '\t'))))).toStrictEqual(value)
    }),
    { numRuns: 200 },
  )
})

describe('numbers', () => {
  test.each([
    ['5', true, '5'],
    ['-0', true, '0'],
    ['12345678901234567890123', true, '12345678901234567890123'],
    ['5.0', false, '5'],
    ['-5.00', false, '-5'],
    ['-0.0', false, '0'],
    ['1e3', false, '1000'],
    ['0.10', false, '0.1'],
    ['5.5', false, '5.5'],
    ['1e400', false, 'Infinity'],
  ])('%s is an integer: %s, and reads as %s', (token, isInteger, text) => {
    const number = new JsonNumber(token)

    expect(number.isInteger).toBe(isInteger)
    expect(number.toText()).toBe(text)
  })

  test('only the words of Python are words', () => {
    expect(['NaN', 'Infinity', '-Infinity'].every((token) => new JsonNumber(token).isWord)).toBe(true)
    expect(['0', '1e400', '-1.5'].some((token) => new JsonNumber(token).isWord)).toBe(false)
  })
})

function plainOf(tree: JsonValue): unknown {
  if (tree instanceof Map) return Object.fromEntries([...tree].map(([key, value]) => [key, plainOf(value)]))
  if (Array.isArray(tree)) return tree.map(plainOf)
  return tree instanceof JsonNumber ? tree.toNumber() : tree
}

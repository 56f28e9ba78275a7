import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { JsonChildren, memberTexts } from './children.ts'
import { findInJson } from './find.ts'
import { jsonLines, prettyJson } from './pretty.ts'

const never = new AbortController().signal

describe('children', () => {
  test('keep the digits of numbers', () => {
    const members = memberTexts('{"big":12345678901234567890123, "one" : 1.0,"list":[1,{"a":"]"}]}')

    expect([...members]).toEqual([
      ['big', '12345678901234567890123'],
      ['one', '1.0'],
      ['list', '[1,{"a":"]"}]'],
    ])
  })

  test('__proto__ is an ordinary key', () => {
    expect([...memberTexts('{"__proto__":{"x":1}}')]).toEqual([['__proto__', '{"x":1}']])
  })

  test('are scanned lazily', () => {
    const children = new JsonChildren('[10, 20, 30 ]', 0)

    expect(children.at(1)).toEqual({ key: 1, start: 5, end: 7 })
    expect(children.has(3)).toBe(false)
    expect(children.count()).toBe(3)
    expect(children.indexOver(10)).toBe(2)
  })

  test('an empty container has none', () => {
    expect(new JsonChildren('{ }', 0).count()).toBe(0)
    expect(new JsonChildren('[]', 0).has(0)).toBe(false)
  })

  test('span the whole text of any value', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const children = new JsonChildren(`[${text},1]`, 0)
        const first = children.at(0)

        expect(children.count()).toBe(2)
        expect(first && `[${text},1]`.slice(first.start, first.end)).toBe(text.trim())
      }),
    )
  })
})

test('pretty text means the same and keeps numbers as they were', () => {
  expect(prettyJson('{"a":[1.0,{}],"b":{"c":"x, y"}}')).toBe(
    '{\n  "a": [\n    1.0,\n    {}\n  ],\n  "b": {\n    "c": "x, y"\n  }\n}',
  )
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(JSON.parse(prettyJson(text))).toEqual(JSON.parse(text))
    }),
  )
})

test('pretty text stops after a number of characters, even within a string', () => {
  expect(prettyJson('{"a":"long text"}', 9)).toBe('{\n  "a": "lon')
})

test('line breaks inside strings are lines, but no other n after a backslash is', () => {
  expect(jsonLines('{"a":"one\\ntwo"}')).toBe('{\n  "a": "one\ntwo"\n}')
  expect(jsonLines(JSON.stringify(['C:\\new\n']))).toBe('[\n  "C:\\\\new\n"\n]')
})

test('malformed JSON is indented as far as possible', () => {
  expect(prettyJson('{"a":"unterminated')).toBe('{\n  "a": "unterminated')
  expect(prettyJson(']}')).toBe('\n]\n}')
})

describe('search', () => {
  test.each([
    ['another case', '{"a":"Hello"}', 'hello', [6]],
    ['a quote', '{"a":"say \\"hi\\""}', '"hi"', [10]],
    ['an escaped letter', '{"a":"caf\\u00e9"}', 'café', [6]],
    ['a plain one', '{"a":"café"}', 'café', [6]],
    ['an escaped letter of another case', '{"a":"CAF\\u00c9"}', 'café', [6]],
    ['a sign that some encoders escape', '["\\u003cb\\u003e","a\\/b"]', '<b>', [2]],
    ['an escaped slash', '["a\\/b","a/b"]', 'a/b', [2, 9]],
    ['no letter of an escape', '["\\nn","\\u00e9","\\\\nn"]', 'n', [4, 19, 20]],
    ['what begins in an escape', '["\\nnn"]', 'nn', [4]],
    ['no digits of an escape', '["\\u00e9","\\\\u00e9"]', '00e9', [14]],
    ['characters that mean something in a pattern', '["a.b","axb"]', 'a.b', [2]],
    ['an emoji, escaped or not', '["👍","\\ud83d\\udc4d","👎"]', '👍', [2, 7]],
    ['nothing', '["a"]', '', []],
  ])('finds %s', async (_, json, words, hits) => expect(await findInJson(json, words, never)).toEqual(hits))

  test('finds text across a chunk boundary', async () => {
    const json = `"${'x'.repeat(1 << 20).slice(3)}needle${'x'.repeat(10)}"`

    expect(await findInJson(json, 'needle', never)).toEqual([json.indexOf('needle')])
  })
})

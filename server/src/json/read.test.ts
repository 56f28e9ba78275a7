import { JsonSyntaxError } from '@heddle/contract/json-scanner'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readJson, readJsonText, type Shape } from './read.ts'
import { JsonText } from './text.ts'
import { parseTree } from './tree.ts'

const callShape: Shape = {
  members: new Map<string, Shape>([
    ['id', 'scalar'],
    ['inputs', 'raw'],
    ['batch', { items: { members: new Map<string, Shape>([['output', 'raw']]), rest: 'dropped' } }],
  ]),
  rest: 'dropped',
}

// Whatever form they are kept in.
expect.addEqualityTesters([
  (a, b) =>
    a instanceof JsonText && b instanceof JsonText
      ? a.text === b.text && a.original === b.original
      : undefined,
])

/** A shape that builds everything. */
const everything: { rest: Shape; items: Shape } = { rest: 'scalar', items: 'scalar' }
everything.rest = everything
everything.items = everything

describe('shapes', () => {
  test('raw places keep their text to the byte, without the whitespace around them', () => {
    const text = '{ "id" : "a", "inputs" :  { "x" : 1.0,\n "big": 12345678901234567890123 }  , "batch": [] }'

    const value = readJson(text, callShape)

    expect(value).toEqual({
      id: 'a',
      inputs: new JsonText('{ "x" : 1.0,\n "big": 12345678901234567890123 }'),
      batch: [],
    })
  })

  test('raw places are found at every depth, and dropped members are left out', () => {
    const text = '{"batch":[{"output":[1e400],"other":{"deep":[]}},{"output":null}],"unknown":{"a":1}}'

    const value = readJson(text, callShape)

    expect(value).toEqual({
      batch: [{ output: new JsonText('[1e400]') }, { output: new JsonText('null') }],
    })
  })

  test('a scalar is read wherever it stands', () => {
    expect(readJson('{"batch":"none"}', callShape)).toEqual({ batch: 'none' })
    expect(readJson('true', callShape)).toBe(true)
  })

  test('a container of another kind than the shape expects is validated and read as empty', () => {
    expect(readJson('[1,true,null]', callShape)).toEqual([])
    expect(readJson('{"a":{"b":[1]}}', { items: 'raw' })).toEqual({})
    expect(readJson('{"id":[[1]],"batch":{"a":1}}', callShape)).toEqual({ id: [], batch: {} })
    expect(() => readJson('{"id":[01]}', callShape)).toThrow(JsonSyntaxError)
  })

  test('dropped members are still proven to be JSON', () => {
    expect(() => readJson('{"unknown":{"a":01}}', callShape)).toThrow(JsonSyntaxError)
  })

  test('of keys given twice the last wins', () => {
    expect(readJson('{"inputs":1,"id":"a","inputs":2,"id":"b"}', callShape)).toEqual({
      id: 'b',
      inputs: new JsonText('2'),
    })
  })
})

describe('hostile text', () => {
  test('a key named __proto__ is a property like any other', () => {
    const value = readJson('{"__proto__":{"x":1},"constructor":2}', everything)

    expect(Object.keys(Object(value))).toEqual(['__proto__', 'constructor'])
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect(Object(value).x).toBeUndefined()
  })

  test.each<[string, Shape]>([
    ['raw', 'raw'],
    ['built', everything],
    ['as a scalar', 'scalar'],
    ['dropped', 'dropped'],
  ])('200 containers are read %s, one more is too large', (_, shape) => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

    readJson(nested(200), shape)

    expect(() => readJson(nested(201), shape)).toThrow(expect.objectContaining({ code: 'too_large' }))
    expect(() => readJson('{"a":'.repeat(100_000), shape)).toThrow(
      expect.objectContaining({ code: 'too_large' }),
    )
  })

  test('the containers around a raw place count', () => {
    const shape: Shape = { items: 'raw' }

    expect(() => readJson(`[${'['.repeat(200)}${']'.repeat(200)}]`, shape)).toThrow(
      expect.objectContaining({ code: 'too_large' }),
    )
  })

  test('siblings do not add up to depth', () => {
    const siblings = `[${Array.from({ length: 1000 }, () => '[{"a":[]}]').join()}]`

    expect(readJsonText(siblings).text).toBe(siblings)
    expect(readJson(siblings, everything)).toHaveLength(1000)
  })

  test('a string of millions of escapes is taken without running out of stack', () => {
    const text = `"${'\\n\\"'.repeat(2_000_000)}"`

    expect(readJsonText(text).text).toHaveLength(text.length)
  })

  test('a text cut off anywhere is a syntax error', () => {
    const text = '{"a\\u00e9":[1.5e-3,true,null,"x\\n"],"b":{"c":false}}'

    for (let length = 0; length < text.length; length++) {
      for (const shape of ['raw', everything] as const) {
        expect(() => readJson(text.slice(0, length), shape)).toThrow(JsonSyntaxError)
      }
    }
  })

  test.each([
    ['', 0],
    ['  ', 2],
    ['[1,]', 3],
    ['{"a":1,}', 7],
    ['{a:1}', 1],
    ["{'a':1}", 1],
    ['{"a" 1}', 5],
    ['[1 2]', 3],
    ['01', 1],
    ['-', 0],
    ['1.', 2],
    ['.5', 0],
    ['+1', 0],
    ['1e', 2],
    ['0x1', 1],
    ['tru', 0],
    ['True', 0],
    ['nan', 0],
    ['-NaN', 0],
    ['undefined', 0],
    ['"a\nb"', 2],
    ['"a\u0000"', 2],
    ['"\\x"', 1],
    ['"\\u12g4"', 1],
    ['"a long string that has a bad \\escape"', 30],
    ['[1]]', 3],
    ['1 2', 2],
    ['\u00a01', 0],
    ['/**/1', 0],
  ])('%j is refused at position %i', (text, position) => {
    for (const shape of ['raw', everything] as const) {
      expect(() => readJson(text, shape)).toThrow(
        expect.objectContaining({ name: 'JsonSyntaxError', position }),
      )
    }
  })
})

describe('numbers that JSON cannot write', () => {
  test('raw text gets null in their place and keeps the original beside it', () => {
    const text = '{"a": NaN, "b": [-Infinity, 1, Infinity], "c": "NaN"}'

    const value = readJsonText(text)

    expect(value.text).toBe('{"a": null, "b": [null, 1, null], "c": "NaN"}')
    expect(value.original).toBe(text)
    expect(JSON.parse(value.text)).toEqual({ a: null, b: [null, 1, null], c: 'NaN' })
  })

  test('each raw place has only its own replaced', () => {
    expect(readJson('[NaN, [1], [ Infinity ]]', { items: 'raw' })).toEqual([
      new JsonText('null', 'NaN'),
      new JsonText('[1]'),
      new JsonText('[ null ]', '[ Infinity ]'),
    ])
  })

  test('plain places get the number', () => {
    expect(readJson('[NaN,-Infinity,Infinity,1e400]', everything)).toEqual([
      Number.NaN,
      Number.NEGATIVE_INFINITY,
      Number.POSITIVE_INFINITY,
      Number.POSITIVE_INFINITY,
    ])
  })
})

test.each([
  ['{}', 'object'],
  ['[]', 'array'],
  ['"x"', 'string'],
  ['-1', 'number'],
  ['true', 'boolean'],
  ['false', 'boolean'],
  ['null', 'null'],
  ['NaN', 'null'],
])('%s is text of kind %s', (text, kind) => {
  expect(readJsonText(` ${text} `).kind).toBe(kind)
})

describe('for any JSON', () => {
  const anyJson = fc.oneof(
    fc.json({ noUnicodeString: false }),
    fc.jsonValue().map((value) => JSON.stringify(value, null, '\t')),
    fc.string({ unit: 'binary' }).map((text) => JSON.stringify({ [text]: text })),
  )

  test('plain reading agrees with JSON.parse', () => {
    fc.assert(
      fc.property(anyJson, (text) => {
        expect(readJson(text, everything)).toStrictEqual(JSON.parse(text))
      }),
      { numRuns: 500 },
    )
  })

  test('raw reading keeps the text', () => {
    fc.assert(
      fc.property(anyJson, (text) => {
        expect(readJsonText(` ${text}\n`)).toEqual(new JsonText(text.trim()))
      }),
      { numRuns: 500 },
    )
  })

  test('what is no JSON to JSON.parse is none here', () => {
    const almostJson = fc
      .tuple(anyJson, fc.nat(), fc.nat({ max: 2 }), fc.constantFrom(...'{}[]",:\\ue0-+.\n '))
      .map(([text, at, length, inserted]) => {
        const from = at % text.length
        return text.slice(0, from) + inserted + text.slice(from + length)
      })

    fc.assert(
      fc.property(almostJson, (text) => {
        const expected = parses(() => JSON.parse(text))
        expect(parses(() => readJsonText(text))).toBe(expected)
        expect(parses(() => readJson(text, everything))).toBe(expected)
      }),
      { numRuns: 2000 },
    )
  })

  function parses(parse: () => unknown): boolean {
    try {
      parse()
      return true
    } catch (error) {
      expect(error).toSatisfy((thrown) => thrown instanceof SyntaxError || thrown instanceof JsonSyntaxError)
      return false
    }
  }
})

describe('UTF-8', () => {
  const words = fc.string({
    unit: fc.constantFrom('a', '"', '\\', '\n', 'é', '茶', '💡', '\u00a0', '\ufeff', 'long '.repeat(20)),
    maxLength: 6,
  })

  test('is read as its text is, in every shape', () => {
    const values = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        words,
        fc.integer(),
        fc.constantFrom(null, true),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(words, tie('value'), { maxKeys: 3 }),
      ),
    })).value
    // The members of an object stay text, and the items of a list are built.
    const mixed: Shape = { rest: 'raw', items: everything }

    fc.assert(
      fc.property(values, (value) => {
        const text = JSON.stringify(value).replaceAll('true', 'NaN')
        for (const shape of ['raw', mixed, everything] as const)
          expect(readJson(Buffer.from(text), shape)).toEqual(readJson(text, shape))
        expect(parseTree(Buffer.from(text))).toEqual(parseTree(text))
      }),
    )
  })

  test.each([
    ['{"茶💡": tru}', 8],
    ['["é", é]', 6],
    ['["a long text that ends with é', 30],
    ['[1] é', 4],
  ])('%j is refused at position %i of its text', (text, position) => {
    for (const source of [text, Buffer.from(text)]) {
      const message = expect.stringMatching(new RegExp(`^Expected .* at position ${position}$`))
      expect(() => readJson(source, everything)).toThrow(expect.objectContaining({ position, message }))
    }
  })
})

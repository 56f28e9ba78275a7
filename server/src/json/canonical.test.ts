import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalText } from './canonical.ts'
import { readJsonText } from './read.ts'
import { parseTree, writeTree } from './tree.ts'

const canonical = (text: string) => canonicalText(readJsonText(text))

// The examples of behaviour.md 6.4: text, what Python writes, and the digest of that.
test.each([
  [
    '{"b":[1,2.0,null,true],"a":"héllo 👍"}',
    String.raw`{"a": "h\u00e9llo \ud83d\udc4d", "b": [1, 2.0, null, true]}`,
    'qC3xlyMoOukWoysdVHxETzRsE31jHGhjETMLjmHFZcI',
  ],
  ['{"a":1}', '{"a": 1}', 'XdhgKMbg1k4iUYb5astpM4ssWXZN95FiEH9cS7NNExA'],
  ['{ "a" : 1 }', '{"a": 1}', 'XdhgKMbg1k4iUYb5astpM4ssWXZN95FiEH9cS7NNExA'],
  ['{"a":1.0}', '{"a": 1.0}', 'dCYJsgfwkAqOLf866DrEeUGvXCm7brXylYTKfdY9g1Q'],
  ['{}', '{}', 'RBNvo1WzZ4oRRq0W9XhknpT7T8If536DEMBg9hyqY4o'],
  ['null', 'null', 'dCNOmKYnSYX12vHzasLXiswzlGT5UHA7jAGYkvmCuQs'],
  ['"abc"', '"abc"', 'bMQYhYX7djMBY3taXXDipGtG9GHyfloPQeAJxZuCeyU'],
  ['[1,2,3]', '[1, 2, 3]', 'o2sfLDXEUi3RAFFFZGYX1wVMCFHpfHKgOcC9Xsn6BYM'],
  ['{"q":"2+2?","a":"4"}', '{"a": "4", "q": "2+2?"}', 'xK5mJYryWyuJfss4k9H6cOVJE1iwgMM9eMs39fudfkQ'],
  [
    '{"q":"capital of France?","a":"Paris"}',
    '{"a": "Paris", "q": "capital of France?"}',
    'n2h0HDNd8TNuVjnGBU2XPDFpUH4wvynRA1aBLjhWkNg',
  ],
  [
    '{"x":[1e-05,0.0001,1e15,1e16,1.2345678901234568e17,-0.0,1e22,0.1,1.5e300,100000]}',
    '{"x": [1e-05, 0.0001, 1000000000000000.0, 1e+16, 1.2345678901234568e+17, -0.0, 1e+22, 0.1, 1.5e+300, 100000]}',
    'Gnt0JsyLyX098AXZzcq802U16yyGPBXkXa3nmCweSqI',
  ],
  [
    '{"！":1,"😀":2,"Z":3,"a":4,"_":5,"10":6,"9":7}',
    String.raw`{"10": 6, "9": 7, "Z": 3, "_": 5, "a": 4, "\uff01": 1, "\ud83d\ude00": 2}`,
    'CQjjPJTqQmpVzPKKdxQK7YHJczEsFsyiucjdLISHj3s',
  ],
  [
    '{"_type":"Dataset","name":"qa","description":null,"rows":"weave-trace-internal:///UHJvamVjdEludGVybmFsSWQ6NDI=/table/8cc758b230326580ec042e28828545eceac00e792193f238720fd4a21890f939","_class_name":"Dataset","_bases":["Object","BaseModel"]}',
    '{"_bases": ["Object", "BaseModel"], "_class_name": "Dataset", "_type": "Dataset", "description": null, "name": "qa", "rows": "weave-trace-internal:///UHJvamVjdEludGVybmFsSWQ6NDI=/table/8cc758b230326580ec042e28828545eceac00e792193f238720fd4a21890f939"}',
    'uOx0z1uaXql6ka5WmiGsjaXFXfnDQrt9UXCpumrHx5s',
  ],
])('%s has its known canonical text and digest', (text, expected, digest) => {
  expect(canonical(text)).toBe(expected)
  expect(digestOf(canonical(text))).toBe(digest)
})

test.each([
  ['-0', '0'],
  ['12345678901234567890123', '12345678901234567890123'],
  ['1E2', '100.0'],
  ['1e400', 'Infinity'],
  ['[NaN,Infinity,-Infinity]', '[NaN, Infinity, -Infinity]'],
  ['"\\/\\u007f\\u0000\\b\\u00E9"', String.raw`"/\u007f\u0000\b\u00e9"`],
  ['"\\ud800"', String.raw`"\ud800"`],
  ['{"a":1,"a":2}', '{"a": 2}'],
  [
    '{"\\ud83d\\ude00":1,"\\ud83d":2,"\\ud83d\\uff01":3}',
    String.raw`{"\ud83d": 2, "\ud83d\uff01": 3, "\ud83d\ude00": 1}`,
  ],
  ['{"ab":1,"a":2,"":3}', '{"": 3, "a": 2, "ab": 1}'],
])('%s is written as %s', (text, expected) => {
  expect(canonical(text)).toBe(expected)
})

describe('for any JSON', () => {
  const anyJson = fc.json({ noUnicodeString: false, maxDepth: 4 })

  test('canonical text does not change when written again', () => {
    fc.assert(
      fc.property(anyJson, (text) => {
        expect(canonical(canonical(text))).toBe(canonical(text))
      }),
    )
  })

  test('a tree written out has the canonical text of the text it came from', () => {
    fc.assert(
      fc.property(anyJson, (text) => {
        expect(canonical(writeTree(parseTree(text)))).toBe(canonical(text))
      }),
    )
  })

  const hasPython = spawnSync('python3', ['--version']).status === 0

  test.skipIf(!hasPython)('Python writes the same (needs python3)', () => {
    const numbers = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
      fc
        .tuple(fc.bigInt(), fc.constantFrom('', '.0', '.50', 'e5', 'E-7'))
        .map(([whole, rest]) => `${whole}${rest}`),
    )
    const keyed = fc
      .array(fc.tuple(fc.string({ unit: 'binary' }), numbers))
      .map((members) => `{${members.map(([key, value]) => `${JSON.stringify(key)}:${value}`)}}`)
    const texts = fc.sample(fc.oneof(anyJson, numbers, keyed), 3000)

    const written = dumpedByPython(texts)

    expect(texts.map(canonical)).toEqual(written)
  })
})

function dumpedByPython(texts: readonly string[]): string[] {
  const program =
    'import json,sys; print(json.dumps([json.dumps(json.loads(t), sort_keys=True) for t in json.load(sys.stdin)]))'
  return JSON.parse(
    execFileSync('python3', ['-c', program], { input: JSON.stringify(texts), encoding: 'utf8' }),
  )
}

function digestOf(text: string): string {
  const base64 = createHash('sha256').update(text).digest('base64url')
  return base64.replaceAll('-', 'X').replaceAll('_', 'Y')
}

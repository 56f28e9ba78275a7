import { expect, test } from 'vitest'
import { readJsonText } from '../../json/read.ts'
import {
  acceptDigest,
  contentDigest,
  digestWithInternalRefs,
  fileDigest,
  objectDigest,
  referencedProjects,
  rowDigest,
  tableDigest,
} from './digest.ts'

const QUESTION = '{"q":"2+2?","a":"4"}'
const CAPITAL = '{"q":"capital of France?","a":"Paris"}'
const TABLE = '8cc758b230326580ec042e28828545eceac00e792193f238720fd4a21890f939'

test.each([
  ['{"b":[1,2.0,null,true],"a":"héllo 👍"}', 'qC3xlyMoOukWoysdVHxETzRsE31jHGhjETMLjmHFZcI'],
  ['{"a":1}', 'XdhgKMbg1k4iUYb5astpM4ssWXZN95FiEH9cS7NNExA'],
  ['{ "a" : 1 }', 'XdhgKMbg1k4iUYb5astpM4ssWXZN95FiEH9cS7NNExA'],
  ['{"a":1.0}', 'dCYJsgfwkAqOLf866DrEeUGvXCm7brXylYTKfdY9g1Q'],
  ['{}', 'RBNvo1WzZ4oRRq0W9XhknpT7T8If536DEMBg9hyqY4o'],
  ['null', 'dCNOmKYnSYX12vHzasLXiswzlGT5UHA7jAGYkvmCuQs'],
  ['"abc"', 'bMQYhYX7djMBY3taXXDipGtG9GHyfloPQeAJxZuCeyU'],
  ['[1,2,3]', 'o2sfLDXEUi3RAFFFZGYX1wVMCFHpfHKgOcC9Xsn6BYM'],
  [
    '{"x":[1e-05,0.0001,1e15,1e16,1.2345678901234568e17,-0.0,1e22,0.1,1.5e300,100000]}',
    'Gnt0JsyLyX098AXZzcq802U16yyGPBXkXa3nmCweSqI',
  ],
  ['{"！":1,"😀":2,"Z":3,"a":4,"_":5,"10":6,"9":7}', 'CQjjPJTqQmpVzPKKdxQK7YHJczEsFsyiucjdLISHj3s'],
])('the object %s has the digest %s', (text, digest) => {
  expect(objectDigest(readJsonText(text))).toBe(digest)
})

test('NaN has the digest of its spelling in Python', () => {
  expect(objectDigest(readJsonText('[NaN]'))).toBe(contentDigest('[NaN]'))
})

test('rows and tables have the digests that clients compute', () => {
  const rows = [QUESTION, CAPITAL].map((text) => rowDigest(readJsonText(text)))

  expect(rows).toEqual([
    'xK5mJYryWyuJfss4k9H6cOVJE1iwgMM9eMs39fudfkQ',
    'n2h0HDNd8TNuVjnGBU2XPDFpUH4wvynRA1aBLjhWkNg',
  ])
  expect(tableDigest(rows)).toBe(TABLE)
})

test('the order and number of rows are part of a table', () => {
  const [first, second] = [QUESTION, CAPITAL].map((text) => rowDigest(readJsonText(text)))
  const rows = [first ?? '', second ?? '']

  expect(tableDigest(rows.toReversed())).toBe(
    '81a7178e2c1e6cd4640cbcd447f398cbe8ca225eaa41c5db7b1602a22204291a',
  )
  expect(tableDigest([rows[0] ?? '', rows[0] ?? ''])).toBe(
    'f309ced3118864c6f9da925391920a191bb1e0bfef61b5a46f0da437618d765f',
  )
  expect(tableDigest([])).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
})

test.each([
  ['hello world\n', 'qUiQTy8PR5uPgZdpSzAYSw0u0cHNKh7AX4XSmaGSpEc'],
  ['', '47DEQpj8HBSaXYTImWX5JCeuQeRkm5NMpJWZG3hSuFU'],
])('the file %j has the digest %s', (content, digest) => {
  expect(fileDigest(Buffer.from(content))).toBe(digest)
})

const dataset = (rows: string) =>
  readJsonText(
    JSON.stringify({
      _type: 'Dataset',
      name: 'qa',
      description: null,
      rows,
      _class_name: 'Dataset',
      _bases: ['Object', 'BaseModel'],
    }),
  )

const INTERNAL_ID = 'UHJvamVjdEludGVybmFsSWQ6NDI='

test('refs in internal form have the digest that clients with the internal id compute', () => {
  const val = dataset(`weave:///acme/demo/table/${TABLE}`)

  const digest = digestWithInternalRefs(val, (id) => (id === 'acme/demo' ? INTERNAL_ID : undefined))

  expect(digest).toBe('uOx0z1uaXql6ka5WmiGsjaXFXfnDQrt9UXCpumrHx5s')
  expect(digest).toBe(objectDigest(dataset(`weave-trace-internal:///${INTERNAL_ID}/table/${TABLE}`)))
})

test('texts that are no refs, and refs into unknown projects, keep their digest', () => {
  const val = readJsonText(
    '["see weave:///acme/demo/call/c","weave:///acme","weave:///other/demo/call/c",1.0]',
  )

  const digest = digestWithInternalRefs(val, (id) => (id === 'acme/demo' ? INTERNAL_ID : undefined))

  expect(digest).toBe(objectDigest(val))
})

test('the projects that a value refers to are listed once each', () => {
  const val = readJsonText(
    '{"a":"weave:///acme/demo/call/c","b":["weave:///acme/demo/op/o:v","weave:///x/y/table/t"],"weave:///k/e/y":1}',
  )

  expect(referencedProjects(val)).toEqual(['acme/demo', 'x/y'])
})

test('an expected digest selects one of the forms of the content', () => {
  expect(acceptDigest(undefined, ['own', 'internal'])).toBe('own')
  expect(acceptDigest('own', ['own', 'internal'])).toBe('own')
  expect(acceptDigest('internal', ['own', 'internal'])).toBe('internal')
})

test('an expected digest that matches no form is a conflict', () => {
  expect(() => acceptDigest('other', ['own', 'internal'])).toThrow(
    expect.objectContaining({ code: 'conflict' }),
  )
})

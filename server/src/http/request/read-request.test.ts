import { gzipSync } from 'node:zlib'
import { endpoint } from '@heddle/contract/endpoint'
import { Empty, Maybe, Payload, PayloadObject } from '@heddle/contract/schema'
import * as Type from 'typebox'
import { describe, expect, test } from 'vitest'
import { JsonText } from '../../json/text.ts'
import { endpoints } from '../../testing/endpoints.ts'
import { type RequestParts, requestReader } from './read-request.ts'

const saveNote = endpoint({
  method: 'POST',
  path: '/projects/{project}/notes',
  tag: 'service',
  summary: 'Save a note',
  request: Type.Object({
    project: Type.String({ minLength: 2 }),
    title: Type.String(),
    stars: Maybe(Type.Integer()),
    body: PayloadObject(),
    extra: Maybe(Payload()),
  }),
  example: { project: 'app', title: 'x', body: {} },
  reply: Empty,
})

const findNotes = endpoint({
  method: 'GET',
  path: '/projects/{project}/notes',
  tag: 'service',
  summary: 'Find notes',
  request: Type.Object({
    project: Type.String(),
    limit: Maybe(Type.Integer()),
    starred: Maybe(Type.Boolean()),
    titles: Maybe(Type.Array(Type.String())),
    about: Maybe(Payload()),
  }),
  example: { project: 'app' },
  reply: Empty,
})

const parts = (given: Partial<RequestParts>): RequestParts => ({
  params: { project: 'app' },
  query: {},
  body: undefined,
  ...given,
})

const saved = (body: RequestParts['body'], params = { project: 'app' }) =>
  requestReader(saveNote)(parts({ body, params }))

const refusal = (issues: unknown) => expect.objectContaining({ code: 'malformed_request', issues })

describe('a request with a body', () => {
  test('is read from path and body, with payloads as text', () => {
    const request = saved(Buffer.from('{"title":"é","stars":"3","body":{ "n": 1.0 },"extra":null,"other":1}'))

    expect(request).toEqual({ project: 'app', title: 'é', stars: 3, body: JsonText.ofUtf8('{ "n": 1.0 }') })
  })

  test('may start with a byte order mark', () => {
    expect(saved(Buffer.from('\ufeff{"title":"a","body":{}}'))).toMatchObject({ title: 'a' })
  })

  test('a path parameter is never read from the body', () => {
    expect(saved('{"title":"a","body":{},"project":"other"}')).toMatchObject({ project: 'app' })
  })

  test.each([undefined, '', Buffer.alloc(0)])('without a body (%j), reports every missing field', (body) => {
    expect(() => saved(body)).toThrow(
      refusal([
        expect.objectContaining({ loc: ['body', 'title'], type: 'missing' }),
        expect.objectContaining({ loc: ['body', 'body'], type: 'missing' }),
      ]),
    )
  })

  test('issues of path and body are reported together', () => {
    expect(() => saved('{"body":{}}', { project: 'x' })).toThrow(
      refusal([
        expect.objectContaining({ loc: ['path', 'project'], type: 'string_too_short' }),
        expect.objectContaining({ loc: ['body', 'title'], type: 'missing' }),
      ]),
    )
  })

  test.each(['[]', '"x"', 'null', '5'])('a body that is not an object (%s) is rejected', (body) => {
    expect(() => saved(body)).toThrow(
      refusal([expect.objectContaining({ loc: ['body'], type: 'model_type' })]),
    )
  })

  test('a body that is not JSON is rejected with the position of the error', () => {
    expect(() => saved('{"title":}')).toThrow(
      refusal([expect.objectContaining({ loc: ['body', 9], type: 'json_invalid' })]),
    )
  })

  test('a body that is not UTF-8 is rejected', () => {
    expect(() => saved(Buffer.from([0x22, 0xff, 0x22]))).toThrow(
      refusal([expect.objectContaining({ type: 'json_invalid' })]),
    )
  })

  test('a compressed body is rejected as such', () => {
    expect(() => saved(gzipSync('{"title":"a"}'))).toThrow(
      refusal([expect.objectContaining({ type: 'json_invalid', msg: expect.stringContaining('gzip') })]),
    )
  })

  test('a body nested too deeply is too large', () => {
    const body = `{"title":"a","body":${'{"a":'.repeat(100_000)}`

    expect(() => saved(body)).toThrow(expect.objectContaining({ code: 'too_large' }))
  })
})

describe('a request without a body', () => {
  const found = (query: RequestParts['query']) => requestReader(findNotes)(parts({ query, body: 'not JSON' }))

  test('reads its fields from the query string', () => {
    expect(found({ limit: '5', starred: 'yes', titles: ['a', 'b'], unknown: 'x' })).toEqual({
      project: 'app',
      limit: 5,
      starred: true,
      titles: ['a', 'b'],
    })
  })

  test('reads all values of a list, and the last one of other fields', () => {
    expect(found({ limit: ['1', '2'], titles: 'a' })).toEqual({ project: 'app', limit: 2, titles: ['a'] })
  })

  test('reads a payload as a JSON string', () => {
    expect(found({ about: 'a "b"' })).toEqual({ project: 'app', about: new JsonText(String.raw`"a \"b\""`) })
  })

  test('is rejected with the path of the error', () => {
    expect(() => found({ limit: 'many' })).toThrow(
      refusal([{ loc: ['query', 'limit'], type: 'int_parsing', msg: expect.any(String), input: 'many' }]),
    )
  })
})

test('every JSON example of the contract is valid', () => {
  for (const { requestAs, ...rest } of endpoints) {
    if (requestAs !== 'json') continue
    const given = Object(rest.example)
    const params = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]))
    const read = requestReader({ requestAs, ...rest })

    expect(Object.keys(read({ params, query: given, body: JSON.stringify(given) }))).toEqual(
      expect.arrayContaining(Object.keys(given)),
    )
  }
})

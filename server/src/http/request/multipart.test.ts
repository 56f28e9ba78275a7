import { expect, test } from 'vitest'
import { ServiceError } from '../../errors.ts'
import { type FormPart, readMultipart } from './multipart.ts'

const TYPE = 'multipart/form-data; boundary=b'

const part = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

const read = (body: string, type = TYPE) => textsOf(readMultipart(Buffer.from(body), type))

const textsOf = (parts: readonly FormPart[]) =>
  parts.map(({ name, content }): [string, string] => [name, content.toString('latin1')])

/** Returns the error code of a rejected body; throws if the body is accepted. */
function refusalOf(body: string | Buffer, type = TYPE): string {
  try {
    readMultipart(Buffer.from(body), type)
  } catch (error) {
    if (error instanceof ServiceError) return error.code
    throw error
  }
  throw new Error('the form was accepted')
}

test('parts are returned in order, including duplicates', () => {
  const body = `${part('a', '1')}${part('b', '')}${part('a', '2')}--b--\r\n`

  expect(read(body)).toEqual([
    ['a', '1'],
    ['b', ''],
    ['a', '2'],
  ])
})

test('bytes are preserved, including line breaks and near-boundaries', () => {
  const content = Buffer.concat([
    Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)),
    Buffer.from('\r\n\r\n--\r\n-b\r\n --b--b\n--b--\r\n'),
  ])
  const head = '--b\r\nContent-Type: x/y\r\nContent-Disposition: form-data; name="f"; filename="b"\r\n\r\n'

  const parts = readMultipart(Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--b--')]), TYPE)

  expect(parts).toEqual([{ name: 'f', content }])
})

test.each([
  ['a quoted boundary', `${part('a', '1')}--b--`, 'Multipart/Form-Data; charset=utf-8; boundary="b"'],
  ['an upper-case parameter', `${part('a', '1')}--b--`, 'multipart/form-data;BOUNDARY=b;'],
  ['a preamble and an epilogue', `hello\r\n${part('a', '1')}--b--\r\nbye\r\n--b`, TYPE],
  ['a leading line end', `\r\n${part('a', '1')}--b--`, TYPE],
  ['spaces after the boundary', `${part('a', '1').replace('--b', '--b \t')}--b--`, TYPE],
  ['an unquoted name', '--b\r\ncontent-disposition: FORM-DATA; name=a\r\nX: y\r\n\r\n1\r\n--b--', TYPE],
  [
    'a file name before the name',
    '--b\r\nContent-Disposition: form-data; filename="x;y.txt"; name="a"\r\n\r\n1\r\n--b--',
    TYPE,
  ],
])('%s is accepted', (_name, body, type) => {
  expect(read(body, type)).toEqual([['a', '1']])
})

test('quotes in a name are unescaped', () => {
  expect(read(`${part('a\\"b\\\\', '1')}--b--`)).toEqual([['a"b\\', '1']])
})

test('a form without parts is valid', () => {
  expect(read('--b--\r\n')).toEqual([])
})

test('a form truncated anywhere is rejected', () => {
  const whole = Buffer.from(`${part('a', '1')}${part('file', '\r\n--x')}--b--`)

  const refusals = Array.from({ length: whole.length }, (_, end) => refusalOf(whole.subarray(0, end)))

  expect(new Set(refusals)).toEqual(new Set(['malformed_request']))
  expect(readMultipart(whole, TYPE)).toHaveLength(2)
})

test.each([
  ['no boundary', part('a', '1'), 'multipart/form-data'],
  ['an empty boundary', part('a', '1'), 'multipart/form-data; boundary='],
  ['a boundary of 71 characters', part('a', '1'), `multipart/form-data; boundary=${'b'.repeat(71)}`],
  ['another boundary', `${part('a', '1')}--b--`, 'multipart/form-data; boundary=c'],
  ['bare line feeds', `${part('a', '1')}--b--`.replaceAll('\r', ''), TYPE],
  ['bare carriage returns', `${part('a', '1')}--b--`.replaceAll('\n', ''), TYPE],
  ['a boundary that goes on', `${part('a', '1')}--bc\r\n--b--`, TYPE],
  ['a part without headers', '--b\r\n\r\n1\r\n--b--', TYPE],
  ['an empty part', '--b\r\n--b--', TYPE],
  ['a part without a blank line', '--b\r\nContent-Disposition: form-data; name="a"\r\n--b--', TYPE],
  ['a part without a name', '--b\r\nContent-Disposition: form-data\r\n\r\n1\r\n--b--', TYPE],
  ['an attachment', '--b\r\nContent-Disposition: attachment; name="a"\r\n\r\n1\r\n--b--', TYPE],
  ['a name that is not closed', '--b\r\nContent-Disposition: form-data; name="a\r\n\r\n1\r\n--b--', TYPE],
  ['text behind a name', '--b\r\nContent-Disposition: form-data; name="a"m\n\r\n\r\n1\r\n--b--', TYPE],
])('%s is malformed', (_name, body, type) => {
  expect(refusalOf(body, type)).toBe('malformed_request')
})

test('20 parts are accepted, 21 are rejected', () => {
  const twenty = part('a', '1').repeat(20)

  expect(read(`${twenty}--b--`)).toHaveLength(20)
  expect(refusalOf(`${twenty}${part('a', '1')}--b--`)).toBe('too_large')
  expect(refusalOf(`${twenty}--b\r\nContent-Dispo`)).toBe('too_large')
})

test('part headers are limited in size', () => {
  const long = '--b\r\nContent-Disposition: form-data; name="a"\r\nX: '.padEnd(9_000, 'x')

  expect(refusalOf(`${long}\r\n\r\n1\r\n--b--`)).toBe('too_large')
})

test.each([
  ['line ends', '\r\n'],
  ['beginnings of the delimiter', '\r\n--'],
  ['dashes', '-'],
  ['a letter of the boundary', 'b'],
])('eight megabytes of %s are read in seconds', (_name, text) => {
  const type = `multipart/form-data; boundary=${'b'.repeat(70)}`
  const long = part('a', text.repeat((8 * 1024 ** 2) / text.length)).replace('--b', `--${'b'.repeat(70)}`)
  const started = performance.now()

  expect(read(`${long}--${'b'.repeat(70)}--`, type)).toHaveLength(1)
  expect(performance.now() - started).toBeLessThan(5_000)
})

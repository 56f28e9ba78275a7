import { expect, test } from 'vitest'
import { concatenated, JsonBytes, JsonLine, lineOf, withBytesMember } from './bytes.ts'
import { withMember } from './members.ts'
import { JsonText } from './text.ts'
import { writeJson, writeJsonPieces, writeObjectPieces } from './write.ts'

const bytesOf = (text: string) => new JsonBytes(Buffer.from(text))

test.each([
  '{}',
  ' { \n} ',
  '{"a":1}',
  '{"a":"}","é":{}} ',
  '{"key":1,"a":2}',
  '{"k\\u0065y":1,"a":2}',
  '{"a":"\\"key\\""}',
  '{"a":{"key":[{}]}}',
])('a member set in the bytes of %s is where it would be in the text', (object) => {
  const inText = withMember(new JsonText(object), 'key', new JsonText('"😀"')).text

  for (const target of [new JsonText(object), bytesOf(object)])
    for (const value of [new JsonText('"😀"'), bytesOf('"😀"')])
      expect(withBytesMember(target, 'key', value).text).toBe(inText)
})

test.each([
  {},
  [],
  null,
  'é',
  { a: undefined, b: 1 },
  { call: bytesOf('{"é":1}') },
  { calls: [bytesOf('1'), bytesOf('2')], cursor: 'c' },
  { calls: [1, bytesOf('2')], none: [] },
  { calls: [bytesOf('1'), undefined, new JsonText('{}')], last: bytesOf('null') },
  { deep: { deeper: [bytesOf('"x"')] } },
])('pieces join to the text of the value', (value) => {
  const pieces = [...writeJsonPieces(value)].map((piece) => Buffer.from(piece))

  expect(Buffer.concat(pieces).toString()).toBe(writeJson(value))
})

test.each([
  {},
  { a: undefined, b: 1 },
  { call: bytesOf('{"é":1}') },
  { '"': bytesOf('1'), text: new JsonText('[]'), last: null },
])('pieces of an object that is written at once join to its text', (object) => {
  const pieces = writeObjectPieces(object).map((piece) => Buffer.from(piece))

  expect(Buffer.concat(pieces).toString()).toBe(writeJson(object))
})

test('JSON gets a line feed of its own unless it has one, whatever stands behind it in memory', () => {
  const memory = new TextEncoder().encode('{"a":1}\n{"b":2}')
  const line = memory.subarray(0, 8)
  const lineFeedOfOthers = new JsonBytes(memory.subarray(0, 7))

  expect(new JsonLine(line).text).toBe('{"a":1}')
  expect(lineOf(new JsonLine(line))).toBe(line)
  expect(Buffer.from(lineOf(lineFeedOfOthers)).toString()).toBe('{"a":1}\n')
  expect(lineOf(lineFeedOfOthers).buffer).not.toBe(memory.buffer)
  expect(Buffer.from(lineOf(new JsonBytes(Buffer.from('{"c":'), Buffer.from('3}')))).toString()).toBe(
    '{"c":3}\n',
  )
})

test('pieces that follow one another in memory are not copied when they are put together', () => {
  const memory = Buffer.from('0123456789')

  const neighbours = concatenated([memory.subarray(1, 3), memory.subarray(3, 6)])
  expect(neighbours.toString()).toBe('12345')
  expect(neighbours.buffer).toBe(memory.buffer)
  expect(concatenated([memory.subarray(3, 6), memory.subarray(1, 3)]).toString()).toBe('34512')
  expect(concatenated([memory.subarray(1, 3), Buffer.from('x')]).toString()).toBe('12x')
  expect(concatenated([])).toEqual(Buffer.alloc(0))
})

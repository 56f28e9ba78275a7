import { describe, expect, test } from 'vitest'
import { membersOf, objectOf, withMember } from './members.ts'
import { JsonText } from './text.ts'

test('the members of an object keep their text, and the last of a name wins', () => {
  const members = membersOf(new JsonText('{"a": 1.0, "__proto__": {"b":[1, 2]}, "a": "x", "\\u0063": null}'))

  expect([...(members ?? [])].map(([key, { text }]) => [key, text])).toEqual([
    ['a', '"x"'],
    ['__proto__', '{"b":[1, 2]}'],
    ['c', 'null'],
  ])
})

test('only an object has members', () => {
  expect(membersOf(new JsonText('[]'))).toBeUndefined()
  expect(membersOf(new JsonText('null'))).toBeUndefined()
  expect(membersOf(new JsonText('"{}"'))).toBeUndefined()
})

test('members are written back as an object', () => {
  expect(objectOf([['a"b', new JsonText('1.0')]]).text).toBe('{"a\\"b":1.0}')
})

describe('a member is put into an object', () => {
  test.each([
    ['{}', '{"k":1.0}'],
    ['{ }', '{ "k":1.0}'],
    ['{"a":1.0}', '{"a":1.0,"k":1.0}'],
    ['{"a": {"b": "}"} }', '{"a": {"b": "}"} ,"k":1.0}'],
    ['{"k":0,"a":1.0}', '{"k":1.0,"a":1.0}'],
    ['{"\\u006b":0,"a":1.0}', '{"k":1.0,"a":1.0}'],
    ['{"a":"k \\"k\\""}', '{"a":"k \\"k\\"","k":1.0}'],
  ])('%s', (object, expected) => {
    expect(withMember(new JsonText(object), 'k', new JsonText('1.0')).text).toBe(expected)
  })
})

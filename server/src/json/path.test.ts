import { expect, test } from 'vitest'
import { stringAt, valueAt, withValueAt } from './path.ts'
import { JsonText } from './text.ts'

const payload = new JsonText('{"model":{"t":1.0},"list":[1,{"a":2}]}')

test('a path reads keys of objects and places of arrays', () => {
  expect(valueAt(payload, ['model', 't'])?.text).toBe('1.0')
  expect(valueAt(payload, ['list', '1', 'a'])?.text).toBe('2')
  expect(valueAt(payload, [])).toBe(payload)
})

test('a path that leads nowhere finds nothing and changes nothing', () => {
  expect(valueAt(payload, ['model', 'x', 'y'])).toBeUndefined()
  expect(valueAt(payload, ['list', '7'])).toBeUndefined()
  expect(withValueAt(payload, ['list', '7'], new JsonText('0'))).toEqual(payload)
})

test('a value is put in at the end of a path, and the rest keeps its text', () => {
  expect(withValueAt(payload, ['list', '1', 'a'], new JsonText('"x"')).text).toBe(
    '{"model":{"t":1.0},"list":[1,{"a":"x"}]}',
  )
  expect(withValueAt(payload, ['model'], new JsonText('null')).text).toBe('{"model":null,"list":[1,{"a":2}]}')
})

test('a key named __proto__ is a key like any other', () => {
  const hostile = new JsonText('{"__proto__":{"a":1}}')

  expect(withValueAt(hostile, ['__proto__', 'a'], new JsonText('2')).text).toBe('{"__proto__":{"a":2}}')
})

test('a string is read as what it says, and anything else is none', () => {
  const named = new JsonText('{"name":"caf\\u00e9","size":1}')

  expect(stringAt(named, ['name'])).toBe('café')
  expect(stringAt(named, ['size'])).toBeUndefined()
  expect(stringAt(named, ['other'])).toBeUndefined()
  expect(stringAt(new JsonText('"itself"'), [])).toBe('itself')
})

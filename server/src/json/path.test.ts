import { expect, test } from 'vitest'
import { stringAt, valueAt } from './path.ts'
import { JsonText } from './text.ts'

const payload = new JsonText('{"model":{"t":1.0},"list":[1,{"a":2}]}')

test('a path reads keys of objects and places of arrays', () => {
  expect(valueAt(payload, ['model', 't'])?.text).toBe('1.0')
  expect(valueAt(payload, ['list', '1', 'a'])?.text).toBe('2')
  expect(valueAt(payload, [])).toBe(payload)
})

test('a path that leads nowhere finds nothing', () => {
  expect(valueAt(payload, ['model', 'x', 'y'])).toBeUndefined()
  expect(valueAt(payload, ['list', '7'])).toBeUndefined()
})

test('a key named __proto__ is a key like any other', () => {
  expect(valueAt(new JsonText('{"__proto__":{"a":1}}'), ['__proto__', 'a'])?.text).toBe('1')
})

test('of a key given twice the last counts, also where it ends the path', () => {
  expect(valueAt(new JsonText('{"a":{"b":1},"a":{"b":2}}'), ['a', 'b'])?.text).toBe('2')
  expect(valueAt(new JsonText('{"a":{"b":1},"a":3}'), ['a', 'b'])).toBeUndefined()
})

test('a document is read once, however long the path is', { timeout: 5_000 }, () => {
  const depth = 190
  const nested = `${'{"a":'.repeat(depth)}"${'x'.repeat(8_000_000)}"${'}'.repeat(depth)}`

  expect(valueAt(new JsonText(nested), Array(depth).fill('a'))?.kind).toBe('string')
})

test('a string is read as what it says, and anything else is none', () => {
  const named = new JsonText('{"name":"caf\\u00e9","size":1}')

  expect(stringAt(named, ['name'])).toBe('café')
  expect(stringAt(named, ['size'])).toBeUndefined()
  expect(stringAt(named, ['other'])).toBeUndefined()
  expect(stringAt(new JsonText('"itself"'), [])).toBe('itself')
})

import { expect, test } from 'vitest'
import { asMessages, readableText } from './readable-text.ts'

test('a payload is told by the text it holds', () => {
  expect(readableText('{"question":"2+2?","k":4}')).toBe('2+2?')
  expect(readableText('"plain"')).toBe('plain')
  expect(readableText('{"a":1.0}')).toBe('{\n  "a": 1.0\n}')
})

test('what a model said is found, or shown as it came', () => {
  const choice = { choices: [{ message: { role: 'assistant', content: 'hello' } }] }

  expect(asMessages(JSON.stringify(choice))[0]?.text).toBe('hello')
  expect(asMessages('[1,2]')[0]?.text).toBe('[\n  1,\n  2\n]')
  expect(asMessages('null')).toEqual([])
})

import { expect, test } from 'vitest'
import { asMessages, readableText } from './readable-text.ts'

test('the readable text of a payload is its main text field', () => {
  expect(readableText('{"question":"2+2?","k":4}')).toBe('2+2?')
  expect(readableText('"plain"')).toBe('plain')
  expect(readableText('{"a":1.0}')).toBe('{\n  "a": 1.0\n}')
})

test('model responses become messages, unknown formats fall back to JSON', () => {
  const choice = { choices: [{ message: { role: 'assistant', content: 'hello' } }] }

  expect(asMessages(JSON.stringify(choice))[0]?.text).toBe('hello')
  expect(asMessages('[1,2]')[0]?.text).toBe('[\n  1,\n  2\n]')
  expect(asMessages('null')).toEqual([])
})

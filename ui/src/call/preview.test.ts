import { expect, test } from 'vitest'
import { callPreview } from './preview.ts'

const FINE = { exception: null }

test('the preview of a call shows inputs and output', () => {
  expect(callPreview({ ...FINE, inputs: { q: '2+2?' }, output: 4 })).toBe('q: 2+2? → 4')
  expect(callPreview({ ...FINE, inputs: { q: '2+2?' }, output: null })).toBe('q: 2+2?')
})

test('the preview of a failed call shows the error without its stack trace', () => {
  const exception = 'Traceback (most recent call last):\n  File "a.py", line 3\nTimeoutError: no answer\n'

  expect(callPreview({ inputs: { q: '2+2?' }, output: null, exception })).toBe('TimeoutError: no answer')
})

test('the preview of a chat shows the response', () => {
  const inputs = { messages: [{ role: 'user', content: 'a long story' }] }
  const tool = { function: { name: 'search', arguments: '{"q":1}' } }

  expect(callPreview({ ...FINE, inputs, output: { choices: [{ message: { content: 'yes' } }] } })).toBe('yes')
  expect(callPreview({ ...FINE, inputs, output: { choices: [{ message: { tool_calls: [tool] } }] } })).toBe(
    'search({"q":1})',
  )
})

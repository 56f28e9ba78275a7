import { expect, test } from 'vitest'
import { callPreview } from './preview.ts'

const FINE = { exception: null }

test('a call is previewed by what went in and came out', () => {
  expect(callPreview({ ...FINE, inputs: { q: '2+2?' }, output: 4 })).toBe('q: 2+2? → 4')
  expect(callPreview({ ...FINE, inputs: { q: '2+2?' }, output: null })).toBe('q: 2+2?')
})

test('a call that failed is previewed by its fault, not by where in the code it was', () => {
  const exception = 'Traceback (most recent call last):\n  File "a.py", line 3\nTimeoutError: no answer\n'

  expect(callPreview({ inputs: { q: '2+2?' }, output: null, exception })).toBe('TimeoutError: no answer')
})

test('a conversation is previewed by its answer', () => {
  const inputs = { messages: [{ role: 'user', content: 'a long story' }] }
  const tool = { function: { name: 'search', arguments: '{"q":1}' } }

  expect(callPreview({ ...FINE, inputs, output: { choices: [{ message: { content: 'yes' } }] } })).toBe('yes')
  expect(callPreview({ ...FINE, inputs, output: { choices: [{ message: { tool_calls: [tool] } }] } })).toBe(
    'search({"q":1})',
  )
})

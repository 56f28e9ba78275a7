import { expect, test } from 'vitest'
import { callPreview } from './preview.ts'

test('a call is previewed by what went in and came out', () => {
  expect(callPreview({ inputs: { q: '2+2?' }, output: 4 })).toBe('q: 2+2? → 4')
  expect(callPreview({ inputs: { q: '2+2?' }, output: null })).toBe('q: 2+2?')
})

test('a conversation is previewed by its answer', () => {
  const inputs = { messages: [{ role: 'user', content: 'a long story' }] }
  const tool = { function: { name: 'search', arguments: '{"q":1}' } }

  expect(callPreview({ inputs, output: { choices: [{ message: { content: 'yes' } }] } })).toBe('yes')
  expect(callPreview({ inputs, output: { choices: [{ message: { tool_calls: [tool] } }] } })).toBe(
    'search({"q":1})',
  )
})

import { expect, test } from 'vitest'
import { messagesOf, said, thought } from '../../testing/call-source.ts'

test('thinking that Mistral sends as a list of texts is one reasoning part', () => {
  const thinking = { type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] }
  const message = { role: 'assistant', content: [thinking, { type: 'text', text: 'Yes.' }] }

  const { output } = messagesOf({ output: { choices: [{ message, finish_reason: 'length' }] } })

  expect(output).toEqual([
    { role: 'assistant', parts: [thought('Hm.'), said('Yes.')], finish_reason: 'length' },
  ])
})

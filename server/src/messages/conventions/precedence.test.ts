import { expect, test } from 'vitest'
import { messagesOf, said, text } from '../../testing/call-source.ts'

const json = JSON.stringify

test('input and output are each taken from the first convention with content', () => {
  const messages = messagesOf({
    span: {
      'gen_ai.input.messages': '[]',
      'gen_ai.output.messages': json([{ role: 'assistant', parts: [said('from GenAI')] }]),
      'langfuse.observation.input': json({ n: 1 }),
      'input.value': json({ messages: [{ role: 'user', content: 'from OpenInference' }] }),
      'output.value': 'ignored',
    },
  })

  expect(messages.input).toEqual([text('user', 'from OpenInference')])
  expect(messages.output).toEqual([text('assistant', 'from GenAI')])
})

test('a span without content has no messages', () => {
  expect(messagesOf({ span: { 'http.request.method': 'POST' } })).toEqual({
    kind: 'call',
    input: [],
    output: [],
    tools: [],
    settings: {},
    documents: [],
  })
})

import { expect, test } from 'vitest'
import { messagesOf, said, text, thought } from '../../testing/call-source.ts'

test('Cohere is read with its documents, and its plan is reasoning', () => {
  const messages = messagesOf({
    op_name: 'cohere.ClientV2.chat',
    inputs: {
      messages: [{ role: 'user', content: 'Who?' }],
      documents: [{ id: 'd1', data: { text: 'Ada wrote it.', title: 'History' } }, 'Plain text'],
    },
    output: {
      finish_reason: 'COMPLETE',
      message: { role: 'assistant', tool_plan: 'Read.', content: [{ type: 'text', text: 'Ada.' }] },
    },
  })

  expect(messages).toMatchObject({
    input: [text('user', 'Who?')],
    output: [{ role: 'assistant', parts: [thought('Read.'), said('Ada.')], finish_reason: 'stop' }],
    documents: [{ id: 'd1', content: 'Ada wrote it.' }, { content: 'Plain text' }],
  })
})

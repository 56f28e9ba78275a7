import { expect, test } from 'vitest'
import { messagesOf, PNG, said, thought } from '../../testing/call-source.ts'

test('Ollama is read with pictures beside the content and parsed arguments', () => {
  const messages = messagesOf({
    inputs: { model: 'llama3', messages: [{ role: 'user', content: 'This?', images: [PNG] }] },
    output: {
      done: true,
      done_reason: 'stop',
      message: {
        role: 'assistant',
        content: '',
        thinking: 'Hm.',
        tool_calls: [{ function: { name: 'get_weather', arguments: { city: 'Paris' } } }],
      },
    },
  })

  expect(messages.input).toEqual([
    { role: 'user', parts: [{ type: 'blob', modality: 'image', content: PNG }, said('This?')] },
  ])
  expect(messages.output).toEqual([
    {
      role: 'assistant',
      finish_reason: 'stop',
      parts: [thought('Hm.'), { type: 'tool_call', name: 'get_weather', arguments: { city: 'Paris' } }],
    },
  ])
})

test.each([
  { done: true, items: [1] },
  { done: false, message: 'Not yet.' },
])('what only says that it is done is data: %j', (output) => {
  expect(messagesOf({ output }).output).toMatchObject([{ parts: [{ type: 'data', value: output }] }])
})

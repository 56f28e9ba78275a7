import { expect, test } from 'vitest'
import { image, messagesOf, PNG, said, text } from '../../testing/call-source.ts'

test('blocks of LlamaIndex are parts', () => {
  const block = (content: string) => ({ block_type: 'text', text: content })

  const messages = messagesOf({
    inputs: {
      messages: [
        {
          role: 'user',
          blocks: [block('Hi'), { block_type: 'image', image: PNG, image_mimetype: 'image/png' }],
        },
      ],
    },
    output: { message: { role: 'assistant', blocks: [block('Hello')] }, raw: {} },
  })

  expect(messages.input).toEqual([{ role: 'user', parts: [said('Hi'), image] }])
  expect(messages.output).toEqual([text('assistant', 'Hello')])
})

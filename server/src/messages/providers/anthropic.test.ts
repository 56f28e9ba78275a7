import { expect, test } from 'vitest'
import {
  called,
  image,
  messagesOf,
  PNG,
  said,
  text,
  thought,
  toolResult,
  weather,
} from '../../testing/call-source.ts'

test('tool results that Anthropic has the user send become messages of the tool', () => {
  const messages = messagesOf({
    op_name: 'anthropic.Messages.create',
    inputs: {
      system: [{ type: 'text', text: 'Be brief.' }],
      messages: [
        {
          role: 'user',
          content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } }],
        },
        {
          role: 'assistant',
          content: [{ type: 'tool_use', id: 'c1', name: 'get_weather', input: { city: 'Paris' } }],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'c1', content: [{ type: 'text', text: 'sunny' }] },
            { type: 'text', text: 'And tomorrow?' },
          ],
        },
      ],
      tools: [{ name: weather.name, description: weather.description, input_schema: weather.parameters }],
    },
    output: {
      type: 'message',
      role: 'assistant',
      stop_reason: 'end_turn',
      content: [
        { type: 'thinking', thinking: 'Hm.', signature: 'x' },
        { type: 'redacted_thinking', data: 'zzz' },
        { type: 'text', text: 'Rain.' },
      ],
    },
  })

  expect(messages.input).toEqual([
    text('system', 'Be brief.'),
    { role: 'user', parts: [image] },
    { role: 'assistant', parts: [called] },
    toolResult('c1', 'sunny'),
    text('user', 'And tomorrow?'),
  ])
  expect(messages.output).toEqual([
    {
      role: 'assistant',
      finish_reason: 'stop',
      parts: [
        thought('Hm.'),
        { type: 'data', value: { type: 'redacted_thinking', data: 'zzz' } },
        said('Rain.'),
      ],
    },
  ])
  expect(messages.tools).toEqual([weather])
})

test('the deltas of a stream are parts, and empty thinking is none', () => {
  const content = [
    { type: 'thinking', thinking: '', signature: 'x' },
    { type: 'thinking_delta', thinking: 'Hm.' },
    { type: 'text_delta', text: 'Rain.' },
  ]

  expect(messagesOf({ output: { type: 'message', content } }).output).toEqual([
    { role: 'assistant', parts: [thought('Hm.'), said('Rain.')] },
  ])
})

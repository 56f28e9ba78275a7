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

test('a chat completion is read with its pictures, tool calls, results and settings', () => {
  const call = {
    id: 'c1',
    type: 'function',
    function: { name: 'get_weather', arguments: '{"city":"Paris"}' },
  }
  const content = [
    { type: 'text', text: 'What is this?' },
    { type: 'image_url', image_url: { url: `data:image/png;base64,${PNG}` } },
  ]

  const messages = messagesOf({
    op_name: 'openai.chat.completions.create',
    inputs: {
      self: '<openai.resources.chat.Completions object at 0x7f01>',
      model: 'gpt-4o',
      temperature: 0.5,
      top_p: 'NOT_GIVEN',
      seed: '<openai.Omit object at 0x7f02>',
      messages: [
        { role: 'developer', content: 'Be brief.' },
        { role: 'user', content },
        { role: 'assistant', content: null, tool_calls: [call] },
        { role: 'tool', tool_call_id: 'c1', content: '{"celsius":20}' },
      ],
      tools: [{ type: 'function', function: weather }],
    },
    output: {
      choices: [
        {
          finish_reason: 'tool_calls',
          message: { role: 'assistant', content: null, reasoning_content: 'Hm.', tool_calls: [call] },
        },
        { finish_reason: 'stop', message: { role: 'assistant', content: 'A cat.' } },
      ],
    },
  })

  expect(messages).toEqual({
    kind: 'llm',
    input: [
      text('system', 'Be brief.'),
      { role: 'user', parts: [said('What is this?'), image] },
      { role: 'assistant', parts: [called] },
      toolResult('c1', { celsius: 20 }),
    ],
    output: [
      { role: 'assistant', parts: [thought('Hm.'), called], finish_reason: 'tool_call' },
      { ...text('assistant', 'A cat.'), finish_reason: 'stop' },
    ],
    tools: [weather],
    settings: { model: 'gpt-4o', temperature: 0.5 },
    documents: [],
  })
})

test('a call that is both a block of Anthropic and in the list of calls is read once', () => {
  const message = {
    role: 'assistant',
    content: [
      { type: 'text', text: 'Let me see.' },
      { type: 'tool_use', id: 'c1', name: 'get_weather', input: { city: 'Paris' } },
    ],
    tool_calls: [
      { id: 'c1', name: 'get_weather', arguments: '{"city":"Paris"}' },
      { id: 'c2', name: 'get_weather', arguments: '{"city":"Rome"}' },
    ],
  }

  expect(messagesOf({ inputs: { messages: [message] } }).input).toEqual([
    {
      role: 'assistant',
      parts: [said('Let me see.'), called, { ...called, id: 'c2', arguments: { city: 'Rome' } }],
    },
  ])
})

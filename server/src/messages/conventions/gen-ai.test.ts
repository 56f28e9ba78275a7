import { expect, test } from 'vitest'
import {
  bothForms,
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

const json = JSON.stringify

test.each<[string, Record<string, unknown>, object]>([
  [
    'GenAI messages',
    {
      'gen_ai.operation.name': 'chat',
      'gen_ai.request.model': 'gpt-4o',
      'gen_ai.request.temperature': 0.2,
      'gen_ai.system_instructions': json([{ type: 'text', content: 'Be brief.' }]),
      'gen_ai.input.messages': json([
        {
          role: 'user',
          parts: [said('Weather?'), { type: 'uri', modality: 'image', uri: 'https://x/y.png' }],
        },
        {
          role: 'assistant',
          parts: [{ type: 'tool_call', id: 'c1', name: 'get_weather', arguments: '{"city":"Paris"}' }],
        },
        { role: 'tool', parts: [{ type: 'tool_call_response', id: 'c1', result: 'sunny' }] },
      ]),
      'gen_ai.output.messages': json([
        {
          role: 'assistant',
          parts: [{ type: 'thinking', content: 'Hm.' }, said('Sunny.')],
          finish_reason: 'stop',
        },
      ]),
      'gen_ai.tool.definitions': json([{ type: 'function', ...weather }]),
    },
    {
      kind: 'llm',
      input: [
        text('system', 'Be brief.'),
        {
          role: 'user',
          parts: [said('Weather?'), { type: 'uri', modality: 'image', uri: 'https://x/y.png' }],
        },
        { role: 'assistant', parts: [called] },
        toolResult('c1', 'sunny'),
      ],
      output: [{ role: 'assistant', parts: [thought('Hm.'), said('Sunny.')], finish_reason: 'stop' }],
      tools: [weather],
      settings: { model: 'gpt-4o', temperature: 0.2 },
    },
  ],
  [
    'openlit, which repeats the system instructions and names a tool on a chat span',
    {
      'gen_ai.operation.name': 'chat',
      'gen_ai.tool.name': 'get_weather',
      'gen_ai.system_instructions': json([{ type: 'text', content: 'Be brief.' }]),
      'gen_ai.input.messages': json([
        { role: 'system', parts: [said('Be brief.')] },
        { role: 'user', parts: [said('Hi')] },
      ]),
    },
    { kind: 'llm', input: [text('system', 'Be brief.'), text('user', 'Hi')], output: [] },
  ],
  [
    'LiteLLM, with parts of OpenAI and the called tool in the older form',
    {
      'llm.request.type': 'completion',
      'gen_ai.input.messages': json([
        {
          role: 'user',
          parts: [
            { type: 'text', text: 'Hi' },
            { type: 'image_url', image_url: { url: 'https://x/y.png' } },
          ],
        },
        {
          role: 'assistant',
          parts: [],
          tool_calls: [{ id: 'c1', function: { name: 'get_weather', arguments: '{"city":"Paris"}' } }],
        },
      ]),
      'gen_ai.output.messages': json([{ role: 'assistant', parts: [], finish_reason: 'tool_calls' }]),
      'gen_ai.completion.0.role': 'assistant',
      'gen_ai.completion.0.function_call.name': 'get_weather',
      'gen_ai.completion.0.function_call.arguments': '{"city":"Rome"}',
      'gen_ai.response.finish_reasons': '["tool_calls"]',
    },
    {
      kind: 'llm',
      input: [
        { role: 'user', parts: [said('Hi'), { type: 'uri', modality: 'image', uri: 'https://x/y.png' }] },
        { role: 'assistant', parts: [called] },
      ],
      output: [
        {
          role: 'assistant',
          parts: [{ type: 'tool_call', name: 'get_weather', arguments: { city: 'Rome' } }],
          finish_reason: 'tool_call',
        },
      ],
    },
  ],
  [
    'OpenLLMetry in its older form',
    {
      'gen_ai.prompt.0.role': 'system',
      'gen_ai.prompt.0.content': 'Be brief.',
      'gen_ai.prompt.1.role': 'user',
      'gen_ai.prompt.1.content': json([{ type: 'text', text: 'Weather?' }]),
      'gen_ai.prompt.2.role': 'assistant',
      'gen_ai.prompt.2.tool_calls.0.id': 'c1',
      'gen_ai.prompt.2.tool_calls.0.name': 'get_weather',
      'gen_ai.prompt.2.tool_calls.0.arguments': '{"city":"Paris"}',
      'gen_ai.prompt.3.role': 'tool',
      'gen_ai.prompt.3.content': 'sunny',
      'gen_ai.prompt.3.tool_call_id': 'c1',
      'gen_ai.completion.0.role': 'assistant',
      'gen_ai.completion.0.content': 'Sunny.',
      'gen_ai.completion.0.finish_reason': 'stop',
      'llm.request.functions.0.name': 'get_weather',
      'llm.request.functions.0.description': 'Weather of a city',
      'llm.request.functions.0.parameters': '{"type":"object"}',
      'gen_ai.request.model': 'gpt-4o',
      'gen_ai.usage.prompt_tokens': 3,
    },
    {
      kind: 'llm',
      input: [
        text('system', 'Be brief.'),
        text('user', 'Weather?'),
        { role: 'assistant', parts: [called] },
        toolResult('c1', 'sunny'),
      ],
      output: [{ ...text('assistant', 'Sunny.'), finish_reason: 'stop' }],
      tools: [weather],
    },
  ],
])('%s is read, whether its attributes are stored flat or as a tree', (_, span, expected) => {
  for (const messages of bothForms(span)) expect(messages).toMatchObject(expected)
})

test.each(['type', 'kind'])(
  'pictures and files that Pydantic AI 1 sends are shown as such, by their %s',
  (key) => {
    const parts = [
      { [key]: 'image-url', url: 'https://x.test/y.png' },
      { [key]: 'document-url', url: 'https://x.test/y.pdf' },
      { [key]: 'binary', media_type: 'image/png', content: PNG },
    ]
    const span = { 'gen_ai.input.messages': json([{ role: 'user', parts }]) }

    expect(messagesOf({ span }).input).toEqual([
      {
        role: 'user',
        parts: [
          { type: 'uri', modality: 'image', uri: 'https://x.test/y.png' },
          { type: 'uri', modality: 'document', uri: 'https://x.test/y.pdf' },
          image,
        ],
      },
    ])
  },
)

test('reasoning that OpenLLMetry writes as JSON is text', () => {
  const content = json([{ text: 'Look it up.', type: 'summary_text' }])
  const span = {
    'gen_ai.output.messages': json([{ role: 'assistant', parts: [{ type: 'reasoning', content }] }]),
  }

  expect(messagesOf({ span }).output).toEqual([{ role: 'assistant', parts: [thought('Look it up.')] }])
})

test.each([
  { kind: 'file', content: 'AAAA', path: 'a.txt' },
  { kind: 'uri', uri: 'https://x', title: 'X' },
  { kind: 'tool_call_response', result: 1, cost: 2 },
])('data with a kind that is the name of a part is kept as it came: %j', (block) => {
  const messages = messagesOf({ inputs: { messages: [{ role: 'user', content: [block] }] } })

  expect(messages.input).toEqual([{ role: 'user', parts: [{ type: 'data', value: block }] }])
})

test('a file that the provider has keeps its modality', () => {
  const file = { type: 'file', modality: 'image', file_id: 'f1' }
  const span = { 'gen_ai.input.messages': json([{ role: 'user', parts: [file] }]) }

  expect(messagesOf({ span }).input).toEqual([{ role: 'user', parts: [file] }])
})

test('what the content filter of Azure found is not a message', () => {
  const span = {
    'gen_ai.prompt.prompt_filter_results': json([{ prompt_index: 0, content_filter_results: {} }]),
    'gen_ai.prompt.0.role': 'user',
    'gen_ai.prompt.0.content': 'Hi',
    'gen_ai.completion.0.role': 'assistant',
    'gen_ai.completion.0.content': 'Hello',
    'gen_ai.completion.content_filter_results': json({ hate: { filtered: false } }),
  }

  for (const messages of bothForms(span)) {
    expect(messages).toMatchObject({ input: [text('user', 'Hi')], output: [text('assistant', 'Hello')] })
  }
})

test('instructions without messages are a message', () => {
  expect(messagesOf({ span: { 'gen_ai.system_instructions': 'Be brief.' } }).input).toEqual([
    text('system', 'Be brief.'),
  ])
})

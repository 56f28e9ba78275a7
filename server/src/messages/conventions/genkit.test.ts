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
  weather,
} from '../../testing/call-source.ts'

const json = JSON.stringify

const action = (subtype: string, name: string, input: unknown, output: unknown) => ({
  'genkit:type': 'action',
  'genkit:metadata:subtype': subtype,
  'genkit:name': name,
  'genkit:input': json(input),
  'genkit:output': json(output),
})

test.each<[string, Record<string, unknown>, object]>([
  [
    'a request to a model',
    action(
      'model',
      'googleai/gemini-2.5-flash',
      {
        messages: [
          { role: 'system', content: [{ text: 'Be brief.' }] },
          {
            role: 'user',
            content: [
              { text: 'Weather?', metadata: { purpose: 'question' } },
              { media: { url: `data:image/png;base64,${PNG}`, contentType: 'image/png' } },
            ],
          },
          {
            role: 'model',
            content: [{ toolRequest: { ref: 'c1', name: 'get_weather', input: { city: 'Paris' } } }],
          },
          { role: 'tool', content: [{ toolResponse: { ref: 'c1', name: 'get_weather', output: 'sunny' } }] },
        ],
        config: { temperature: 0.5 },
        tools: [{ name: weather.name, description: weather.description, inputSchema: weather.parameters }],
      },
      {
        message: { role: 'model', content: [{ reasoning: 'Hm.' }, { text: 'Sunny.' }] },
        finishReason: 'stop',
        usage: { inputTokens: 12, outputTokens: 3 },
      },
    ),
    {
      kind: 'llm',
      input: [
        text('system', 'Be brief.'),
        { role: 'user', parts: [said('Weather?'), image] },
        { role: 'assistant', parts: [called] },
        {
          role: 'tool',
          parts: [{ type: 'tool_call_response', id: 'c1', name: 'get_weather', response: 'sunny' }],
        },
      ],
      output: [{ role: 'assistant', parts: [thought('Hm.'), said('Sunny.')], finish_reason: 'stop' }],
      tools: [weather],
      settings: { model: 'googleai/gemini-2.5-flash', temperature: 0.5 },
    },
  ],
  [
    'a tool',
    action('tool', 'get_weather', { city: 'Paris' }, 'sunny'),
    {
      kind: 'tool',
      input: [
        {
          role: 'assistant',
          parts: [{ type: 'tool_call', name: 'get_weather', arguments: { city: 'Paris' } }],
        },
      ],
      output: [{ role: 'tool', parts: [{ type: 'tool_call_response', response: 'sunny' }] }],
    },
  ],
  [
    'a retriever',
    action(
      'retriever',
      'cats',
      { query: { content: [{ text: 'Why?' }] }, options: { k: 1 } },
      { documents: [{ content: [{ text: 'Cats purr.' }], metadata: { page: 1 } }] },
    ),
    {
      kind: 'retriever',
      input: [text('user', 'Why?')],
      output: [{ role: 'tool', parts: [{ type: 'document', content: 'Cats purr.' }] }],
      documents: [{ content: 'Cats purr.', metadata: { page: 1 } }],
    },
  ],
  [
    'an embedder',
    action(
      'embedder',
      'googleai/text-embedding-004',
      { input: [{ content: [{ text: 'cats' }] }] },
      { embeddings: [{ embedding: [0.1, 0.2] }] },
    ),
    {
      kind: 'embedding',
      input: [text('user', 'cats')],
      output: [{ role: 'assistant', parts: [{ type: 'data', value: { count: 1, dimensions: 2 } }] }],
      settings: { model: 'googleai/text-embedding-004' },
    },
  ],
  [
    'a flow',
    action('flow', 'menu', 'What is on the menu?', { dish: 'soup' }),
    {
      kind: 'chain',
      input: [text('user', 'What is on the menu?')],
      output: [{ role: 'assistant', parts: [{ type: 'data', value: { dish: 'soup' } }] }],
      settings: {},
    },
  ],
])('%s of Genkit is read, whether its attributes are stored flat or as a tree', (_, span, expected) => {
  for (const messages of bothForms(span)) expect(messages).toMatchObject(expected)
})

test.each([
  { reasoning: 'Hm.', text: 'Sunny.' },
  { text: 42 },
  { text: ['a', 'b'] },
  { media: { url: 'https://x/y.png' }, caption: 'A cat' },
  { toolRequest: { name: 'search' }, note: 'why' },
])('a block that only resembles a part of Genkit is kept as it came: %j', (block) => {
  expect(messagesOf({ inputs: { messages: [{ role: 'user', content: [block] }] } }).input).toEqual([
    { role: 'user', parts: [{ type: 'data', value: block }] },
  ])
})

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

test.each<[string, Record<string, unknown>, object]>([
  [
    'a model call of the AI SDK',
    {
      'ai.operationId': 'ai.generateText.doGenerate',
      'ai.model.id': 'gpt-4o',
      'ai.prompt.messages': json([
        { role: 'system', content: 'Be brief.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Weather?' },
            { type: 'file', mediaType: 'image/png', data: 'AAAA' },
          ],
        },
        {
          role: 'assistant',
          content: [
            { type: 'tool-call', toolCallId: 'c1', toolName: 'get_weather', input: { city: 'Paris' } },
          ],
        },
        {
          role: 'tool',
          content: [
            {
              type: 'tool-result',
              toolCallId: 'c1',
              toolName: 'get_weather',
              output: { type: 'text', value: 'sunny' },
            },
          ],
        },
      ]),
      'ai.prompt.tools': [
        json({
          type: 'function',
          name: weather.name,
          description: weather.description,
          inputSchema: weather.parameters,
        }),
      ],
      'ai.response.text': 'Sunny.',
      'ai.response.reasoning': 'Hm.',
      'ai.response.finishReason': 'tool-calls',
      'ai.response.toolCalls': json([
        { toolCallId: 'c1', toolName: 'get_weather', args: '{"city":"Paris"}' },
      ]),
    },
    {
      kind: 'llm',
      input: [
        text('system', 'Be brief.'),
        {
          role: 'user',
          parts: [
            said('Weather?'),
            { type: 'blob', modality: 'image', mime_type: 'image/png', content: 'AAAA' },
          ],
        },
        { role: 'assistant', parts: [called] },
        {
          role: 'tool',
          parts: [{ type: 'tool_call_response', id: 'c1', name: 'get_weather', response: 'sunny' }],
        },
      ],
      output: [
        { role: 'assistant', parts: [thought('Hm.'), said('Sunny.'), called], finish_reason: 'tool_call' },
      ],
      tools: [weather],
      settings: { model: 'gpt-4o' },
    },
  ],
  [
    'the outer span of the AI SDK',
    {
      'ai.operationId': 'ai.generateText',
      'ai.prompt': json({ system: 'Be brief.', prompt: 'Hi' }),
      'ai.response.text': 'Hello',
    },
    {
      kind: 'chain',
      input: [text('system', 'Be brief.'), text('user', 'Hi')],
      output: [text('assistant', 'Hello')],
    },
  ],
  [
    'a tool of the AI SDK',
    {
      'ai.operationId': 'ai.toolCall',
      'ai.toolCall.id': 'c1',
      'ai.toolCall.name': 'get_weather',
      'ai.toolCall.args': '{"city":"Paris"}',
      'ai.toolCall.result': '{"sky":"blue"}',
    },
    {
      kind: 'tool',
      input: [{ role: 'assistant', parts: [called] }],
      output: [
        {
          role: 'tool',
          parts: [{ type: 'tool_call_response', id: 'c1', name: 'get_weather', response: { sky: 'blue' } }],
        },
      ],
    },
  ],
  [
    'an image that a model of the AI SDK made',
    {
      'ai.operationId': 'ai.generateText.doGenerate',
      'ai.response.text': 'A cat.',
      'ai.response.files': json([{ type: 'file', mediaType: 'image/png', data: PNG }]),
    },
    { kind: 'llm', output: [{ role: 'assistant', parts: [said('A cat.'), image] }] },
  ],
  [
    'a ranking of the AI SDK',
    {
      'ai.operationId': 'ai.rerank.doRerank',
      'ai.documents': ['"cats"', '{"name":"dogs"}'],
      'ai.ranking': [json({ index: 1, relevanceScore: 0.9 }), json({ index: 0, relevanceScore: 0.1 })],
    },
    {
      kind: 'reranker',
      input: [{ role: 'user', parts: [{ type: 'data', value: ['cats', { name: 'dogs' }] }] }],
      documents: [
        { id: '1', content: '{"name":"dogs"}', score: 0.9 },
        { id: '0', content: 'cats', score: 0.1 },
      ],
    },
  ],
  [
    'an embedding of the AI SDK',
    {
      'ai.operationId': 'ai.embed.doEmbed',
      'ai.values': ['"a"', '"b"'],
      'ai.embeddings': ['[1,2,3]', '[4,5,6]'],
    },
    {
      kind: 'embedding',
      input: [{ role: 'user', parts: [said('a'), said('b')] }],
      output: [{ role: 'assistant', parts: [{ type: 'data', value: { count: 2, dimensions: 3 } }] }],
    },
  ],
])('%s is read, whether its attributes are stored flat or as a tree', (_, span, expected) => {
  for (const messages of bothForms(span)) expect(messages).toMatchObject(expected)
})

test.each<[string, unknown]>([
  ['as text', '{"city":"Paris"}'],
  ['as the value', { city: 'Paris' }],
])('an answer that is JSON and stored %s is data', (_, answer) => {
  for (const { output } of bothForms({ 'ai.response.text': answer })) {
    expect(output).toEqual([{ role: 'assistant', parts: [{ type: 'data', value: { city: 'Paris' } }] }])
  }
})

test('a file may be an address', () => {
  const file = { type: 'file', mediaType: 'image/png', data: 'https://x/y.png' }
  const span = { 'ai.prompt.messages': json([{ role: 'user', content: [file] }]) }

  expect(messagesOf({ span }).input).toEqual([
    {
      role: 'user',
      parts: [{ type: 'uri', modality: 'image', mime_type: 'image/png', uri: 'https://x/y.png' }],
    },
  ])
})

test('a ranking has each document once, however often it names it', () => {
  const span = {
    'ai.operationId': 'ai.rerank.doRerank',
    'ai.documents': ['"cats"'],
    'ai.ranking': [json({ index: 0, relevanceScore: 0.9 }), json({ index: 0, relevanceScore: 0.1 })],
  }

  for (const { documents } of bothForms(span)) {
    expect(documents).toEqual([{ id: '0', content: 'cats', score: 0.9 }])
  }
})

test('a tool result that is text loses its quotes', () => {
  const span = { 'ai.operationId': 'ai.toolCall', 'ai.toolCall.name': 'say', 'ai.toolCall.result': '"sunny"' }

  expect(messagesOf({ span }).output).toEqual([
    { role: 'tool', parts: [{ type: 'tool_call_response', name: 'say', response: 'sunny' }] },
  ])
})

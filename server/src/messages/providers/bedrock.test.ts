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

test('a conversation with Bedrock is read with its blocks, tools and settings', () => {
  const messages = messagesOf({
    op_name: 'BedrockRuntime.converse',
    inputs: {
      modelId: 'claude',
      system: [{ text: 'Be brief.' }],
      messages: [
        {
          role: 'user',
          content: [{ text: 'Weather?' }, { image: { format: 'png', source: { bytes: PNG } } }],
        },
        {
          role: 'assistant',
          content: [{ toolUse: { toolUseId: 'c1', name: 'get_weather', input: { city: 'Paris' } } }],
        },
        {
          role: 'user',
          content: [{ toolResult: { toolUseId: 'c1', content: [{ json: { sky: 'blue' } }] } }],
        },
      ],
      inferenceConfig: { maxTokens: 50, stopSequences: ['x'] },
      toolConfig: {
        tools: [
          {
            toolSpec: {
              name: weather.name,
              description: weather.description,
              inputSchema: { json: weather.parameters },
            },
          },
        ],
      },
    },
    output: {
      stopReason: 'end_turn',
      output: {
        message: {
          role: 'assistant',
          content: [
            { reasoningContent: { reasoningText: { text: 'Hm.', signature: 's' } } },
            { text: 'Blue.' },
          ],
        },
      },
    },
  })

  expect(messages).toEqual({
    kind: 'llm',
    input: [
      text('system', 'Be brief.'),
      { role: 'user', parts: [said('Weather?'), image] },
      { role: 'assistant', parts: [called] },
      toolResult('c1', { sky: 'blue' }),
    ],
    output: [{ role: 'assistant', parts: [thought('Hm.'), said('Blue.')], finish_reason: 'stop' }],
    tools: [weather],
    settings: { model: 'claude', max_tokens: 50, stop_sequences: ['x'] },
    documents: [],
  })
})

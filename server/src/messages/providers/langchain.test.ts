import { expect, test } from 'vitest'
import { called, messagesOf, said, text, toolResult } from '../../testing/call-source.ts'

test('messages of LangChain are read however they are serialised', () => {
  const constructed = (name: string, kwargs: object) => ({
    lc: 1,
    type: 'constructor',
    id: ['langchain', 'schema', name],
    kwargs,
  })
  const ai = constructed('AIMessage', {
    content: [
      { type: 'text', text: 'Let me see.' },
      { type: 'tool_use', id: 'c1', name: 'get_weather', input: { city: 'Paris' } },
    ],
    tool_calls: [{ id: 'c1', name: 'get_weather', args: { city: 'Paris' } }],
    response_metadata: { stop_reason: 'tool_use' },
  })

  const messages = messagesOf({
    op_name: 'langchain.Llm.ChatAnthropic',
    inputs: {
      messages: [
        [
          constructed('SystemMessage', { content: 'Be brief.' }),
          { type: 'human', data: { content: 'Weather?', type: 'human' } },
          {
            type: 'ai',
            content: '',
            tool_calls: [{ id: 'c1', name: 'get_weather', args: { city: 'Paris' } }],
          },
          { type: 'tool', content: 'sunny', tool_call_id: 'c1', id: 'm1' },
        ],
      ],
    },
    output: { outputs: { generations: [[{ text: 'Let me see.', message: ai }]] } },
  })

  expect(messages.input).toEqual([
    text('system', 'Be brief.'),
    text('user', 'Weather?'),
    { role: 'assistant', parts: [called] },
    toolResult('c1', 'sunny'),
  ])
  expect(messages.output).toEqual([
    { role: 'assistant', parts: [said('Let me see.'), called], finish_reason: 'tool_call' },
  ])
})

test('the state that a graph returns ends with the answer', () => {
  const state = [
    { type: 'human', content: 'One?' },
    { type: 'ai', content: 'Two.' },
  ]

  const messages = messagesOf({ inputs: { messages: state.slice(0, 1) }, output: { messages: state } })

  expect(messages.input).toEqual([text('user', 'One?')])
  expect(messages.output).toEqual([text('assistant', 'Two.')])
})

test('the run object of a tracer is read by its outputs', () => {
  const run = {
    id: 'r1',
    name: 'RunnableSequence',
    start_time: '2025-03-01T10:00:00Z',
    outputs: { output: 'Two.' },
  }

  expect(messagesOf({ output: run }).output).toEqual([text('assistant', 'Two.')])
})

test('a generation without content has no messages', () => {
  const message = { lc: 1, type: 'constructor', id: ['AIMessage'], kwargs: { content: '' } }

  expect(messagesOf({ output: { generations: [[{ text: '', message }]] } }).output).toEqual([])
})

test('pairs of a role and a text are messages', () => {
  const messages = [
    ['system', 'Be brief.'],
    ['human', 'Weather?'],
  ]

  expect(messagesOf({ inputs: { input: { messages } } }).input).toEqual([
    text('system', 'Be brief.'),
    text('user', 'Weather?'),
  ])
})

test('the command that a node of a graph returns is read by the messages it adds', () => {
  const command = { _type: 'Command', graph: null, update: { messages: [{ type: 'ai', content: 'Two.' }] } }

  expect(messagesOf({ output: { outputs: { output: [command] } } }).output).toEqual([
    text('assistant', 'Two.'),
  ])
})

test('tools that the provider ran, and files that it has, are read from standard blocks', () => {
  const content = [
    { type: 'file', file_id: 'f1', mime_type: 'application/pdf' },
    { type: 'server_tool_call', id: 's1', name: 'web_search', args: { query: 'Paris' } },
    { type: 'server_tool_result', tool_call_id: 's1', status: 'success', output: [{ title: 'Weather' }] },
  ]

  expect(messagesOf({ output: { messages: [{ type: 'ai', content }] } }).output).toEqual([
    {
      role: 'assistant',
      parts: [
        { type: 'file', modality: 'document', mime_type: 'application/pdf', file_id: 'f1' },
        { type: 'server_tool_call', id: 's1', name: 'web_search', server_tool_call: { query: 'Paris' } },
        { type: 'server_tool_call_response', id: 's1', server_tool_call_response: [{ title: 'Weather' }] },
      ],
    },
  ])
})

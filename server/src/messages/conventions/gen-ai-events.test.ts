import { expect, test } from 'vitest'
import { called, messagesOf, said, text, toolResult } from '../../testing/call-source.ts'

const json = JSON.stringify

test('one event per message is read, with the blocks that Strands writes', () => {
  const messages = messagesOf({
    span: { 'gen_ai.operation.name': 'chat', 'gen_ai.system': 'strands-agents' },
    events: [
      { name: 'gen_ai.system.message', attributes: { content: '[{"text":"Be brief."}]' } },
      { name: 'gen_ai.user.message', attributes: { content: '[{"text":"Weather?"}]' } },
      {
        name: 'gen_ai.assistant.message',
        attributes: {
          content: json([{ toolUse: { toolUseId: 'c1', name: 'get_weather', input: { city: 'Paris' } } }]),
        },
      },
      {
        name: 'gen_ai.tool.message',
        attributes: {
          content: json([
            { toolResult: { toolUseId: 'c1', status: 'success', content: [{ text: 'sunny' }] } },
          ]),
        },
      },
      { name: 'gen_ai.choice', attributes: { finish_reason: 'end_turn', message: '[{"text":"Sunny."}]' } },
      { name: 'exception', attributes: { 'exception.message': 'no message' } },
    ],
  })

  expect(messages).toMatchObject({
    input: [
      text('system', 'Be brief.'),
      text('user', 'Weather?'),
      { role: 'assistant', parts: [called] },
      toolResult('c1', 'sunny'),
    ],
    output: [{ ...text('assistant', 'Sunny.'), finish_reason: 'stop' }],
  })
})

test('the events of a tool that Strands ran are its arguments and result', () => {
  const messages = messagesOf({
    span: {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'get_weather',
      'gen_ai.tool.call.id': 'c1',
    },
    events: [
      { name: 'gen_ai.tool.message', attributes: { role: 'tool', content: '{"city":"Paris"}', id: 'c1' } },
      { name: 'gen_ai.choice', attributes: { message: '[{"text":"sunny"}]', id: 'c1' } },
    ],
  })

  expect(messages).toMatchObject({
    kind: 'tool',
    input: [{ role: 'assistant', parts: [called] }],
    output: [{ role: 'tool', parts: [{ type: 'tool_call_response', id: 'c1', response: 'sunny' }] }],
  })
})

test('one event may have all messages', () => {
  const attributes = {
    'gen_ai.input.messages': json([{ role: 'user', parts: [said('Hi')] }]),
    'gen_ai.output.messages': json([{ role: 'assistant', parts: [said('Hello')] }]),
  }

  const messages = messagesOf({
    events: [{ name: 'gen_ai.client.inference.operation.details', attributes }],
  })

  expect(messages).toMatchObject({ input: [text('user', 'Hi')], output: [text('assistant', 'Hello')] })
})

test('the whole body may be in the one attribute of Semantic Kernel', () => {
  const choice = { index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'Hello' } }

  const messages = messagesOf({
    events: [
      { name: 'gen_ai.user.message', attributes: { 'gen_ai.event.content': '{"content":"Hi"}' } },
      { name: 'gen_ai.choice', attributes: { 'gen_ai.event.content': json(choice) } },
    ],
  })

  expect(messages.input).toEqual([text('user', 'Hi')])
  expect(messages.output).toEqual([{ ...text('assistant', 'Hello'), finish_reason: 'stop' }])
})

test('log records that became events of a span are read with their tool calls', () => {
  const tool_calls = [
    { id: 'c1', type: 'function', function: { name: 'get_weather', arguments: '{"city":"Paris"}' } },
  ]

  const messages = messagesOf({
    events: [
      { name: 'gen_ai.user.message', attributes: { 'gen_ai.system': 'openai', content: 'Weather?' } },
      { name: 'gen_ai.assistant.message', attributes: { tool_calls } },
      { name: 'gen_ai.tool.message', attributes: { content: 'sunny', id: 'c1' } },
      {
        name: 'gen_ai.choice',
        attributes: { index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'Sunny.' } },
      },
    ],
  })

  expect(messages.input).toEqual([
    text('user', 'Weather?'),
    { role: 'assistant', parts: [called] },
    toolResult('c1', 'sunny'),
  ])
  expect(messages.output).toEqual([{ ...text('assistant', 'Sunny.'), finish_reason: 'stop' }])
})

test('the answer in a list that Logfire writes without a choice is the output', () => {
  const event = (role: string, content: string) => ({ 'event.name': `gen_ai.${role}.message`, role, content })
  const events = [event('user', 'Hi'), event('assistant', 'Hello'), event('user', 'Bye')]
  const answered = [...events, event('assistant', 'See you.')]

  expect(messagesOf({ span: { events: json(answered) } })).toMatchObject({
    input: [text('user', 'Hi'), text('assistant', 'Hello'), text('user', 'Bye')],
    output: [text('assistant', 'See you.')],
  })
  expect(messagesOf({ span: { events: json(events) } }).output).toEqual([])
})

test('the items of an answer that Logfire lists one by one are one message', () => {
  const tool_calls = [{ id: 'c1', function: { name: 'get_weather', arguments: '{"city":"Paris"}' } }]
  const events = [
    { 'event.name': 'gen_ai.user.message', role: 'user', content: 'Weather?' },
    { 'event.name': 'gen_ai.assistant.message', role: 'assistant', content: 'Let me see.' },
    { 'event.name': 'gen_ai.assistant.message', role: 'assistant', tool_calls },
  ]

  expect(messagesOf({ span: { events: json(events) } })).toMatchObject({
    input: [text('user', 'Weather?')],
    output: [{ role: 'assistant', parts: [said('Let me see.'), called] }],
  })
})

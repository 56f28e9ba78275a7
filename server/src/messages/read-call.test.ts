import { expect, test } from 'vitest'
import { JsonText } from '../json/text.ts'
import { writeJson } from '../json/write.ts'
import { messagesOf, said, text } from '../testing/call-source.ts'
import { CallSource } from './call-source.ts'
import { messagesOfCall } from './read-call.ts'

test('a native tool is a tool call and its result', () => {
  const messages = messagesOf({
    op_name: 'weave:///team/app/op/get_weather:abc',
    attributes: { weave: { kind: 'tool' } },
    inputs: { self: 'x', city: 'Paris' },
    output: { sky: 'blue' },
  })

  expect(messages).toMatchObject({
    kind: 'tool',
    input: [
      {
        role: 'assistant',
        parts: [{ type: 'tool_call', name: 'get_weather', arguments: { city: 'Paris' } }],
      },
    ],
    output: [{ role: 'tool', parts: [{ type: 'tool_call_response', response: { sky: 'blue' } }] }],
  })
})

test('a native retriever is a query and documents with scores', () => {
  const messages = messagesOf({
    attributes: { weave: { kind: 'search' } },
    inputs: { query: 'cats', k: 2 },
    output: [
      { page_content: 'Cats purr.', metadata: { source: 'a.txt', score: 0.9 } },
      { node: { id_: 'n2', text: 'Dogs bark.', metadata: {} }, score: 0.5 },
      { text: 'Birds sing.', score: null, similarity: '-0.25' },
      { text: 'Fish swim.', score: 'high' },
    ],
  })

  const documents = [
    { content: 'Cats purr.', score: 0.9, metadata: { source: 'a.txt', score: 0.9 } },
    { id: 'n2', content: 'Dogs bark.', score: 0.5 },
    { content: 'Birds sing.', score: -0.25 },
    { content: 'Fish swim.' },
  ]
  expect(messages).toMatchObject({ kind: 'retriever', input: [text('user', 'cats')], documents })
  expect(messages.output).toEqual([
    { role: 'tool', parts: documents.map((each) => ({ type: 'document', ...each })) },
  ])
})

test('an embedding is texts, and how many vectors of how many dimensions', () => {
  const messages = messagesOf({
    op_name: 'openai.embeddings.create',
    inputs: { model: 'small', input: ['a', 'b'] },
    output: { data: [{ embedding: [0.1, 0.2, 0.3] }, { embedding: [1, 2, 3] }] },
  })

  expect(messages).toMatchObject({
    kind: 'embedding',
    input: [{ role: 'user', parts: [said('a'), said('b')] }],
    output: [{ role: 'assistant', parts: [{ type: 'data', value: { count: 2, dimensions: 3 } }] }],
    settings: { model: 'small' },
  })
})

test('a call in no known shape is data', () => {
  const messages = messagesOf({ inputs: { self: 'object', rows: [[1]] }, output: [1, 2] })

  expect(messages).toMatchObject({ kind: 'call', settings: {}, tools: [] })
  expect(messages.input).toEqual([{ role: 'user', parts: [{ type: 'data', value: { rows: [[1]] } }] }])
  expect(messages.output).toEqual([{ role: 'assistant', parts: [{ type: 'data', value: [1, 2] }] }])
})

test('text in and text out is a question and an answer', () => {
  const messages = messagesOf({ inputs: { input: 'One?' }, output: 'Two.' })

  expect(messages).toMatchObject({ input: [text('user', 'One?')], output: [text('assistant', 'Two.')] })
})

test('numbers keep their digits, also inside the arguments of a tool', () => {
  const source = new CallSource({
    op_name: 'find',
    display_name: null,
    attributes: new JsonText('{"weave":{"kind":"tool"}}'),
    inputs: new JsonText('{"id":12345678901234567890,"score":1.0}'),
    output: null,
    otel_dump: null,
  })

  expect(writeJson(messagesOfCall(source).input)).toContain('{"id":12345678901234567890,"score":1.0}')
})

test('a payload with too many values to parse is data as it was sent', () => {
  const inputs = `[${'0,'.repeat(1_000_000)}0]`
  const source = new CallSource({
    op_name: 'find',
    display_name: null,
    attributes: null,
    inputs: new JsonText(inputs),
    output: null,
    otel_dump: null,
  })

  expect(messagesOfCall(source).input).toEqual([
    { role: 'user', parts: [{ type: 'data', value: new JsonText(inputs) }] },
  ])
})

test('a call that was copied with its span among the attributes is read by its span', () => {
  const span = { attributes: { 'openinference.span.kind': 'LLM', 'input.value': 'Hi' } }

  expect(messagesOf({ attributes: { otel_span: span } })).toMatchObject({
    kind: 'llm',
    input: [text('user', 'Hi')],
  })
})

test('a function that was called without arguments has no messages', () => {
  const span = { 'traceloop.span.kind': 'task', 'traceloop.entity.input': '{"args":[],"kwargs":{}}' }

  expect(messagesOf({ span }).input).toEqual([])
})

import { describe, expect, test } from 'vitest'
import { ATTRIBUTES } from '../semconv/attributes.ts'
import { callOfSpan as callOf } from '../testing/call-of-span.ts'
import { keyValues } from '../testing/otlp.ts'

describe('inputs', () => {
  test.each(ATTRIBUTES.inputs)('%s stands under its own name', async (key) => {
    expect((await callOf({ [key]: 'hello' })).inputs).toEqual({ [key]: 'hello' })
  })

  test.each(['input', 'inputs'])('an object in %s is the inputs', async (key) => {
    expect((await callOf({ [key]: '{"question":"2+2?"}' })).inputs).toEqual({ question: '2+2?' })
  })

  test('messages spread over keys are a list', async () => {
    const { inputs } = await callOf({ 'gen_ai.prompt.0.role': 'user', 'gen_ai.prompt.0.content': 'hi' })

    expect(inputs).toEqual({ 'gen_ai.prompt': [{ role: 'user', content: 'hi' }] })
  })

  test('messages of OpenInference are used if there is nothing else', async () => {
    const messages = {
      'llm.input_messages.0.message.role': 'user',
      'llm.output_messages.0.message.role': 'assistant',
    }

    expect(await callOf(messages)).toMatchObject({
      inputs: { 'llm.input_messages': [{ message: { role: 'user' } }] },
      output: { 'llm.output_messages': [{ message: { role: 'assistant' } }] },
    })
    expect((await callOf({ ...messages, 'input.value': 'x' })).inputs).toEqual({ 'input.value': 'x' })
  })
})

describe('output', () => {
  const wrapped = ATTRIBUTES.output.filter((key) => !['output', 'outputs'].includes(key))

  test.each(wrapped)('%s stands under its own name', async (key) => {
    expect((await callOf({ [key]: '{"answer":4}' })).output).toEqual({ [key]: { answer: 4 } })
  })

  test.each(['output', 'outputs'])('what %s holds is the output', async (key) => {
    expect((await callOf({ [key]: 'four' })).output).toBe('four')
  })
})

describe('spans other than model requests', () => {
  test('a retriever has its query and the documents with their scores', async () => {
    const call = await callOf({
      'input.value': 'weaving?',
      'output.value': '[{"page_content":"A heddle"}]',
      'retrieval.documents.0.document.content': 'A heddle',
      'retrieval.documents.0.document.score': 0.5,
    })

    expect(call).toMatchObject({
      inputs: { 'input.value': 'weaving?' },
      output: {
        'output.value': [{ page_content: 'A heddle' }],
        'retrieval.documents': [{ document: { content: 'A heddle', score: 0.5 } }],
      },
    })
  })

  test('a reranker has its query and the documents of both sides', async () => {
    const call = await callOf({
      'reranker.query': 'q',
      'reranker.input_documents.0.document.content': 'in',
      'reranker.output_documents.0.document.content': 'out',
    })

    expect(call).toMatchObject({
      inputs: { 'reranker.query': 'q', 'reranker.input_documents': [{ document: { content: 'in' } }] },
      output: { 'reranker.output_documents': [{ document: { content: 'out' } }] },
    })
  })

  test('an embedding of the AI SDK has its texts and its size, and no vectors', async () => {
    const call = await callOf({ 'ai.values': ['"a"', '"b"'], 'ai.embeddings': ['[1,2,3]', '[4,5,6]'] })

    expect(call).toMatchObject({
      inputs: { 'ai.values': ['"a"', '"b"'] },
      output: { embeddings: { count: 2, dimensions: 3 } },
    })
  })
})

describe('messages in events', () => {
  const event = (name: string, attributes: object) => ({ name, attributes: keyValues(attributes) })

  test('one by one are inputs and output', async () => {
    const events = [
      event('gen_ai.user.message', { content: '[{"text":"hi"}]' }),
      event('gen_ai.choice', { message: '[{"text":"hello"}]', finish_reason: 'end_turn' }),
    ]

    expect(await callOf({}, { events })).toMatchObject({
      inputs: { messages: [{ role: 'user', content: [{ text: 'hi' }] }] },
      output: { choices: [{ message: [{ text: 'hello' }], finish_reason: 'end_turn' }] },
    })
  })

  test('all in one are inputs and output', async () => {
    const events = [
      event('gen_ai.client.inference.operation.details', {
        'gen_ai.input.messages': '[{"role":"user"}]',
        'gen_ai.output.messages': '[{"role":"assistant"}]',
      }),
    ]

    expect(await callOf({}, { events })).toMatchObject({
      inputs: { 'gen_ai.input.messages': [{ role: 'user' }] },
      output: { 'gen_ai.output.messages': [{ role: 'assistant' }] },
    })
  })

  test('are ignored if attributes have messages', async () => {
    const events = [event('gen_ai.user.message', { content: 'event' })]

    expect((await callOf({ 'input.value': 'attribute' }, { events })).inputs).toEqual({
      'input.value': 'attribute',
    })
  })
})

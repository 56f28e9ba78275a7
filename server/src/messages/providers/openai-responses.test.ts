import { expect, test } from 'vitest'
import { called, messagesOf, said, text, thought, toolResult, weather } from '../../testing/call-source.ts'

test('the items of a response are one answer', () => {
  const reasoning = {
    type: 'reasoning',
    id: 'r1',
    summary: [{ type: 'summary_text', text: 'Look it up.' }],
  }
  const call = { type: 'function_call', call_id: 'c1', name: 'get_weather', arguments: '{"city":"Paris"}' }

  const messages = messagesOf({
    op_name: 'openai.responses.create',
    inputs: {
      instructions: 'Be brief.',
      model: 'gpt-5',
      max_output_tokens: 100,
      input: [
        {
          role: 'user',
          content: [
            { type: 'input_text', text: 'Weather?' },
            { type: 'input_image', file_id: 'f1' },
          ],
        },
        reasoning,
        call,
        { type: 'function_call_output', call_id: 'c1', output: 'sunny' },
      ],
      tools: [{ type: 'function', ...weather }, { type: 'web_search' }],
    },
    output: {
      status: 'completed',
      output: [
        reasoning,
        { type: 'web_search_call', id: 'w1', status: 'completed' },
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Sunny.' }] },
      ],
    },
  })

  expect(messages.input).toEqual([
    text('system', 'Be brief.'),
    { role: 'user', parts: [said('Weather?'), { type: 'file', modality: 'image', file_id: 'f1' }] },
    { role: 'assistant', parts: [thought('Look it up.'), called] },
    toolResult('c1', 'sunny'),
  ])
  expect(messages.output).toMatchObject([
    {
      role: 'assistant',
      finish_reason: 'stop',
      parts: [
        thought('Look it up.'),
        { type: 'server_tool_call', id: 'w1', name: 'web_search' },
        said('Sunny.'),
      ],
    },
  ])
  expect(messages.tools).toEqual([weather, { name: 'web_search' }])
  expect(messages.settings).toEqual({ model: 'gpt-5', max_tokens: 100 })
})

test('the last of the states of a stream is read', () => {
  const state = (content: string) => ({
    status: 'completed',
    output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: content }] }],
  })

  expect(messagesOf({ output: { responses: [state('Sun'), state('Sunny.')] } }).output).toEqual([
    { ...text('assistant', 'Sunny.'), finish_reason: 'stop' },
  ])
})

test.each([
  ['max_output_tokens', 'length'],
  ['content_filter', 'content_filter'],
])('an answer that is incomplete because of %s says so', (reason, finish_reason) => {
  const output = {
    status: 'incomplete',
    incomplete_details: { reason },
    output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Sun' }] }],
  }

  expect(messagesOf({ output }).output).toEqual([{ ...text('assistant', 'Sun'), finish_reason }])
})

test.each([
  { incomplete_details: {} },
  { incomplete_details: { reason: null } },
  { incomplete_details: null, reason: 'a note of the program' },
])('an answer without a reason of its own ends by its status: %j', (details) => {
  const output = {
    ...details,
    status: 'completed',
    output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Sun' }] }],
  }

  expect(messagesOf({ output }).output).toEqual([{ ...text('assistant', 'Sun'), finish_reason: 'stop' }])
})

test('an image that was generated is shown as an image', () => {
  const image = { type: 'image_generation_call', id: 'i1', status: 'completed', result: 'iVBORw0KGgo=' }

  expect(messagesOf({ output: { status: 'completed', output: [image] } }).output).toEqual([
    {
      role: 'assistant',
      finish_reason: 'stop',
      parts: [
        {
          type: 'server_tool_call',
          id: 'i1',
          name: 'image_generation',
          server_tool_call: { type: 'image_generation_call', id: 'i1', status: 'completed' },
        },
        { type: 'blob', modality: 'image', mime_type: 'image/png', content: 'iVBORw0KGgo=' },
      ],
    },
  ])
})

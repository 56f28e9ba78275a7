import { expect, test } from 'vitest'
import { called, image, messagesOf, PNG, said, text, thought, weather } from '../../testing/call-source.ts'

test('Gemini is read in either spelling, with unset fields as null', () => {
  const unset = {
    text: null,
    thought: null,
    inline_data: null,
    function_call: null,
    function_response: null,
  }

  const messages = messagesOf({
    op_name: 'google.genai.models.Models.generate_content',
    inputs: {
      model: 'gemini-2.5-pro',
      contents: [
        {
          role: 'user',
          parts: [
            { ...unset, text: 'Weather?' },
            { ...unset, inline_data: { mime_type: 'image/png', data: PNG } },
          ],
        },
        {
          role: 'model',
          parts: [{ ...unset, function_call: { id: 'c1', name: 'get_weather', args: { city: 'Paris' } } }],
        },
        {
          role: 'user',
          parts: [
            { ...unset, function_response: { id: 'c1', name: 'get_weather', response: { sky: 'blue' } } },
          ],
        },
      ],
      config: {
        system_instruction: 'Be brief.',
        temperature: 0.1,
        tools: [{ function_declarations: [weather] }],
      },
    },
    output: {
      candidates: [
        {
          content: { role: 'model', parts: [{ text: 'Hm.', thought: true }, { text: 'Blue.' }] },
          finishReason: 'STOP',
        },
      ],
    },
  })

  expect(messages.input).toEqual([
    text('system', 'Be brief.'),
    { role: 'user', parts: [said('Weather?'), image] },
    { role: 'assistant', parts: [called] },
    {
      role: 'tool',
      parts: [{ type: 'tool_call_response', id: 'c1', name: 'get_weather', response: { sky: 'blue' } }],
    },
  ])
  expect(messages.output).toEqual([
    { role: 'assistant', parts: [thought('Hm.'), said('Blue.')], finish_reason: 'stop' },
  ])
  expect(messages).toMatchObject({
    kind: 'llm',
    tools: [weather],
    settings: { model: 'gemini-2.5-pro', temperature: 0.1 },
  })
})

test('Gemini contents may be a text, or texts and parts of one message', () => {
  const inputOf = (contents: unknown) => messagesOf({ inputs: { model: 'gemini', contents } }).input

  expect(inputOf('Hi')).toEqual([text('user', 'Hi')])
  expect(inputOf(['Hi', { inline_data: { mime_type: 'image/png', data: PNG } }])).toEqual([
    { role: 'user', parts: [said('Hi'), image] },
  ])
})

test('Gemini has its system instruction beside the contents, in either spelling', () => {
  const contents = [{ role: 'user', parts: [{ text: 'Hi' }] }]
  for (const key of ['system_instruction', 'systemInstruction']) {
    const inputs = {
      contents,
      [key]: { parts: [{ text: 'Be brief.' }] },
      generationConfig: { temperature: 0 },
    }

    expect(messagesOf({ inputs }).input).toEqual([text('system', 'Be brief.'), text('user', 'Hi')])
  }
})

test('any function may have an argument that is called contents', () => {
  const inputs = { path: 'a.txt', contents: 'hello' }

  expect(messagesOf({ inputs }).input).toEqual([{ role: 'user', parts: [{ type: 'data', value: inputs }] }])
  expect(messagesOf({ inputs: { contents: 'hello', stream: true } }).input).toEqual([text('user', 'hello')])
})

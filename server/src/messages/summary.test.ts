import { expect, test } from 'vitest'
import type { LazyMap, LazyValue } from '../json/lazy.ts'
import { CONTAINERS_MAX } from '../json/limits.ts'
import { JsonText } from '../json/text.ts'
import { callSource } from '../testing/call-source.ts'
import { CallSource } from './call-source.ts'
import { PREVIEW_MAX } from './preview.ts'
import { Span } from './span.ts'
import { askedModelOf, describeCall } from './summary.ts'

type Fields = Parameters<typeof callSource>[0]

const previewsOf = (fields: Fields) => {
  const { input_preview, output_preview } = describeCall(callSource(fields))
  return [input_preview, output_preview]
}

const user = (content: unknown) => ({ role: 'user', content })
const answer = (message: object) => ({ choices: [{ message: { role: 'assistant', ...message } }] })
const tool_calls = [{ id: 'c1', function: { name: 'get_weather', arguments: '{"city":"Paris","days":2}' } }]

test.each<[string, Fields, string, string]>([
  [
    'no marks, also where short lines make room for them',
    { inputs: { messages: [user(`${'tea\n\n'.repeat(33)}**green** tea`)] } },
    `${'tea '.repeat(33)}green tea`,
    '',
  ],
  [
    'the last text of the user and the answer',
    {
      inputs: {
        messages: [
          { role: 'system', content: 'Be brief.' },
          user('Hi'),
          { role: 'assistant', content: 'Hello' },
          user('What is\n\n  the weather?'),
          { role: 'assistant', tool_calls },
          { role: 'tool', tool_call_id: 'c1', content: 'sunny' },
        ],
      },
      output: answer({ content: 'Sunny.' }),
    },
    'What is the weather?',
    'Sunny.',
  ],
  [
    'the called tools where the model said nothing',
    {
      inputs: { messages: [user('Weather?')] },
      output: answer({ content: '', reasoning_content: 'Hm.', tool_calls }),
    },
    'Weather?',
    'get_weather(city: Paris, days: 2)',
  ],
  [
    'the reasoning where there is nothing else',
    { inputs: { messages: [user('Hi')] }, output: answer({ reasoning_content: 'Hm.' }) },
    'Hi',
    'Hm.',
  ],
  [
    'a picture where that is all',
    { inputs: { messages: [user([{ type: 'image_url', image_url: { url: 'https://x/y.png' } }])] } },
    '[image]',
    '',
  ],
  [
    "a tool's arguments and result",
    {
      attributes: { weave: { kind: 'tool' } },
      inputs: { city: 'Paris' },
      output: { sky: 'blue', celsius: 20 },
    },
    'city: Paris',
    'sky: blue, celsius: 20',
  ],
  [
    "a retriever's query and first document",
    {
      attributes: { weave: { kind: 'search' } },
      inputs: { query: 'cats' },
      output: [{ page_content: 'Cats purr.' }, { page_content: 'Dogs bark.' }],
    },
    'cats',
    'Cats purr.',
  ],
  [
    'the main field of data, or all of it as pairs',
    { inputs: { depth: 2, question: 'Why?' }, output: { ok: true, rows: [1, null, 'x'] } },
    'Why?',
    'ok: true, rows: 1, , x',
  ],
])('a preview has %s', (_, fields, input, output) => {
  expect(previewsOf(fields)).toEqual([input, output])
})

test('a preview is one line of bounded length and whole characters', () => {
  const [input = '', output = ''] = previewsOf({
    inputs: { input: '😀\n'.repeat(PREVIEW_MAX) },
    output: `${'a'.repeat(PREVIEW_MAX - 2)}😀 and more`,
  })

  expect(input).not.toContain('\n')
  expect(input.length).toBeLessThanOrEqual(PREVIEW_MAX)
  expect(output).toMatch(/…$/)
  expect(output.isWellFormed()).toBe(true)
})

test('a call that runs has a kind and an input', () => {
  const call = callSource({ op_name: 'openai.chat.completions.create', inputs: { messages: [user('Hi')] } })

  expect(describeCall(call)).toEqual({
    kind: 'llm',
    input_preview: 'Hi',
    output_preview: '',
    response_id: null,
  })
})

test('a column that nothing is needed of is not parsed', () => {
  const spanText = JSON.stringify({ attributes: { 'input.value': 'Hi', 'output.value': 'Hello' } })
  const call = new CallSource({
    op_name: 'answer',
    display_name: null,
    attributes: null,
    get inputs(): JsonText {
      throw new Error('inputs were read')
    },
    get output(): JsonText {
      throw new Error('output was read')
    },
    otel_dump: new JsonText(spanText),
  })

  expect(describeCall(call)).toMatchObject({ input_preview: 'Hi', output_preview: 'Hello' })
})

test('a chat with too many messages to be read is previewed as it begins', () => {
  const message = '{"role":"tool"}'
  const inputs = new JsonText(`{"messages":[${`${message},`.repeat(CONTAINERS_MAX)}${message}]}`)
  const fields = { op_name: '', display_name: null, attributes: null, output: null, otel_dump: null }

  expect(describeCall(new CallSource({ ...fields, inputs })).input_preview).toMatch(/^\{"messages":\[.*…$/)
})

test('an attribute that is too complex to be read is skipped', () => {
  const complex = new JsonText(`[${'{},'.repeat(CONTAINERS_MAX)}1]`)
  const attributes: LazyMap = new Map<string, LazyValue>([
    ['gen_ai', new Map([['input', new Map([['messages', [complex]]])]])],
  ])
  const fields = { op_name: '', display_name: null, attributes: null, inputs: null, output: null }
  const span = new Span(new Map([['attributes', attributes]]))

  expect(() => describeCall(new CallSource({ ...fields, otel_dump: null }, span))).not.toThrow()
})

test.each<[Record<string, unknown>, string | null]>([
  [{ 'gen_ai.request.model': 'm', 'gen_ai.response.model': 'm-1' }, 'm'],
  [{ 'mlflow.llm.model': '"m"' }, 'm'],
  [{ 'mlflow.spanType': '"CHAT_MODEL"', 'mlflow.spanInputs': { model: 'm' } }, 'm'],
  [{ 'mlflow.spanType': '"TOOL"', 'mlflow.spanInputs': { model: 'T' } }, null],
  [{ 'gen_ai.request.model': 'm'.repeat(201) }, null],
])('%j asks for the model %s', (span, model) => {
  expect(askedModelOf(callSource({ span }))).toBe(model)
})

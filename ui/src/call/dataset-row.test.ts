import type { CallMessages } from '@heddle/contract/messages'
import { expect, test } from 'vitest'
import { rowText, type SourceCall, sourcesOf, suggestedColumns } from './dataset-row.ts'

const text = (role: string, content: string) => ({ role, parts: [{ type: 'text' as const, content }] })

const CHAT: CallMessages = {
  id: 'a',
  kind: 'llm',
  input: [text('system', 'Be kind.'), text('user', 'Hi'), text('assistant', 'Hello'), text('user', 'Why?')],
  output: [
    {
      role: 'assistant',
      parts: [
        { type: 'reasoning', content: 'Hm.' },
        { type: 'text', content: 'Because.' },
      ],
    },
  ],
  tools: [],
  settings: {},
  documents: [{ content: 'Physics' }],
}

const call = (fields: Partial<SourceCall>): SourceCall => ({
  inputs: '{}',
  output: 'null',
  messages: undefined,
  ...fields,
})

test('a chat becomes the last question, the answer and the documents', () => {
  const chat = call({ inputs: '{"messages":[]}', messages: CHAT })

  expect(rowText(chat, suggestedColumns(chat))).toBe(
    '{"input":"Why?","output":"Because.","context":["Physics"]}',
  )
})

test('any other call has its inputs as columns, with all digits of numbers', () => {
  const plain = call({
    inputs: '{"n":12345678901234567890123,"x":1.0,"__proto__":{},"output":1}',
    output: '[1.0]',
    messages: { ...CHAT, input: [{ role: 'user', parts: [{ type: 'data', value: {} }] }], documents: [] },
  })

  expect(rowText(plain, suggestedColumns(plain))).toBe(
    '{"n":12345678901234567890123,"x":1.0,"__proto__":{},"inputs.output":1,"output":[1.0]}',
  )
})

test('a column is filled from the chosen source, and left out where a call has nothing for it', () => {
  const chosen = [
    { source: 'inputs.city', name: 'place' },
    { source: 'answer', name: 'expected' },
    { source: 'inputs.constructor', name: 'missing' },
    { source: 'constructor', name: 'unknown' },
  ]

  expect(rowText(call({ inputs: '{"city":"Graz"}', messages: CHAT }), chosen)).toBe(
    '{"place":"Graz","expected":"Because."}',
  )
})

test('every field of the inputs can be chosen', () => {
  const sources = sourcesOf(call({ inputs: '{"city":"Graz","a.b":1}' })).map(({ value }) => value)

  expect(sources).toEqual(expect.arrayContaining(['question', 'output', 'inputs.city', 'inputs.a.b']))
})

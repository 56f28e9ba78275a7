import { describe, expect, test } from 'vitest'
import { chatOf } from './chat.ts'

const user = { role: 'user', text: 'hi', toolUses: [], images: [] }

describe('chat messages are found', () => {
  test('in a chat completion, with tool calls', () => {
    const call = { id: 'x', type: 'function', function: { name: 'search', arguments: '{"q":1}' } }
    const output = { choices: [{ message: { role: 'assistant', content: '', tool_calls: [call] } }] }

    const chat = chatOf({ messages: [{ role: 'user', content: 'hi' }] }, output)

    expect(chat?.prompt).toEqual([user])
    expect(chat?.response[0]?.toolUses).toEqual([{ name: 'search', args: '{"q":1}' }])
  })

  test('in a message made of blocks', () => {
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } }
    const inputs = {
      system: 'be kind',
      messages: [{ role: 'user', content: [{ type: 'text', text: 'hi' }, image] }],
    }
    const output = {
      content: [
        { type: 'text', text: 'hello' },
        { type: 'tool_use', name: 'look', input: { a: 1 } },
      ],
    }

    const chat = chatOf(inputs, output)

    expect(chat?.prompt[0]).toMatchObject({ role: 'system', text: 'be kind' })
    expect(chat?.prompt[1]?.images).toEqual(['data:image/png;base64,AAAA'])
    expect(chat?.response[0]).toMatchObject({ text: 'hello', toolUses: [{ name: 'look', args: '{"a":1}' }] })
  })

  test('in a response made of items', () => {
    const output = {
      output: [
        { type: 'reasoning', summary: [] },
        { type: 'function_call', name: 'search', arguments: '{}' },
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'done' }] },
      ],
    }

    const chat = chatOf({ input: [{ role: 'user', content: 'hi' }] }, output)

    expect(chat?.response.map(({ text, toolUses }) => [text, toolUses.length])).toEqual([
      ['', 1],
      ['done', 0],
    ])
  })

  test('in contents made of parts', () => {
    const output = { candidates: [{ content: { role: 'model', parts: [{ text: 'hello' }] } }] }

    const chat = chatOf({ contents: [{ role: 'user', parts: [{ text: 'hi' }] }] }, output)

    expect(chat?.prompt).toEqual([user])
    expect(chat?.response[0]?.text).toBe('hello')
  })
})

test.each([
  ['inputs that are no conversation', { question: 'x' }],
  ['nothing', null],
  ['hostile lists', { messages: [null, 5, {}] }],
])('%s has no chat messages', (_, inputs) => expect(chatOf(inputs, {})).toBeUndefined())

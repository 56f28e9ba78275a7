import type { Message } from '@heddle/contract/messages'
import { expect, test } from 'vitest'
import { type ChatMessage, chatOf, messageText, stretchesOf } from './chat.ts'

const said = (role: string, content: string): Message => ({ role, parts: [{ type: 'text', content }] })

const called = (name: string, id?: string): Message => ({
  role: 'assistant',
  parts: [{ type: 'tool_call', name, ...(id !== undefined && { id }), arguments: { q: 1 } }],
})

const returned = (response: unknown, id?: string, name?: string): Message => ({
  role: 'tool',
  parts: [
    {
      type: 'tool_call_response',
      response,
      ...(id !== undefined && { id }),
      ...(name !== undefined && { name }),
    },
  ],
})

const tools = (messages: readonly ChatMessage[]) =>
  messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === 'tool' ? [[part.name, part.result?.value]] : [])),
  )

test('a result is shown with its call, whatever the order of results', () => {
  const { input } = chatOf({
    input: [
      said('user', 'hi'),
      { role: 'assistant', parts: [...called('a', '1').parts, ...called('b', '2').parts] },
      returned('of b', '2'),
      returned('of a', '1'),
    ],
    output: [],
  })

  expect(input.map(({ role }) => role)).toEqual(['user', 'assistant'])
  expect(tools(input)).toEqual([
    ['a', 'of a'],
    ['b', 'of b'],
  ])
})

test('a result without an id belongs to the oldest call of its name that has none', () => {
  const { input } = chatOf({
    input: [called('a'), called('b'), called('a'), returned(1, undefined, 'a'), returned(2, undefined, 'a')],
    output: [],
  })

  expect(tools(input)).toEqual([
    ['a', 1],
    ['b', undefined],
    ['a', 2],
  ])
})

test('a result of another call is not put next to a call that it does not answer', () => {
  const { input } = chatOf({ input: [called('a', '1'), returned('lost', '9')], output: [] })

  expect(tools(input)).toEqual([
    ['a', undefined],
    ['Tool', 'lost'],
  ])
})

test('results are paired in linear time, however many calls have none', { timeout: 10_000 }, () => {
  const many = Array.from({ length: 40_000 }, (_, at) => at)
  const { input } = chatOf({
    input: [...many.map((at) => called('a', `call ${at}`)), ...many.map((at) => returned(at, `other ${at}`))],
    output: [],
  })

  expect(tools(input)).toHaveLength(80_000)
})

test('a tool is one card, and that card is its output', () => {
  const { input, output } = chatOf({ input: [called('search', '1')], output: [returned('found', '1')] })

  expect(input).toEqual([])
  expect(tools(output)).toEqual([['search', 'found']])
})

test('a long history is folded to the question, its last steps and the system prompt', () => {
  const turns = Array.from({ length: 4 }, (_, at) => [said('user', `q${at}`), said('assistant', `a${at}`)])
  const steps = Array.from({ length: 6 }, (_, at) => said('assistant', `s${at}`))
  const { input } = chatOf({
    input: [said('system', 'be kind'), ...turns.flat(), said('user', 'last'), ...steps],
    output: [],
  })

  expect(
    stretchesOf(input).map(({ isFolded, messages }) => [isFolded, ...messages.map(messageText)]),
  ).toEqual([
    [false, 'be kind'],
    [true, 'q0', 'a0', 'q1', 'a1', 'q2', 'a2', 'q3', 'a3'],
    [false, 'last'],
    [true, 's0', 's1', 's2', 's3'],
    [false, 's4', 's5'],
  ])
})

test('a short history is shown whole, and an empty one is nothing', () => {
  const { input } = chatOf({
    input: [said('user', 'q'), said('assistant', 'a'), said('user', 'r')],
    output: [],
  })

  expect(stretchesOf(input).every(({ isFolded }) => !isFolded)).toBe(true)
  expect(stretchesOf([])).toEqual([])
})

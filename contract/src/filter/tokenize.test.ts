import { describe, expect, test } from 'vitest'
import { tokenize } from './tokenize.ts'

describe('terms', () => {
  test.each([
    ['status:error', { field: 'status', operator: '', value: 'error' }],
    ['latency:>=2s', { field: 'latency', operator: '>=', value: '2s' }],
    ['op:=answer', { field: 'op', operator: '=', value: 'answer' }],
    ['inputs.messages.0.role:user', { field: 'inputs.messages.0.role', operator: '', value: 'user' }],
    ['inputs.q:"two words"', { field: 'inputs.q', operator: '', value: 'two words', quoted: true }],
    ['inputs.q:"say \\"hi\\""', { field: 'inputs.q', value: 'say "hi"' }],
    ['op:weave:///a/b/op/c:v0', { field: 'op', value: 'weave:///a/b/op/c:v0' }],
    ['feedback.[wandb.note.1].payload.note:x', { field: 'feedback.[wandb.note.1].payload.note', value: 'x' }],
    ['inputs.a\\.b:x', { field: 'inputs.a\\.b', value: 'x' }],
    ['status:', { field: 'status', value: '' }],
  ])('%s', (text, expected) => {
    const tokens = tokenize(text)

    expect(tokens).toHaveLength(1)
    expect(tokens[0]).toMatchObject({ kind: 'term', start: 0, end: text.length, ...expected })
  })
})

describe('words', () => {
  test.each([
    ['timeout', 'timeout'],
    ['"rate limit"', 'rate limit'],
    ['f(x)', 'f(x)'],
    ['a-b', 'a-b'],
    ['"status:error"', 'status:error'],
    ['"unclosed', 'unclosed'],
  ])('%s', (text, value) => {
    expect(tokenize(text)).toEqual([{ kind: 'word', start: 0, end: text.length, value }])
  })
})

test('groups, negation and OR are tokens of their own', () => {
  const kinds = tokenize('-(a:1 OR b:2) c').map(({ kind }) => kind)

  expect(kinds).toEqual(['not', 'open', 'term', 'or', 'term', 'close', 'word'])
})

test('tokens have their position', () => {
  const text = ' root:true  -op:x '

  const found = tokenize(text).map(({ start, end }) => text.slice(start, end))

  expect(found).toEqual(['root:true', '-', 'op:x'])
})

import { expect, test } from 'vitest'
import { opNameOf } from './op-name.ts'

test.each([
  ['answer', 'answer'],
  ['GET /users/{id}', 'get__users_id'],
  ['chat gpt-4o', 'chat_gpt-4o'],
  ['My.Op_1', 'my.op_1'],
  ['a:b?c', 'abc'],
  ['x'.repeat(127), 'x'.repeat(127)],
])('%s belongs to the op %s', (spanName, opName) => {
  expect(opNameOf(spanName)).toBe(opName)
})

test('a long name is truncated at a delimiter and gets a hash', () => {
  const words = 'some words and '.repeat(20)

  const [one, other] = [opNameOf(`${words}one`), opNameOf(`${words}other`)]

  expect(one).toMatch(/^(some_words_and_)+some_words_and[\da-f]{4}$/)
  expect(one).not.toBe(other)
  expect(one.length).toBeLessThanOrEqual(128)
})

test('a long name without delimiters is truncated too', () => {
  expect(opNameOf('x'.repeat(500))).toMatch(/^x{123}[\da-f]{4}$/)
})

test('names in other scripts stay distinct', () => {
  const [one, other] = [opNameOf('質問'), opNameOf('回答')]

  expect(one).toMatch(/^span_[\da-f]{4}$/)
  expect(one).not.toBe(other)
})

import { expect, test } from 'vitest'
import { jsonTextOf } from '../../json/write.ts'
import { endUserOf } from './end-user.ts'

const endUser = (attributes: object, inputs: object = {}) =>
  endUserOf({ attributes: jsonTextOf(attributes), inputs: jsonTextOf(inputs) })

test.each<[string, object, object, string | null]>([
  ['an attribute', { user_id: 'ada' }, {}, 'ada'],
  ['a number', { user_id: 42 }, {}, '42'],
  ['the attribute before the request', { user_id: 'ada' }, { model: 'm', user: 'bob' }, 'ada'],
  ['a request to OpenAI', {}, { model: 'm', user: 'bob' }, 'bob'],
  ['a request to Anthropic', {}, { model: 'm', metadata: { user_id: 'eve' } }, 'eve'],
  ['a request in one argument', {}, { arg0: { model: 'm', metadata: { user_id: 'eve' } } }, 'eve'],
  ['an argument of any function, which names nobody', {}, { user: 'bob' }, null],
  ['an argument that was not given', {}, { model: 'm', user: '<openai.Omit object at 0x7f>' }, null],
  ['another one', {}, { model: 'm', user: 'NOT_GIVEN' }, null],
  ['an empty attribute', { user_id: '' }, {}, null],
  ['a text that is no identifier', { user_id: 'x'.repeat(1025) }, {}, null],
  ['an object', { user_id: { name: 'ada' } }, {}, null],
  ['nothing', {}, {}, null],
])('the end user from %s', (_, attributes, inputs, expected) => {
  expect(endUser(attributes, inputs)).toBe(expected)
})

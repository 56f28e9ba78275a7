import { expect, test } from 'vitest'
import { JsonText } from '../../json/text.ts'
import { costIdsToPurge, feedbackIdsToPurge } from './purge.ts'

const ID = { $getField: 'id' }
const equals = (id: unknown) => ({ $eq: [ID, { $literal: id }] })
const query = ($expr: unknown) => new JsonText(JSON.stringify({ $expr }))

const refusal = expect.objectContaining({ code: 'invalid_request' })
const malformed = expect.objectContaining({ code: 'malformed_request' })

test('one id, or any of several, may be purged', () => {
  expect(feedbackIdsToPurge(query(equals('f1')))).toEqual(['f1'])
  expect(feedbackIdsToPurge(query({ $or: [equals('f1'), equals('f2')] }))).toEqual(['f1', 'f2'])
  expect(costIdsToPurge(query(equals('p1')))).toEqual(['p1'])
  expect(costIdsToPurge(query({ $or: [equals('p1'), equals('p2')] }))).toEqual(['p1', 'p2'])
})

test('a list of ids may purge costs, but not feedback', () => {
  const listed = query({ $in: [ID, [{ $literal: 'a' }, { $literal: 'b' }]] })

  expect(costIdsToPurge(listed)).toEqual(['a', 'b'])
  expect(() => feedbackIdsToPurge(listed)).toThrow(refusal)
})

test.each([
  ['another field', { $eq: [{ $getField: 'feedback_type' }, { $literal: 'x' }] }],
  ['reversed operands', { $eq: [{ $literal: 'f1' }, ID] }],
  ['a number', equals(5)],
  ['null', equals(null)],
  ['$and', { $and: [equals('f1')] }],
  ['an empty $or', { $or: [] }],
  ['$or of something else', { $or: [equals('f1'), { $gt: [ID, { $literal: 'f1' }] }] }],
  ['nested $or', { $or: [{ $or: [equals('f1')] }] }],
  ['an empty $in', { $in: [ID, []] }],
  ['$in of numbers', { $in: [ID, [{ $literal: 1 }]] }],
])('%s purges nothing', (_, expression) => {
  expect(() => feedbackIdsToPurge(query(expression))).toThrow(refusal)
  expect(() => costIdsToPurge(query(expression))).toThrow(refusal)
})

test.each([
  ['no query', null],
  ['an empty one', {}],
  ['no expression', { $expr: null }],
  ['an array', { $expr: [] }],
  ['a key beside the expression', { $expr: equals('f1'), limit: 1 }],
  ['a third operand', { $expr: { $eq: [ID, { $literal: 'f1' }, { $literal: 'f2' }] } }],
  ['a second operator', { $expr: { ...equals('f1'), $not: [equals('f2')] } }],
])('%s is malformed', (_, value) => {
  const text = new JsonText(JSON.stringify(value))

  expect(() => feedbackIdsToPurge(text)).toThrow(malformed)
  expect(() => costIdsToPurge(text)).toThrow(malformed)
})

import { expect, test } from 'vitest'
import { ServiceError } from '../errors.ts'
import { JsonText } from '../json/text.ts'
import { parseQuery } from './parse.ts'

const X = '{"$getField":"x"}'

test.each([
  ['a sibling of $expr', `{"$expr":{"$and":[${X}]},"other":1}`, ['body', 'query', 'other']],
  ['no $expr', '{}', ['body', 'query', '$expr']],
  ['a query that is no object', '[]', ['body', 'query']],
  ['a literal at the root', '{"$expr":{"$literal":true}}', ['body', 'query', '$expr']],
  ['a field at the root', `{"$expr":${X}}`, ['body', 'query', '$expr']],
  [
    'two operators in one node',
    `{"$expr":{"$eq":[${X},${X}],"$gt":[${X},${X}]}}`,
    ['body', 'query', '$expr'],
  ],
  ['an unknown operator', `{"$expr":{"$ne":[${X},${X}]}}`, ['body', 'query', '$expr']],
  ['a comparison of one operand', `{"$expr":{"$eq":[${X}]}}`, ['body', 'query', '$expr', '$eq']],
  ['not of two operands', `{"$expr":{"$not":[${X},${X}]}}`, ['body', 'query', '$expr', '$not']],
  ['not of a bare operand', `{"$expr":{"$not":${X}}}`, ['body', 'query', '$expr', '$not']],
  ['a literal list in $in', `{"$expr":{"$in":[${X},{"$literal":[]}]}}`, ['body', 'query', '$expr', '$in', 1]],
  [
    '$contains without substr',
    `{"$expr":{"$contains":{"input":${X}}}}`,
    ['body', 'query', '$expr', '$contains', 'substr'],
  ],
  [
    'an unknown conversion',
    `{"$expr":{"$and":[{"$convert":{"input":${X},"to":"date"}}]}}`,
    ['body', 'query', '$expr', '$and', 0, '$convert', 'to'],
  ],
  [
    'a field that is no string',
    '{"$expr":{"$and":[{"$getField":1}]}}',
    ['body', 'query', '$expr', '$and', 0, '$getField'],
  ],
  [
    'a list literal of bare values',
    '{"$expr":{"$and":[{"$literal":[1]}]}}',
    ['body', 'query', '$expr', '$and', 0, '$literal', 0],
  ],
])('%s is malformed, and the error says where', (_, text, loc) => {
  const error = refusalOf(text)

  expect(error.code).toBe('malformed_request')
  expect(error.issues.map((issue) => issue.loc)).toContainEqual(loc)
})

test.each([
  ['an empty $and', '{"$expr":{"$and":[]}}'],
  ['an empty $or', '{"$expr":{"$not":[{"$or":[]}]}}'],
  ['a list literal', `{"$expr":{"$eq":[${X},{"$literal":[{"$literal":1}]}]}}`],
  ['an object literal', `{"$expr":{"$eq":[${X},{"$literal":{"a":{"$literal":1}}}]}}`],
])('%s has no meaning', (_, text) => {
  expect(refusalOf(text).code).toBe('invalid_request')
})

test('what is nested too deep or has too many nodes is too large', () => {
  const deep = `{"$expr":${'{"$not":['.repeat(70)}${X}${']}'.repeat(70)}}`
  const wide = `{"$expr":{"$and":[${Array.from({ length: 10_001 }, () => X)}]}}`

  expect(refusalOf(deep).code).toBe('too_large')
  expect(refusalOf(wide).code).toBe('too_large')
})

test('the members of a list literal count as nodes, and so does their depth', () => {
  const wide = `{"$expr":{"$eq":[${X},{"$literal":[${Array.from({ length: 10_001 }, () => '{"$literal":1}')}]}]}}`
  const deep = `{"$expr":{"$eq":[${X},${'{"$literal":['.repeat(70)}1${']}'.repeat(70)}]}}`

  expect(refusalOf(wide).code).toBe('too_large')
  expect(refusalOf(deep).code).toBe('too_large')
})

test('a query of many characters is too large before anything of it is read', () => {
  expect(refusalOf(`{"$expr":{"$and":[${'1,'.repeat(2_100_000)}1]}}`).code).toBe('too_large')
})

test('at most 100 issues are listed', () => {
  const operands = `{"$expr":{"$and":[${Array(9_000).fill('1')}]}}`
  const members = `{${Array.from({ length: 9_000 }, (_, index) => `"m${index}":1`)}}`

  expect(refusalOf(operands).issues).toHaveLength(100)
  expect(refusalOf(members).issues).toHaveLength(100)
})

test('the token decides whether a literal is an integer or a float', () => {
  const parsed = parseQuery(
    new JsonText('{"$expr":{"$or":[{"$literal":5},{"$literal":5.0},{"$literal":5e0}]}}'),
  )

  expect(parsed).toMatchObject({
    operands: [
      { type: 'integer', value: 5n },
      { type: 'float', value: 5 },
      { type: 'float', value: 5 },
    ],
  })
})

test('keys that are no operators are passed over, and null is no case rule', () => {
  const text = `{"$expr":{"note":1,"$contains":{"input":${X},"substr":${X},"case_insensitive":null,"y":2}}}`

  const parsed = parseQuery(new JsonText(text))

  expect(parsed).toMatchObject({ operator: '$contains', settings: new Map([['case_insensitive', false]]) })
})

function refusalOf(text: string): ServiceError {
  try {
    parseQuery(new JsonText(text))
  } catch (error) {
    if (error instanceof ServiceError) return error
    throw error
  }
  throw new Error(`not refused: ${text}`)
}

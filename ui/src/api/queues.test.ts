import { expect, test } from 'vitest'
import type { AnnotationSpec } from './annotations.ts'
import { isSameQuestion, type NewQuestion, questionId, schemaOf } from './queues.ts'

test.each([
  ['Verdict', 'question-verdict'],
  ['What is missing', 'question-what-is-missing'],
  ['Is it right?', 'question-is-it-right-'],
  ['C++ ok', 'question-c_2b__2b_-ok'],
  ['答案对吗', 'question-答案对吗'],
])('the question %j is stored as %s', (name, id) => {
  expect(questionId(name)).toBe(id)
})

test('different questions are stored under different names', () => {
  const names = ['C ok', 'C++ ok', 'C  ok', 'C-ok', 'C? ok', 'C ok?', '答案', '语气', '👍', '👎']

  expect(new Set(names.map(questionId)).size).toBe(names.length)
})

const stored = (changes: Partial<AnnotationSpec>): AnnotationSpec => ({
  objectId: 'question-stars',
  ref: 'weave:///team/app/object/question-stars:d',
  name: 'Stars',
  description: '',
  schema: { maximum: 5, minimum: 1, type: 'integer' },
  ...changes,
})

const stars: NewQuestion = { key: 1, name: ' Stars ', kind: 'number', choices: [], min: 1, max: 5 }

test('a question that was created before is found by its name and answers', () => {
  expect(isSameQuestion(stored({}), stars)).toBe(true)
  expect(isSameQuestion(stored({ name: 'stars' }), stars)).toBe(false)
  expect(isSameQuestion(stored({ schema: { type: 'integer', minimum: 1, maximum: 9 } }), stars)).toBe(false)
  expect(isSameQuestion(stored({ schema: { type: 'string' } }), { ...stars, kind: 'text' })).toBe(true)
})

test.each([
  [1, 5, 'integer'],
  [0, 100, 'integer'],
  [1, 2, 'integer'],
  [-1, 0, 'integer'],
  [0, 1, 'number'],
  [0, 0.5, 'number'],
  [0, undefined, 'number'],
])('numbers from %s to %s are of the type %s', (min, max, type) => {
  expect(schemaOf({ ...stars, min, max })).toMatchObject({ type })
})

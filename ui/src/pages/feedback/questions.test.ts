import { expect, test } from 'vitest'
import { questionsOf } from './questions.ts'

const spec = (objectId: string, schema: object) => ({
  objectId,
  ref: `weave:///team/app/object/${objectId}:d`,
  name: objectId,
  description: '',
  schema,
})

test('questions with at most nine answers can be answered by keys', () => {
  const questions = questionsOf([
    spec('stars', { type: 'integer', minimum: 1, maximum: 5 }),
    spec('percent', { type: 'integer', minimum: 0, maximum: 100 }),
    spec('right', { type: 'boolean' }),
    spec('why', { type: 'string' }),
  ])

  expect(questions.map(({ id, choices }) => [id, choices.map(({ label }) => label).join()])).toEqual([
    ['stars', '1,2,3,4,5'],
    ['right', 'Yes,No'],
    ['reactions', '👍 good,👎 bad,🤔 unclear,🐛 a bug'],
  ])
})

test('an answer is feedback of the type that names the question', () => {
  const [question] = questionsOf([spec('right', { type: 'boolean' })])

  expect(question?.choices[1]?.feedback).toEqual({
    feedback_type: 'wandb.annotation.right',
    annotation_ref: 'weave:///team/app/object/right:d',
    payload: { value: false },
  })
})

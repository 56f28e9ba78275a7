import { expect, test } from 'vitest'
import { isAnswerTo, noteOf, questionsOf, savedChoice, savedNote } from './questions.ts'

const spec = (objectId: string, schema: object) => ({
  objectId,
  ref: `weave:///team/app/object/${objectId}:d`,
  name: objectId,
  description: '',
  schema,
})

test('questions with at most nine answers have number keys', () => {
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

test('an answer is feedback with the type of its question', () => {
  const [question] = questionsOf([spec('right', { type: 'boolean' })])

  expect(question?.choices[1]?.feedback).toEqual({
    feedback_type: 'wandb.annotation.right',
    annotation_ref: 'weave:///team/app/object/right:d',
    payload: { value: false },
  })
})

test('an answer keeps the type of its choice', () => {
  const [question] = questionsOf([spec('stars', { enum: [1, 2.5, 'none', false] })])

  expect(question?.choices.map(({ label, feedback }) => [label, feedback.payload.value])).toEqual([
    ['1', 1],
    ['2.5', 2.5],
    ['none', 'none'],
    ['No', false],
  ])
})

const [right, reactions] = questionsOf([
  {
    objectId: 'right',
    ref: 'weave:///team/app/object/right:d',
    name: 'right',
    description: '',
    schema: { type: 'boolean' },
  },
])

const reaction = (emoji: string) => ({
  feedback_type: 'wandb.reaction.1',
  payload: { emoji, alias: ':an_emoji:' },
})
const annotation = (value: unknown) => ({ feedback_type: 'wandb.annotation.right', payload: { value } })

test('the newest answer to a question counts as saved', () => {
  const own = [noteOf('hm'), reaction('🤔'), annotation(false), annotation(true)]

  expect(right && savedChoice(right, own)).toBe(1)
  expect(reactions && savedChoice(reactions, own)).toBe(2)
  expect(reactions && savedChoice(reactions, [annotation(true)])).toBeUndefined()
})

test('other reactions are not replaced by an answer', () => {
  const isAnswer = reactions && isAnswerTo(reactions)

  expect(isAnswer?.(reaction('👎'))).toBe(true)
  expect(isAnswer?.(reaction('🎉'))).toBe(false)
})

test('the newest note is edited', () => {
  expect(savedNote([reaction('👍'), noteOf('second'), noteOf('first')])).toBe('second')
  expect(savedNote([])).toBe('')
})

import { expect, test } from 'vitest'
import { questionsOf } from './questions.ts'
import { isAnswerTo, noteOf, savedChoice, savedNote } from './saved-answers.ts'

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

test('the newest answer to a question is the one that was saved', () => {
  const own = [noteOf('hm'), reaction('🤔'), annotation(false), annotation(true)]

  expect(right && savedChoice(right, own)).toBe(1)
  expect(reactions && savedChoice(reactions, own)).toBe(2)
  expect(reactions && savedChoice(reactions, [annotation(true)])).toBeUndefined()
})

test('a reaction that is no answer stays beside those that are', () => {
  const isAnswer = reactions && isAnswerTo(reactions)

  expect(isAnswer?.(reaction('👎'))).toBe(true)
  expect(isAnswer?.(reaction('🎉'))).toBe(false)
})

test('the newest note is the one to go on with', () => {
  expect(savedNote([reaction('👍'), noteOf('second'), noteOf('first')])).toBe('second')
  expect(savedNote([])).toBe('')
})

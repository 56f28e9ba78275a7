import { expect, test } from 'vitest'
import { answers, givenChoice, givenNote, noteOf } from './given.ts'
import { questionsOf } from './questions.ts'

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

test('the newest answer to a question is the one that was given', () => {
  const said = [noteOf('hm'), reaction('🤔'), annotation(false), annotation(true)]

  expect(right && givenChoice(right, said)).toBe(1)
  expect(reactions && givenChoice(reactions, said)).toBe(2)
  expect(reactions && givenChoice(reactions, [annotation(true)])).toBeUndefined()
})

test('a reaction that is no answer stays beside those that are', () => {
  const isAnswer = reactions && answers(reactions)

  expect(isAnswer?.(reaction('👎'))).toBe(true)
  expect(isAnswer?.(reaction('🎉'))).toBe(false)
})

test('the newest note is the one to go on with', () => {
  expect(givenNote([reaction('👍'), noteOf('second'), noteOf('first')])).toBe('second')
  expect(givenNote([])).toBe('')
})

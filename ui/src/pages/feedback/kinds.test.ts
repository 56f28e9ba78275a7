import { expect, test } from 'vitest'
import { feedbackCondition, feedbackName, feedbackText, kindOfFeedback } from './kinds.ts'

test('feedback is classified by type', () => {
  const types = [
    'wandb.reaction.1',
    'wandb.note.1',
    'wandb.annotation.tone',
    'wandb.runnable.exact',
    'helpful',
  ]

  expect(types.map(kindOfFeedback)).toEqual(['reaction', 'note', 'annotation', 'score', 'other'])
})

test('each kind has a one-line summary', () => {
  const feedback = (feedback_type: string, payload: Record<string, unknown>) => ({ feedback_type, payload })

  expect(feedbackText(feedback('wandb.reaction.1', { emoji: '👍' }))).toBe('👍')
  expect(feedbackText(feedback('wandb.runnable.exact', { output: { correct: true } }))).toBe('correct: true')
  expect(feedbackText(feedback('wandb.annotation.tone', { value: 4 }))).toBe('4')
  expect(feedbackName(feedback('wandb.annotation.tone', {}))).toBe('tone')
  expect(feedbackName(feedback('wandb.note.1', {}))).toBe('note')
})

test('no filter means no condition', () => {
  expect(feedbackCondition({ kind: undefined, userId: undefined })).toBeUndefined()
})

test('kind and user are combined', () => {
  expect(feedbackCondition({ kind: 'note', userId: 'u' })).toEqual({
    $and: [
      { $eq: [{ $getField: 'feedback_type' }, { $literal: 'wandb.note.1' }] },
      { $eq: [{ $getField: 'wb_user_id' }, { $literal: 'u' }] },
    ],
  })
})

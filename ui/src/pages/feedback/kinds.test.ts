import { expect, test } from 'vitest'
import { feedbackCondition, feedbackName, feedbackText, kindOfFeedback } from './kinds.ts'

test('feedback is told apart by its type', () => {
  const types = [
    'wandb.reaction.1',
    'wandb.note.1',
    'wandb.annotation.tone',
    'wandb.runnable.exact',
    'helpful',
  ]

  expect(types.map(kindOfFeedback)).toEqual(['reaction', 'note', 'annotation', 'score', 'other'])
})

test('each kind says what matters in it', () => {
  const said = (feedback_type: string, payload: Record<string, unknown>) => ({ feedback_type, payload })

  expect(feedbackText(said('wandb.reaction.1', { emoji: '👍' }))).toBe('👍')
  expect(feedbackText(said('wandb.runnable.exact', { output: { correct: true } }))).toBe('correct: true')
  expect(feedbackText(said('wandb.annotation.tone', { value: 4 }))).toBe('4')
  expect(feedbackName(said('wandb.annotation.tone', {}))).toBe('tone')
  expect(feedbackName(said('wandb.note.1', {}))).toBe('note')
})

test('no filter asks for allOf', () => {
  expect(feedbackCondition({ kind: undefined, userId: undefined })).toBeUndefined()
})

test('kind and user must both hold', () => {
  expect(feedbackCondition({ kind: 'note', userId: 'u' })).toEqual({
    $and: [
      { $eq: [{ $getField: 'feedback_type' }, { $literal: 'wandb.note.1' }] },
      { $eq: [{ $getField: 'wb_user_id' }, { $literal: 'u' }] },
    ],
  })
})

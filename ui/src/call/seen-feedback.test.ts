import { expect, test } from 'vitest'
import { seenFeedback } from './seen-feedback.ts'

test('feedback is suggested by the names that filters know, with its values by frequency', () => {
  const score = (output: unknown) => ({ feedback_type: 'wandb.runnable.helpful', payload: { output } })

  const seen = seenFeedback([
    score(0.5),
    score(1),
    score(1),
    score({ nested: true }),
    { feedback_type: 'wandb.annotation.tone', payload: { value: 'polite' } },
    { feedback_type: 'wandb.reaction.1', payload: { emoji: '👍' } },
    { feedback_type: 'wandb.note.1', payload: { note: 'a note of its own' } },
    { feedback_type: '__proto__', payload: { score: true } },
    { feedback_type: 'with.dots', payload: { score: 1 } },
    null,
  ])

  expect(seen).toEqual([
    {
      field: 'feedback.helpful',
      values: [
        { value: 1, count: 2 },
        { value: 0.5, count: 1 },
      ],
    },
    { field: 'feedback.tone', values: [{ value: 'polite', count: 1 }] },
    { field: 'feedback.emoji', values: [{ value: '👍', count: 1 }] },
    { field: 'feedback.note', values: [] },
    { field: 'feedback.__proto__', values: [{ value: true, count: 1 }] },
  ])
})

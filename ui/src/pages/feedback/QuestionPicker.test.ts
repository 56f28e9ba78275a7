import { expect, test } from 'vitest'
import { isComplete, newQuestion } from './QuestionPicker.tsx'

test('only the bounds of numbers have to be in order', () => {
  const wrong = { ...newQuestion(1), min: 5, max: 1 }

  expect(isComplete({ ...wrong, kind: 'number' })).toBe(false)
  expect(isComplete({ ...wrong, kind: 'yes-no' })).toBe(true)
})

test('a choice needs two answers', () => {
  expect(isComplete({ ...newQuestion(1), kind: 'choice', choices: ['good'] })).toBe(false)
  expect(isComplete({ ...newQuestion(1), kind: 'choice', choices: ['good', 'bad'] })).toBe(true)
})

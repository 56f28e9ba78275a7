import { expect, test } from 'vitest'
import { completionAt } from './complete.ts'
import { suggestionsFor } from './suggest.ts'

const fields = [{ field: 'inputs.question', types: ['string' as const], count: 9, example: '2+2?' }]
const values = [{ value: 'two words', count: 3 }]

test('fields that start with what is typed come before those that contain it', () => {
  const texts = suggestionsFor(completionAt('st'), { fields, values: [] }).map(({ text }) => text)

  expect(texts.slice(0, 2)).toEqual(['status:', 'started:'])
  expect(texts).toContain('inputs.question:')
})

test('values are written so that they can be read back', () => {
  const suggestions = suggestionsFor(completionAt('inputs.question:t'), { fields, values })

  expect(suggestions).toEqual([{ text: '"two words"', about: '3 lately', completes: true }])
})

test('choices are known without asking', () => {
  const texts = suggestionsFor(completionAt('status:e'), { fields, values: [] }).map(({ text }) => text)

  expect(texts).toEqual(['error'])
})

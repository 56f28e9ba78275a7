import { expect, test } from 'vitest'
import { rowFilter } from './row-filter.ts'

const contains = (field: string, text: string) => ({
  $contains: { input: { $getField: field }, substr: { $literal: text }, case_insensitive: true },
})

test('words match the whole row, terms their column', () => {
  expect(rowFilter('late topic:delivery')).toEqual({
    query: { $expr: { $and: [contains('*', 'late'), contains('topic', 'delivery')] } },
  })
})

test('columns compare as numbers, and has: tests for them', () => {
  expect(rowFilter('score:>0.5')).toEqual({
    query: {
      $expr: { $gt: [{ $convert: { input: { $getField: 'score' }, to: 'double' } }, { $literal: 0.5 }] },
    },
  })
  expect(rowFilter('has:expected')).toMatchObject({ query: { $expr: { $eq: expect.any(Array) } } })
})

test('an empty filter has no query, an invalid one has a problem', () => {
  expect(rowFilter('  ')).toEqual({})
  expect(rowFilter('topic:')).toEqual({ problem: 'missing value' })
  expect(rowFilter('score:>high')).toEqual({ problem: 'score needs a number' })
})

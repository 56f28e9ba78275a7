import { expect, test } from 'vitest'
import { rowFilter } from './row-filter.ts'

const contains = (field: string, text: string) => ({
  $contains: { input: { $getField: field }, substr: { $literal: text }, case_insensitive: true },
})

test('words are looked for in the whole row, terms in their column', () => {
  expect(rowFilter('late topic:delivery')).toEqual({
    query: { $expr: { $and: [contains('*', 'late'), contains('topic', 'delivery')] } },
  })
})

test('columns are compared as numbers, and may be asked for', () => {
  expect(rowFilter('score:>0.5')).toEqual({
    query: {
      $expr: { $gt: [{ $convert: { input: { $getField: 'score' }, to: 'double' } }, { $literal: 0.5 }] },
    },
  })
  expect(rowFilter('has:expected')).toMatchObject({ query: { $expr: { $eq: expect.any(Array) } } })
})

test('an empty filter asks for nothing, a mistaken one says why', () => {
  expect(rowFilter('  ')).toEqual({})
  expect(rowFilter('topic:')).toEqual({ problem: 'missing value' })
  expect(rowFilter('score:>high')).toEqual({ problem: 'score needs a number' })
})

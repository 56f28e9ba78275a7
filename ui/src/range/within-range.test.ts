import type { QueryOperation } from '@heddle/contract/query'
import { expect, test } from 'vitest'
import { withinRange } from './within-range.ts'

const from = new Date('2025-03-01T10:00:00Z')
const to = new Date('2025-03-01T11:00:00Z')

test('a range is added to the conditions of the filter', () => {
  const filter = { trace_roots_only: true }
  const condition: QueryOperation = { $eq: [{ $literal: 1 }, { $literal: 1 }] }

  expect(withinRange({ filter, query: { $expr: condition } }, { from, to })).toEqual({
    filter,
    query: {
      $expr: {
        $and: [
          condition,
          { $gte: [{ $getField: 'started_at' }, { $literal: '2025-03-01T10:00:00.000Z' }] },
          { $lt: [{ $getField: 'started_at' }, { $literal: '2025-03-01T11:00:00.000Z' }] },
        ],
      },
    },
  })
})

test('an open range changes nothing', () => {
  const search = { filter: {} }

  expect(withinRange(search, {})).toBe(search)
})

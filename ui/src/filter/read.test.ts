import { expect, test } from 'vitest'
import { readFilter } from './read.ts'

const surroundings = { now: new Date('2025-03-02T12:00:00Z'), idsOfUser: () => [] }

test('a filter that makes sense has a search and plain chips', () => {
  expect(readFilter('root:true op:a', surroundings)).toMatchObject({
    chips: [{ text: 'root:true' }, { text: 'op:a' }],
    search: { filter: { trace_roots_only: true } },
  })
})

test('a mistake is told at its chip, and nothing is searched', () => {
  const { chips, search } = readFilter('root:true status:broken', surroundings)

  expect(search).toBeUndefined()
  expect(chips.map((chip) => chip.problem !== undefined)).toEqual([false, true])
})

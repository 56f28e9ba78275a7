import { expect, test } from 'vitest'
import { call } from '../testing/call.ts'
import { summariesOf } from './thread-summaries.ts'

const used = (tokens: number) => ({ tokens, cost: tokens / 1000, reported_cost: null })

test('a conversation with a turn whose usage is unknown has no sum of the others', () => {
  const turns = ['a', 'b', 'a', 'b'].map((thread_id, at) => call({ id: `turn-${at}`, thread_id }))
  const usage = new Map([
    ['turn-0', used(1)],
    ['turn-1', used(10)],
    ['turn-2', used(100)],
    ['turn-3', null],
  ])

  const summaries = summariesOf(turns, usage)

  expect(summaries.get('a')).toMatchObject({ tokens: 101, cost: 0.101 })
  expect(summaries.get('b')).toMatchObject({ tokens: null, cost: null })
})

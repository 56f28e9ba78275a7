import { describe, expect, test } from 'vitest'
import { newThreadSearch, threadsFromTurns } from './thread.ts'

const turn = (thread_id: string, id: string, started_at: number, ended_at: number | null) => ({
  thread_id,
  id,
  started_at,
  ended_at,
})
const ms = 1000
const TURNS = [
  turn('a', 'a1', 0, 10 * ms),
  turn('a', 'a2', 20 * ms, 50 * ms),
  turn('a', 'a3', 60 * ms, null),
  turn('b', 'b1', 5 * ms, 15 * ms),
  turn('open', 'o1', 0, null),
]

test('a thread sums up its turns, and one without a finished turn is left out', () => {
  expect(threadsFromTurns(TURNS, { sort: [] })).toEqual([
    {
      thread_id: 'a',
      turn_count: 3,
      start_time: 0,
      last_updated: 50 * ms,
      first_turn_id: 'a1',
      last_turn_id: 'a2',
      p50_turn_duration_ms: 20,
      p99_turn_duration_ms: expect.closeTo(29.8),
    },
    {
      thread_id: 'b',
      turn_count: 1,
      start_time: 5 * ms,
      last_updated: 15 * ms,
      first_turn_id: 'b1',
      last_turn_id: 'b1',
      p50_turn_duration_ms: 10,
      p99_turn_duration_ms: 10,
    },
  ])
})

describe('threads are sorted and paged', () => {
  const order = (search: Parameters<typeof threadsFromTurns>[1]) =>
    threadsFromTurns([...TURNS, turn('c', 'c1', 5 * ms, 15 * ms)], search).map(({ thread_id }) => thread_id)

  test('by last update by default, the latest first, then by id', () => {
    expect(order({ sort: [] })).toEqual(['a', 'b', 'c'])
  })

  test('by the fields asked for', () => {
    expect(
      order({
        sort: [
          { field: 'turn_count', direction: 'asc' },
          { field: 'thread_id', direction: 'desc' },
        ],
      }),
    ).toEqual(['c', 'b', 'a'])
  })

  test('from an offset up to a limit', () => {
    expect(order({ sort: [], offset: 1, limit: 1 })).toEqual(['b'])
    expect(order({ sort: [], limit: 0 })).toEqual([])
  })
})

describe('a search', () => {
  test('parses its instants, and an empty list of threads means all', () => {
    const filter = { after_datetime: '1970-01-01T00:00:01Z', before_datetime: 2, thread_ids: [] }

    expect(newThreadSearch({ project_id: 'acme/demo', filter, limit: 5 })).toEqual({
      project_id: 'acme/demo',
      sort: [],
      after: 1_000_000,
      before: 2_000_000,
      limit: 5,
    })
  })

  test('is refused for a field that threads do not have', () => {
    const sort_by = [{ field: 'colour', direction: 'asc' as const }]

    expect(() => newThreadSearch({ project_id: 'acme/demo', sort_by })).toThrow(
      expect.objectContaining({ code: 'invalid_request' }),
    )
  })
})

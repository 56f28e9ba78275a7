import { expect, test } from 'vitest'
import { inTurns } from '../../turns.ts'
import { newPriceBook } from '../prices/book.ts'
import type { CallUsage } from './call.ts'
import { newTraceSkeleton, type TraceCalls } from './trace-skeleton.ts'

const NO_TOKENS = {
  request_model: null,
  reported_cost: null,
  preferred_cost: null,
  requests: 1,
  prompt_tokens: 0,
  completion_tokens: 0,
  total_tokens: 0,
  cache_read_input_tokens: 0,
  cache_creation_input_tokens: 0,
}

const used = (id: string, model: string, total_tokens: number): CallUsage => ({
  ...NO_TOKENS,
  id,
  model,
  total_tokens,
})

/** Calls by id and parent, a microsecond apart. */
function trace(parents: Record<string, string | null>, usage: readonly CallUsage[] = []): TraceCalls {
  const ids = Object.keys(parents)
  return {
    ids,
    parent_ids: Object.values(parents),
    ops: ids.map(() => 0),
    op_names: ['answer'],
    display_names: ids.map(() => null),
    kinds: ids.map(() => null),
    started_at: ids.map((_, index) => index),
    ended_at: ids.map(() => null),
    failed: ids.map(() => false),
    descendant_failed: ids.map(() => false),
    is_span: ids.map(() => false),
    usage_standings: ids.map(() => null),
    usage,
  }
}

const skeleton = (calls: TraceCalls) => inTurns(newTraceSkeleton('t', calls, newPriceBook([])))

test('parents are indexes, and missing ones are -1', async () => {
  const { calls } = await skeleton(trace({ root: null, child: 'root', orphan: 'gone', grandchild: 'child' }))

  expect(calls.parent).toEqual([-1, 0, -1, 1])
  expect(calls.start_us).toEqual([0, 1, 2, 3])
})

test('the report of a call includes its descendants, which are counted once', async () => {
  const usage = [used('root', 'a', 30), used('llm-1', 'a', 10), used('llm-2', 'a', 20)]

  const result = await skeleton(trace({ root: null, 'llm-1': 'root', 'llm-2': 'root' }, usage))

  expect(result.calls.tokens).toEqual([30, 10, 20])
  expect(result.usage).toMatchObject({ a: { total_tokens: 30 } })
})

test('a call without a report has the sum of its children', async () => {
  const usage = [used('llm-1', 'a', 10), used('llm-2', 'b', 20)]

  const result = await skeleton(
    trace({ root: null, agent: 'root', 'llm-1': 'agent', 'llm-2': 'agent', tool: 'root' }, usage),
  )

  expect(result.calls.tokens).toEqual([30, 30, 10, 20, null])
  expect(result.calls.model).toEqual([-1, -1, 0, 1, -1])
  expect(result.usage).toMatchObject({ a: { total_tokens: 10 }, b: { total_tokens: 20 } })
})

test('a cycle of parents does no harm', async () => {
  const usage = [used('b', 'a', 10), used('leaf', 'a', 5)]

  const { calls } = await skeleton(trace({ a: 'b', b: 'a', self: 'self', leaf: 'self' }, usage))

  expect(calls.parent).toEqual([1, 0, 2, 2])
  expect(calls.tokens).toEqual([null, 10, 5, 5])
})

test('a trace without calls has no start', async () => {
  expect(await skeleton(trace({}))).toMatchObject({ started_at: null, calls: { id: [] }, usage: {} })
})

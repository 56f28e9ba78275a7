import { expect, test } from 'vitest'
import { type TracedCall, usageInParts } from './counted-usage.ts'

const USED = { tokens: 1, cost: null, reported_cost: null }

test('a trace that is too large leaves only its own usage unknown', async () => {
  const sizes = new Map([...'abcdefgh'].map((trace) => [trace, trace === 'd' ? 30 : 3]))
  const calls = [...'aabcddefgh'].map((trace_id, at) => ({ id: `${trace_id}${at}`, trace_id }))
  let requests = 0
  const read = async (part: readonly TracedCall[]) => {
    requests++
    const traces = new Set(part.map(({ trace_id }) => trace_id))
    const total = [...traces].reduce((sum, trace) => sum + (sizes.get(trace) ?? 0), 0)
    return total > 20 ? undefined : new Map(part.map(({ id }) => [id, USED]))
  }

  const usage = await usageInParts(calls, read)

  const expected = calls.map(({ id, trace_id }) => [id, trace_id === 'd' ? null : USED])
  expect(Object.fromEntries(usage)).toEqual(Object.fromEntries(expected))
  expect(requests).toBe(7)
})

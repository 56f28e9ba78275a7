import {
  alignTrees,
  callDurationMs,
  countStates,
  diffState,
  traceDurationMs,
} from '@heddle/contract/compare/align'
import { traceTree } from '@heddle/contract/compare/tree'
import type { TraceSkeleton } from '@heddle/contract/skeleton'
import { describe, expect, test } from 'vitest'
import { compareRows, deltaText, leavesOf } from './compare-rows.ts'

/** Calls as `op` and the index of the parent. */
function trace(...calls: readonly (readonly [op: string, parent: number, tokens?: number])[]) {
  return traceTree(skeletonOf(calls))
}

function skeletonOf(
  calls: readonly (readonly [op: string, parent: number, tokens?: number])[],
): TraceSkeleton {
  const op_names = [...new Set(calls.map(([op]) => op))]
  return {
    trace_id: 't',
    started_at: null,
    op_names,
    models: [],
    has_more: false,
    usage: {},
    reports: { call: [], tokens: [], cost: [], reported_cost: [] },
    calls: {
      id: calls.map((_, index) => `c${index}`),
      parent: calls.map(([, parent]) => parent),
      op_name: calls.map(([op]) => op_names.indexOf(op)),
      display_name: calls.map(() => null),
      start_us: calls.map((_, index) => index),
      duration_us: calls.map(() => 1),
      status: calls.map(() => 'success'),
      kind: calls.map(() => 'call'),
      model: calls.map(() => -1),
      tokens: calls.map(([, , tokens = null]) => tokens),
      cost: calls.map(() => null),
      usage_standing: calls.map(() => null),
    },
  }
}

const aligned = (left: ReturnType<typeof trace>, right: ReturnType<typeof trace>) =>
  [...alignTrees(left, right)].map((pair) => [pair.left, pair.right, pair.depth])

describe('two traces', () => {
  test('are paired by op and order, with added and removed calls in place', () => {
    const left = trace(['run', -1], ['plan', 0], ['search', 0], ['answer', 0])
    const right = trace(['run', -1], ['plan', 0], ['rerank', 0], ['answer', 0], ['check', 0])

    expect(aligned(left, right)).toEqual([
      [0, 0, 0],
      [1, 1, 1],
      [2, undefined, 1],
      [undefined, 2, 1],
      [3, 3, 1],
      [undefined, 4, 1],
    ])
  })

  test('may have very many siblings', () => {
    const steps = Array.from({ length: 150_000 }, () => ['step', 0] as const)
    const wide = traceTree(skeletonOf([['run', -1], ...steps]))

    expect([...alignTrees(wide, wide)]).toHaveLength(150_001)
  })

  test('are paired across versions of an op', () => {
    const left = trace(['weave:///t/p/op/run:v1', -1])
    const right = trace(['weave:///t/p/op/run:v2', -1])

    expect(aligned(left, right)).toEqual([[0, 0, 0]])
  })

  test('keep descendants of unpaired calls', () => {
    const left = trace(['run', -1])
    const right = trace(['run', -1], ['agent', 0], ['chat', 1])

    expect(aligned(left, right)).toEqual([
      [0, 0, 0],
      [undefined, 1, 1],
      [undefined, 2, 2],
    ])
  })

  test('with very many siblings are paired', () => {
    const many = (op: string) => Array.from({ length: 3000 }, () => [op, 0] as const)

    const pairs = [
      ...alignTrees(trace(['run', -1], ...many('a')), trace(['run', -1], ['b', 0], ...many('a'))),
    ]

    expect(pairs.filter(({ left, right }) => left !== undefined && right !== undefined)).toHaveLength(3001)
  })

  test('with very many siblings that have nothing in common are all unpaired', () => {
    const many = (op: string) =>
      traceTree(skeletonOf(Array.from({ length: 100_000 }, () => [op, -1] as const)))

    expect([...alignTrees(many('a'), many('b'))]).toHaveLength(200_000)
  })

  test('differ by reported values, and by payloads if loaded', () => {
    const left = trace(['run', -1, 10], ['a', 0], ['b', 0])
    const right = trace(['run', -1, 12], ['a', 0])
    const pairs = [...alignTrees(left, right)]

    expect(pairs.map((pair) => diffState(pair, { left, right }))).toEqual(['changed', 'same', 'removed'])
    expect(countStates(['same', 'same', 'added'])).toEqual({ same: 2, changed: 0, added: 1, removed: 0 })
  })
})

test('durations of running calls and traces are unknown', () => {
  const skeleton = skeletonOf([
    ['run', -1],
    ['plan', 0],
  ])
  const running = traceTree({ ...skeleton, calls: { ...skeleton.calls, duration_us: [null, 2000] } }, 9000)

  expect(callDurationMs(running, 0)).toBeNull()
  expect(callDurationMs(running, 1)).toBe(2)
  expect(traceDurationMs(running)).toBeUndefined()
  expect(traceDurationMs(traceTree(skeleton))).toBe(0.002)
})

describe('calls side by side', () => {
  const call = (latency: number, inputs: string) => ({
    figures: [
      { name: 'Duration', text: `${latency} ms`, value: latency, format: (ms: number) => `${ms} ms` },
    ],
    payloads: { inputs, output: '"ok"', attributes: '{}' },
  })

  test('have a row per field, with the difference from the baseline', () => {
    const rows = compareRows([call(100, '{"q":"x","k":3}'), call(150, '{"q":"x","n":1}')])

    expect(rows.map(({ group, name, cells, isSame }) => [group, name, cells, isSame])).toEqual([
      ['Summary', 'Duration', ['100 ms', '150 ms'], false],
      ['inputs', 'q', ['x', 'x'], true],
      ['inputs', 'k', ['3', undefined], false],
      ['inputs', 'n', [undefined, '1'], false],
      ['output', '', ['ok', 'ok'], true],
      ['attributes', '', ['{}', '{}'], true],
    ])
    expect(rows[0]?.deltas).toEqual([undefined, '+50 ms (+50%)'])
  })

  test.each([
    [2, 3, '+1 (+50%)'],
    [3, 2, '−1 (−33%)'],
    [0, 5, '+5'],
    [0, 1_234_567, '+1,234,567'],
    [0.3, 0.1, '−0.2 (−67%)'],
    [1, 1, undefined],
    [undefined, 1, undefined],
  ])('the difference from %s to %s is %s', (from, to, text) => expect(deltaText(from, to)).toBe(text))
})

test('leaf values keep all digits', () => {
  expect([...leavesOf('{"a":[1.0,{"b":12345678901234567890}],"c":[]}', 'inputs')]).toEqual([
    ['inputs.a.0', '1.0'],
    ['inputs.a.1.b', '12345678901234567890'],
    ['inputs.c', '[]'],
  ])
})

test('a key with a dot is not taken for two levels', () => {
  expect([...leavesOf('{"a.b":1,"a":{"b":2}}', 'attributes')]).toEqual([
    ['attributes.a\\.b', '1'],
    ['attributes.a.b', '2'],
  ])
})

test('payloads are the same only if what differs was compared', () => {
  const of = (output: string) => ({ figures: [], payloads: { inputs: '{}', output, attributes: '{}' } })
  const isDifferent = (a: string, b: string) => compareRows([of(a), of(b)]).some(({ isSame }) => !isSame)
  const ones = Array<number>(1_000).fill(1)

  expect(isDifferent(JSON.stringify([...ones, 1]), JSON.stringify([...ones, 2]))).toBe(true)
  expect(isDifferent(JSON.stringify([...ones, 1]), JSON.stringify([...ones, 1]))).toBe(false)
  expect(isDifferent('"5"', '5')).toBe(true)
})

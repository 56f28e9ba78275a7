import { traceTree } from '@heddle/contract/compare/tree'
import { expect, test } from 'vitest'
import { stepId, transcriptSteps } from './steps.ts'

type Call = readonly [kind: string, parent: number, status?: 'success' | 'error']

const tree = (...calls: readonly Call[]) =>
  traceTree({
    trace_id: 't',
    started_at: null,
    op_names: ['op'],
    models: [],
    has_more: false,
    usage: {},
    reports: { call: [], tokens: [], cost: [], reported_cost: [] },
    calls: {
      id: calls.map((_, at) => String(at)),
      parent: calls.map(([, parent]) => parent),
      op_name: calls.map(() => 0),
      display_name: calls.map(() => null),
      start_us: calls.map((_, at) => at),
      duration_us: calls.map(() => 1),
      status: calls.map(([, , status = 'success']) => status),
      kind: calls.map(([kind]) => kind),
      model: calls.map(() => -1),
      tokens: calls.map(() => null),
      cost: calls.map(() => null),
      usage_standing: calls.map(() => null),
    },
  })

const stepsOf = (...calls: readonly Call[]) =>
  transcriptSteps(tree(...calls)).map(({ index, kind, depth }) => [index, kind, depth])

test('a trace becomes a conversation, grouped by agent', () => {
  const steps = stepsOf(['call', -1], ['agent', 0], ['llm', 1], ['tool', 1], ['call', 0], ['tool', 4])

  expect(steps).toEqual([
    [0, 'start', 0],
    [1, 'section', 0],
    [2, 'call', 1],
    [3, 'call', 1],
    [5, 'call', 0],
    [0, 'end', 0],
  ])
})

test('a card is the same one while the trace grows', () => {
  const idsOf = (...calls: readonly Call[]) => {
    const trace = tree(...calls)
    return transcriptSteps(trace).map((step) => stepId(trace, step))
  }

  const before = idsOf(['agent', -1], ['llm', 0], ['tool', 0])
  const after = idsOf(['agent', -1], ['llm', 0], ['tool', 0], ['llm', 2], ['llm', 0])

  expect(new Set(before).size).toBe(before.length)
  expect(after).toEqual(expect.arrayContaining(before))
  expect(after).toHaveLength(before.length + 2)
})

test('layers of one request are one step, and calls below a tool are indented', () => {
  const steps = stepsOf(
    ['agent', -1],
    ['retriever', 0],
    ['retriever', 1],
    ['embedding', 2],
    ['tool', 0],
    ['llm', 4],
  )

  expect(steps).toEqual([
    [0, 'start', 0],
    [1, 'call', 0],
    [4, 'call', 0],
    [5, 'call', 1],
    [0, 'end', 0],
  ])
})

test('chains and prompts are left out, unless they failed or are all there is', () => {
  const conversation = stepsOf(['chain', -1], ['prompt', 0], ['chain', 0, 'error'], ['chain', 0], ['llm', 3])
  const plumbing = stepsOf(['chain', -1], ['chain', 0])

  expect(conversation.map(([index]) => index)).toEqual([0, 2, 4, 0])
  expect(plumbing.map(([index]) => index)).toEqual([0, 1, 0])
})

import { expect, test } from 'vitest'
import type { CallKind } from '../call/kind.ts'
import { callKind, traceTree } from './tree.ts'

const NO_MODEL = -1

/** Kind of a leaf call by its op; it has a parent unless it is the only call. */
function kindOfLeaf(op: string, { model = NO_MODEL, isAlone = false } = {}): CallKind {
  const parent = isAlone ? [-1] : [1, -1]
  const both = <T>(value: T): T[] => parent.map(() => value)
  const tree = traceTree({
    trace_id: 't',
    started_at: null,
    op_names: [`weave:///team/app/op/${op}:v1`, 'run'],
    models: ['m'],
    has_more: false,
    usage: {},
    calls: {
      id: parent.map((_, index) => `${index}`),
      parent,
      op_name: parent.map((_, index) => index),
      display_name: both('My search'),
      start_us: both(0),
      duration_us: both(1),
      status: both('success' as const),
      model: [model, NO_MODEL].slice(0, parent.length),
      tokens: both(null),
      cost: both(null),
    },
  })
  return callKind(tree, 0)
}

test('the kind of a call depends on its op, not on its display name', () => {
  expect(kindOfLeaf('retrieve')).toBe('retriever')
  expect(kindOfLeaf('HelperAgent', { isAlone: true })).toBe('agent')
  expect(kindOfLeaf('openai.chat.completions.create')).toBe('llm')
})

test('without a telling name, the kind depends on the model and the parent', () => {
  expect(kindOfLeaf('answer', { model: 0 })).toBe('llm')
  expect(kindOfLeaf('search_orders')).toBe('tool')
  expect(kindOfLeaf('answer', { isAlone: true })).toBe('step')
})

import { traceTree } from '@heddle/contract/compare/tree'
import { expect, test } from 'vitest'
import { callKind } from './kind.ts'

const skeleton = {
  trace_id: 't',
  started_at: null,
  op_names: ['openai.chat.completions.create'],
  models: ['m'],
  has_more: false,
  usage: {},
  reports: { call: [], tokens: [], cost: [], reported_cost: [] },
  calls: {
    id: ['0', '1'],
    parent: [-1, 0],
    op_name: [0, 0],
    display_name: [null, null],
    start_us: [0, 0],
    duration_us: [1, 1],
    status: ['success' as const, 'success' as const],
    kind: ['agent', 'retriever'],
    model: [-1, 0],
    tokens: [null, null],
    cost: [null, null],
    usage_standing: [null, null],
  },
}

test('the kind of a call is what was declared, never a guess from its name, model or place', () => {
  expect([0, 1].map((index) => callKind(traceTree(skeleton), index))).toEqual(['agent', 'retriever'])
})

import { expect, test } from 'vitest'
import { traceTree } from '../tree.ts'
import { transcriptSteps } from './steps.ts'

test('a trace becomes a conversation, grouped by agent', () => {
  const tree = traceTree({
    trace_id: 't',
    started_at: null,
    op_names: ['run', 'HelperAgent', 'chat', 'lookup', 'pass_on'],
    models: ['m'],
    has_more: false,
    usage: {},
    calls: {
      id: ['0', '1', '2', '3', '4', '5'],
      parent: [-1, 0, 1, 1, 0, 4],
      op_name: [0, 1, 2, 3, 4, 3],
      display_name: [null, null, null, null, null, null],
      start_us: [0, 1, 2, 3, 4, 5],
      duration_us: [9, 2, 1, 1, 2, 1],
      status: ['success', 'success', 'success', 'success', 'success', 'success'],
      kind: ['call', 'agent', 'llm', 'tool', 'call', 'tool'],
      model: [-1, -1, 0, -1, -1, -1],
      tokens: [null, null, null, null, null, null],
      cost: [null, null, null, null, null, null],
      usage_standing: [null, null, null, null, null, null],
    },
  })

  expect(transcriptSteps(tree)).toEqual([
    { index: 0, kind: 'start', depth: 0 },
    { index: 1, kind: 'section', depth: 0 },
    { index: 2, kind: 'call', depth: 1 },
    { index: 3, kind: 'call', depth: 1 },
    { index: 5, kind: 'call', depth: 0 },
    { index: 0, kind: 'end', depth: 0 },
  ])
})

import { expect, test } from 'vitest'
import { finishReasonOf } from './normalise.ts'

test.each([
  ['end_turn', 'stop'],
  ['STOP', 'stop'],
  ['ToolCalls', 'tool_call'],
  ['FinishReason.MAX_TOKENS', 'length'],
  ['ContentFilter', 'content_filter'],
  ['failed', 'error'],
  ['pause_turn', 'pause_turn'],
])('the reason %s is %s', (sent, known) => {
  expect(finishReasonOf(sent)).toBe(known)
})

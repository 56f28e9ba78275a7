import { expect, test } from 'vitest'
import { chatMessage, toolRun } from './chat-message.ts'

const about = {
  span_id: 's1',
  started_at: '2026-11-15T00:00:00Z',
  agent_name: 'helper',
  agent_version: null,
  status_code: 'OK' as const,
  status_message: null,
  error_type: null,
  feedback: null,
}

const tool_call = {
  tool_name: 'search',
  tool_arguments: '{"q":1}',
  tool_result: 'none',
  duration_ms: 3,
  status: 'OK' as const,
  content_refs: [],
}

test('a tool call has its arguments as values and its result as text', () => {
  expect(chatMessage({ ...about, type: 'tool_call', tool_call }).parts).toEqual([
    { type: 'tool', id: 's1', name: 'search', arguments: { q: 1 }, result: { value: 'none' } },
  ])
})

test('a failed tool call has a duration and an error', () => {
  const failed = { ...tool_call, status: 'ERROR' as const }

  expect(toolRun({ ...about, type: 'tool_call', tool_call: failed, status_message: 'no reply' })).toEqual({
    durationMs: 3,
    error: 'no reply',
  })
  expect(toolRun({ ...about, type: 'user_message' })).toBeUndefined()
})

test('a message without its payload is empty, not an error', () => {
  expect(chatMessage({ ...about, type: 'user_message' })).toMatchObject({ role: 'user', parts: [] })
})

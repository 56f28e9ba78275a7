import { expect, test } from 'vitest'
import { displayedMessage } from './displayed-message.ts'

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

test('a tool call is shown with its arguments and result', () => {
  const tool_call = {
    tool_name: 'search',
    tool_arguments: '{"q":1}',
    tool_result: 'none',
    duration_ms: 3,
    status: 'OK' as const,
    content_refs: [],
  }

  expect(displayedMessage({ ...about, type: 'tool_call', tool_call })).toEqual({
    icon: 'tool',
    author: 'search',
    text: '{"q":1}\n→ none',
  })
})

test('a message without its payload is empty, not an error', () => {
  expect(displayedMessage({ ...about, type: 'user_message' })).toEqual({
    icon: 'user',
    author: 'User',
    text: '',
  })
})

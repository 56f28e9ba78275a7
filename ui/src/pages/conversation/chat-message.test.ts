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

/** What is shown of what a tool returned. */
function shownResult(tool_result: string): unknown {
  const [part] = chatMessage({ ...about, type: 'tool_call', tool_call: { ...tool_call, tool_result } }).parts
  return part?.type === 'tool' ? part.result?.value : undefined
}

test.each([
  ['18 °C and sunny', '18 °C and sunny'],
  ['1.50', '1.50'],
  ['"18 °C"', '18 °C'],
  ['[{"type":"text","text":"18 °C"},{"type":"text","text":"sunny"}]', '18 °C\nsunny'],
  ['{"sky":"blue"}', { sky: 'blue' }],
  ['[{"type":"image"},{"type":"text","text":"a"}]', [{ type: 'image' }, { type: 'text', text: 'a' }]],
  ['[{"title":"a"}]', [{ title: 'a' }]],
  ['[]', []],
  ['{broken', '{broken'],
])('the result %s is shown as %j', (written, shown) => expect(shownResult(written)).toEqual(shown))

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

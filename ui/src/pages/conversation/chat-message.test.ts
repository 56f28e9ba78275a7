import type { AgentTurn } from '@heddle/contract/agent-chat'
import { expect, test } from 'vitest'
import { chatMessage } from './chat-message.ts'

/** What is shown of what a tool returned. */
function shownResult(tool_result: string): unknown {
  const message: AgentTurn['messages'][number] = {
    type: 'tool_call',
    span_id: 's',
    started_at: '2025-03-01T10:00:00Z',
    agent_name: null,
    agent_version: null,
    status_code: 'OK',
    status_message: null,
    error_type: null,
    feedback: null,
    tool_call: {
      tool_name: 'search',
      tool_arguments: null,
      tool_result,
      duration_ms: null,
      status: 'OK',
      content_refs: [],
    },
  }
  const [part] = chatMessage(message).parts
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

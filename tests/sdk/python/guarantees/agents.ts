import { expect, test } from 'vitest'
import type { SdkSuite } from '../../sdk-suite.ts'

export function agentGuarantees(suite: SdkSuite): void {
  test('a turn that the SDK records reads back as an agent, as spans, as a chat and as numbers', () => {
    expect(suite.resultOf('agents')).toMatchObject({
      agents: [{ agent_name: 'planner', invocation_count: 1, error_count: 0 }],
      versions: 1,
      spans: ['invoke_agent'],
      turns: {
        total_turns: 1,
        turns: [
          {
            total_output_tokens: 3,
            messages: [
              { type: 'user_message', user_message: { text: 'When?' } },
              { type: 'agent_start' },
              { type: 'assistant_message', assistant_message: { text: 'In May', model: 'house-model' } },
              { type: 'tool_call', tool_call: { tool_name: 'calendar', tool_result: 'free' } },
            ],
          },
        ],
      },
      found: { results: [{ conversation_id: 'trip', matched_messages: [{ content_preview: 'In May' }] }] },
      stats: { rows: [{ tokens__sum: 3 }] },
    })
  })
}

import { readAgentTurn, readAgentTurns, readConversationSpans } from '@heddle/contract/agent-chat'
import { readAgentSpanStats } from '@heddle/contract/agent-span-stats'
import { exportAgentSpans, searchAgents } from '@heddle/contract/agents'
import { createFeedback } from '@heddle/contract/feedback'
import { afterAll, describe, expect, test } from 'vitest'
import { newProject } from '../../testing/objects.ts'
import { exportedSpan, exportOf, inProject, TRACE_ID } from '../../testing/otlp.ts'
import { openService } from '../../testing/service.ts'

const service = await openService()
afterAll(() => service.close())

const traceId = (turn: number) => turn.toString(16).padStart(32, '0')
const spanId = (index: number) => index.toString(16).padStart(16, '0')

const said = (role: string, content: string) => ({ role, parts: [{ type: 'text', content }] })
const messages = (...all: object[]) => JSON.stringify(all)

/** A turn in which an agent asks its model, calls a tool, and asks again. */
function turn(number: number, question: string, answer: string, history: readonly object[] = []): object[] {
  const asked = [...history, said('user', question)]
  const start = 1_740_823_200n + BigInt(number) * 60n
  const span = (index: number, attributes: object, fields: object = {}) =>
    exportedSpan(
      { 'gen_ai.conversation.id': 'c1', 'gen_ai.conversation.name': 'Trip', ...attributes },
      {
        traceId: traceId(number),
        spanId: spanId(number * 16 + index),
        parentSpanId: index === 1 ? '' : spanId(number * 16 + 1),
        startTimeUnixNano: `${start + BigInt(index)}000000000`,
        endTimeUnixNano: `${start + BigInt(index === 1 ? 9 : index)}500000000`,
        ...fields,
      },
    )
  const chat = { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'm' }
  return [
    span(1, {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': 'planner',
      'gen_ai.input.messages': messages(said('user', question)),
      'gen_ai.output.messages': messages(said('assistant', answer)),
      'gen_ai.system_instructions': 'be brief',
    }),
    span(2, {
      ...chat,
      'gen_ai.input.messages': messages(...asked),
      'gen_ai.output.messages': messages({ role: 'assistant', parts: [{ type: 'tool_call', name: 'map' }] }),
      'gen_ai.usage.input_tokens': 10,
      'gen_ai.usage.output_tokens': 2,
    }),
    span(3, {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'map',
      'gen_ai.tool.call.arguments': '{"city":"Paris"}',
      'gen_ai.tool.call.result': 'found',
    }),
    span(4, {
      ...chat,
      'gen_ai.input.messages': messages(...asked, said('assistant', ''), said('tool', 'found')),
      'gen_ai.output.messages': messages({
        role: 'assistant',
        parts: [{ type: 'reasoning', content: 'hm' }, ...said('assistant', answer).parts],
      }),
      'gen_ai.usage.input_tokens': 20,
      'gen_ai.usage.output_tokens': 3,
    }),
  ]
}

async function conversation(): Promise<string> {
  const project_id = newProject()
  const history = [said('user', 'Where?'), said('assistant', 'In Paris')]
  const spans = [...turn(1, 'Where?', 'In Paris'), ...turn(2, 'When?', 'In May', history)]
  await service.call(exportAgentSpans, exportOf(spans, inProject(project_id)))
  return project_id
}

const shown = ({ messages: all }: { messages: { type: string }[] }) => all.map(({ type }) => type)

describe('a turn', () => {
  test('is a chat without repetitions', async () => {
    const project_id = await conversation()

    const reply = await service.call(readAgentTurn, { project_id, trace_id: traceId(2) })

    expect(shown(reply)).toEqual(['user_message', 'agent_start', 'tool_call', 'assistant_message'])
    expect(reply).toMatchObject({
      trace_id: traceId(2),
      root_span_name: 'answer',
      agent_name: 'planner',
      total_input_tokens: 30,
      total_output_tokens: 5,
      total_duration_ms: 8500,
      feedback: null,
      messages: [
        { user_message: { text: 'When?' } },
        { agent_start: { system_instructions: 'be brief' } },
        { tool_call: { tool_name: 'map', tool_arguments: '{"city":"Paris"}', tool_result: 'found' } },
        { assistant_message: { text: 'In May', model: 'm', reasoning_content: 'hm', input_tokens: 20 } },
      ],
    })
  })

  test('has one payload in each message, under the name of its type', async () => {
    const project_id = await conversation()

    const { messages: all } = await service.call(readAgentTurn, { project_id, trace_id: traceId(1) })

    const payloads = ['user_message', 'assistant_message', 'tool_call', 'agent_start', 'context_compacted']
    for (const message of all) {
      expect(payloads.filter((name) => name in message)).toEqual([message.type])
    }
  })

  test('that is unknown has no messages', async () => {
    const reply = await service.call(readAgentTurn, { project_id: newProject(), trace_id: traceId(9) })

    expect(reply).toMatchObject({ trace_id: traceId(9), messages: [], root_span_name: null })
  })

  test('shows where its context was compacted', async () => {
    const project_id = newProject()
    const compacted = exportedSpan({
      'weave.compaction.summary': 'short',
      'weave.compaction.items_before': 9,
    })
    await service.call(exportAgentSpans, exportOf([compacted], inProject(project_id)))

    const reply = await service.call(readAgentTurn, { project_id, trace_id: TRACE_ID })

    expect(reply.messages).toMatchObject([
      { context_compacted: { compaction_summary: 'short', compaction_items_before: 9 } },
    ])
  })

  test('shows the feedback on it and on its spans', async () => {
    const project_id = await conversation()
    const give = (weave_ref: string, note: string) =>
      service.call(createFeedback, {
        project_id,
        weave_ref: `weave:///${project_id}/${weave_ref}`,
        feedback_type: 'wandb.note.1',
        payload: { note },
      })
    await give(`agent_turn/${traceId(1)}`, 'on the turn')
    await give(`agent_span/${spanId(19)}`, 'on the tool')

    const request = { project_id, trace_id: traceId(1), include_feedback: true }
    const reply = await service.call(readAgentTurn, request)

    expect(reply.feedback).toMatchObject([{ payload: { note: 'on the turn' } }])
    expect(reply.messages.map(({ feedback }) => feedback?.length)).toEqual([0, 0, 1, 0])
  })
})

describe('a conversation', () => {
  test('has its latest turns, in the order in which they happened', async () => {
    const project_id = await conversation()
    const request = { project_id, conversation_id: 'c1' }

    const all = await service.call(readAgentTurns, request)
    const older = await service.call(readAgentTurns, { ...request, limit: 1, offset: 1 })
    const none = await service.call(readAgentTurns, { ...request, limit: 0 })

    expect(all).toMatchObject({ total_turns: 2, has_more: false, limit: 50, offset: 0 })
    expect(none).toMatchObject({ turns: [], total_turns: 2, has_more: true })
    expect(all.turns.map(({ trace_id }) => trace_id)).toEqual([traceId(1), traceId(2)])
    expect(older.turns.map(({ trace_id }) => trace_id)).toEqual([traceId(1)])
    expect(older.has_more).toBe(false)
  })

  test('has its steps and the feedback on them', async () => {
    const project_id = await conversation()
    await service.call(createFeedback, {
      project_id,
      weave_ref: `weave:///${project_id}/agent_turn/${traceId(1)}`,
      feedback_type: 'wandb.agent_user_feedback',
      payload: {},
      scorer_tags: ['good'],
      scorer_ratings: { _rating_: 4 },
    })

    const { conversations } = await service.call(readConversationSpans, {
      project_id,
      conversation_ids: ['none', 'c1'],
    })

    expect(conversations).toMatchObject([
      { conversation_id: 'none', spans: [], spans_feedback: [] },
      {
        spans: Array.from({ length: 8 }, () => ({ status: 'UNSET' })),
        spans_feedback: [
          {
            feedback_type: 'wandb.agent_user_feedback',
            trace_id: traceId(1),
            tags: ['good'],
            ratings: [{ name: '_rating_', value: 4 }],
          },
        ],
      },
    ])
  })
})

describe('a search', () => {
  test('finds messages in any case, once each, by conversation', async () => {
    const project_id = await conversation()

    const { results, total_conversations } = await service.call(searchAgents, { project_id, query: 'PARIS' })

    expect(total_conversations).toBe(1)
    expect(results).toMatchObject([{ conversation_id: 'c1', conversation_name: 'Trip' }])
    expect(results[0]?.matched_messages.map(({ role, content_preview }) => [role, content_preview])).toEqual([
      ['assistant', 'In Paris'],
      ['tool_call', '{"city":"Paris"}'],
    ])
  })

  test('counts no more than the messages that it returns', async () => {
    const project_id = newProject()
    const history = Array.from({ length: 300 }, (_, at) => said('user', `Why ${at}? ${'x'.repeat(1000)}`))
    const span = exportedSpan({
      'gen_ai.operation.name': 'chat',
      'gen_ai.conversation.id': 'c1',
      'gen_ai.input.messages': messages(...history),
    })
    await service.call(exportAgentSpans, exportOf([span], inProject(project_id)))

    const { results } = await service.call(searchAgents, { project_id, query: 'why' })

    expect(results[0]?.matched_messages).toHaveLength(20)
  })

  test('finds a message far back among spans that started at the same moment', async () => {
    const project_id = newProject()
    const spans = Array.from({ length: 450 }, (_, at) =>
      exportedSpan(
        {
          'gen_ai.operation.name': 'chat',
          'gen_ai.conversation.id': `c${at}`,
          'gen_ai.input.messages': messages(said('user', `Frage "${at}" für dich`)),
        },
        { traceId: traceId(1 + (at % 7)), spanId: spanId(1 + at) },
      ),
    )
    await service.call(exportAgentSpans, exportOf(spans, inProject(project_id)))

    const found = (query: string) => service.call(searchAgents, { project_id, query, limit: 1_000 })

    expect((await found('für dich')).results).toHaveLength(450)
    expect((await found('"449" für')).results).toMatchObject([{ conversation_id: 'c449' }])
  })

  test('finds texts that JSON escapes', async () => {
    const project_id = await conversation()

    const { results } = await service.call(searchAgents, { project_id, query: '"city"' })

    expect(results[0]?.matched_messages).toMatchObject([{ role: 'tool_call' }])
  })

  test('respects its filters', async () => {
    const project_id = await conversation()
    const request = { project_id, roles: ['user' as const], trace_id: traceId(2) }

    const { results } = await service.call(searchAgents, request)
    const none = await service.call(searchAgents, { ...request, conversation_id: 'other' })

    expect(results[0]?.matched_messages.map(({ content_preview }) => content_preview)).toEqual([
      'Where?',
      'When?',
    ])
    expect(none.results).toEqual([])
  })
})

describe('statistics', () => {
  const window = { start: '2025-03-01T10:00:00Z', end: '2025-03-01T11:00:00Z', granularity: 60 }
  const tokens = { alias: 'tokens', value: { key: 'output_tokens' }, value_type: 'number' as const }

  test('have a row for each bucket and group with spans, and describe their columns', async () => {
    const project_id = await conversation()

    const reply = await service.call(readAgentSpanStats, {
      project_id,
      ...window,
      metrics: [{ ...tokens, aggregations: ['sum', 'count'], percentiles: [50] }],
      group_by: [{ key: 'operation_name', alias: 'op' }],
      query: { $expr: { $eq: [{ $getField: 'operation.name' }, { $literal: 'chat' }] } },
    })

    expect(reply).toMatchObject({ granularity: 60, timezone: 'UTC', bucket_type: 'time' })
    expect(reply.columns.map(({ name, role }) => [name, role])).toEqual([
      ['timestamp', 'time'],
      ['op', 'group'],
      ['tokens__sum', 'metric'],
      ['tokens__count', 'metric'],
      ['tokens__p50', 'metric'],
    ])
    expect(reply.rows).toEqual([
      row('10:01', { op: 'chat', tokens__sum: 5, tokens__count: 2, tokens__p50: 2.5 }),
      row('10:02', { op: 'chat', tokens__sum: 5, tokens__count: 2, tokens__p50: 2.5 }),
    ])
  })

  test('are limited to the largest groups', async () => {
    const project_id = await conversation()

    const reply = await service.call(readAgentSpanStats, {
      project_id,
      ...window,
      metrics: [tokens],
      group_by: [{ key: 'operation_name' }],
      group_limit: 1,
    })

    expect(new Set(reply.rows.map(({ operation_name }) => operation_name))).toEqual(new Set(['chat']))
  })

  const row = (clock: string, values: object) => ({ timestamp: `2025-03-01T${clock}:00+00:00`, ...values })
})

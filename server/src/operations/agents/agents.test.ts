import { queryAgentSpans, readAgentAttributes } from '@heddle/contract/agent-spans'
import { exportAgentSpans, queryAgents, queryAgentVersions } from '@heddle/contract/agents'
import { afterAll, describe, expect, test } from 'vitest'
import { JsonText } from '../../json/text.ts'
import { agentSpan } from '../../testing/agent-spans.ts'
import { equal } from '../../testing/builders.ts'
import { newProject } from '../../testing/objects.ts'
import { exportedSpan, exportOf, inProject, spanId } from '../../testing/otlp.ts'
import { openService } from '../../testing/service.ts'

const service = await openService()
afterAll(() => service.close())

/** Sends spans with these attributes to a project of their own. */
async function sent(...spans: readonly object[]): Promise<string> {
  const project_id = newProject()
  const exported = spans.map((attributes, at) =>
    exportedSpan(attributes, {
      spanId: spanId(at + 1),
      startTimeUnixNano: String(1_740_823_200_000_000_000n + BigInt(at) * 1_000_000_000n),
      endTimeUnixNano: String(1_740_823_201_250_000_000n + BigInt(at) * 1_000_000_000n),
    }),
  )
  await service.call(exportAgentSpans, exportOf(exported, inProject(project_id)))
  return project_id
}

const agent = (name: string, fields: object = {}) => ({
  'gen_ai.operation.name': 'invoke_agent',
  'gen_ai.agent.name': name,
  ...fields,
})

const foundBy = async (project_id: string, path: string, value: unknown) => {
  const { spans } = await service.call(queryAgentSpans, {
    project_id,
    query: { $expr: equal(path, value) },
    sort_by: [{ field: 'started_at', direction: 'asc' }],
  })
  return spans.map(({ span_id }) => Number(`0x${span_id}`))
}

test('a span that an older version stored with an impossible time hides no other', async () => {
  const project_id = newProject()
  const conversation_id = 'c1'
  await service.storage.agentSpans.put([
    agentSpan(project_id, 'late', { conversation_id, ended_at: 18_446_744_073_709_552, started_at: 2 ** 62 }),
    agentSpan(project_id, 'good', { conversation_id }),
  ])

  const { spans } = await service.call(queryAgentSpans, { project_id, include_details: true })
  const chats = await Promise.all([
    service.post('/agents/traces/chat', { project_id, trace_id: 'trace' }),
    service.post('/agents/conversations/chat', { project_id, conversation_id }),
    service.post('/agents/conversations/spans', { project_id, conversation_ids: [conversation_id] }),
    service.post('/agents/query', { project_id }),
    service.post('/agents/search', { project_id, query: 'x' }),
  ])

  expect(spans.map(({ span_id, started_at, ended_at }) => [span_id, started_at, ended_at])).toEqual([
    ['late', '9999-12-31T23:59:59Z', '2554-07-21T23:34:33Z'],
    ['good', '1970-01-01T00:00:00.001000Z', '1970-01-01T00:00:00.002000Z'],
  ])
  expect(chats.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
})

describe('spans', () => {
  const message = JSON.stringify([{ role: 'user', parts: [{ type: 'text', content: 'hi' }] }])
  const chat = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.input.messages': message,
    'gen_ai.usage.input_tokens': 3,
    team: 'red',
    'retry.count': 2,
    'retry.ratio': 0.5,
    cached: true,
  }

  test('have no wide columns, and custom attributes only if they are named', async () => {
    const project_id = await sent(chat)
    const custom_attr_columns = [{ source: 'custom_attrs_string' as const, key: 'team' }]

    const { spans } = await service.call(queryAgentSpans, { project_id, custom_attr_columns })

    expect(spans).toMatchObject([
      {
        operation_name: 'chat',
        input_tokens: 3,
        span_kind: 'INTERNAL',
        status_code: 'UNSET',
        input_messages: [],
        raw_span_dump: null,
        custom_attrs_string: { team: 'red' },
        custom_attrs_int: {},
      },
    ])
  })

  test('have all columns if details are requested', async () => {
    const project_id = await sent(chat)

    const { spans } = await service.call(queryAgentSpans, { project_id, include_details: true })

    expect(spans).toMatchObject([
      {
        input_messages: [{ role: 'user', content: '[{"type":"text","content":"hi"}]', finish_reason: '' }],
        raw_span_dump: expect.stringContaining('"team":"red"'),
        custom_attrs_string: { team: 'red' },
        custom_attrs_int: { 'retry.count': 2 },
        custom_attrs_float: { 'retry.ratio': 0.5 },
        custom_attrs_bool: { cached: true },
      },
    ])
  })

  test('have integers of 64 bits as they were sent', async () => {
    const project_id = newProject()
    const custom_attrs = new JsonText('{"account":1234567890123456789}')
    await service.storage.agentSpans.put([agentSpan(project_id, 'a', { custom_attrs })])

    const { text } = await service.post('/agents/spans/query', { project_id, include_details: true })

    expect(text).toContain('"custom_attrs_int":{"account":1234567890123456789}')
  })

  test.each(['agent_name', 'agent.name', 'gen_ai.agent.name', 'weave.agent.name'])(
    'are found by the column that %s names',
    async (path) => {
      const project_id = await sent(agent('x'), agent('y'))

      expect(await foundBy(project_id, path, 'y')).toEqual([2])
    },
  )

  test.each([
    ['team', 'red', [1]],
    ['custom_attrs_int.retry.count', 2, [1]],
    ['retry.ratio', 0.5, [1]],
    ['cached', true, [1]],
    ['agent_name', null, [1, 2]],
    ['duration_ms', 1250, [1, 2]],
    ['finish_reasons', 'stop', [2]],
  ])('are found by %s = %s', async (path, value, expected) => {
    const project_id = await sent(chat, { 'gen_ai.response.finish_reasons': ['stop', 'length'] })

    expect(await foundBy(project_id, path, value)).toEqual(expected)
  })

  test('are listed latest first, in pages, within a window', async () => {
    const project_id = await sent({}, {}, {}, {})
    const started_after = '2025-03-01T10:00:01Z'

    const { spans, total_count } = await service.call(queryAgentSpans, {
      project_id,
      started_after,
      started_before: '2025-03-01T10:00:03Z',
      limit: 1,
      offset: 1,
    })

    expect(spans.map(({ started_at }) => started_at)).toEqual([started_after])
    expect(total_count).toBe(2)
  })

  test('can be grouped, measured, filtered by measure and sorted', async () => {
    const project_id = await sent(
      agent('x', { 'gen_ai.usage.output_tokens': 5, 'gen_ai.conversation.id': 'c1' }),
      agent('x', { 'gen_ai.usage.output_tokens': 7, 'gen_ai.conversation.id': 'c2' }),
      agent('y', { 'gen_ai.usage.output_tokens': 20 }),
      agent('z'),
    )
    const value = { key: 'output_tokens' }

    const { groups, spans, total_count } = await service.call(queryAgentSpans, {
      project_id,
      group_by: [{ source: 'field', key: 'agent.name', alias: 'who' }],
      measures: [{ alias: 'largest', aggregation: 'max', value }],
      group_filters: [{ measure: { alias: 'any', aggregation: 'count', value }, min: 1 }],
      sort_by: [{ field: 'largest', direction: 'asc' }],
    })

    expect(spans).toEqual([])
    expect(total_count).toBe(2)
    expect(groups).toMatchObject([
      {
        group_keys: { who: 'x' },
        metrics: { largest: 7 },
        span_count: 2,
        invocation_count: 2,
        conversation_count: 2,
        total_output_tokens: 12,
        total_duration_ms: 2500,
        first_seen: '2025-03-01T10:00:00Z',
        last_seen: '2025-03-01T10:00:01Z',
      },
      { group_keys: { who: 'y' }, metrics: { largest: 20 } },
    ])
  })

  test('are grouped under the name of a column, by whichever name it is asked for', async () => {
    const project_id = await sent(agent('x'), agent('y'))

    const { groups } = await service.call(queryAgentSpans, {
      project_id,
      group_by: [{ source: 'field', key: 'agent.name' }],
      sort_by: [{ field: 'agent_name', direction: 'desc' }],
    })

    expect(groups.map(({ group_keys }) => group_keys)).toEqual([{ agent_name: 'y' }, { agent_name: 'x' }])
  })

  test.each([
    ['insight_filters', { insight_filters: [{ field: 'intent_category', values: ['a'] }] }],
    ['signal_filters', { signal_filters: { tags: ['a'] } }],
    ['group_distributions', { group_distributions: [{ alias: 'a', value: { key: 'k' } }] }],
  ])('are not searched by %s, which is refused', async (_, part) => {
    const reply = await service.post('/agents/spans/query', { project_id: 'team/app', ...part })

    expect(reply).toMatchObject({ status: 400, body: { error_code: 'NOT_AVAILABLE' } })
  })

  test('cannot be summed over a text', async () => {
    const measures = [{ alias: 'a', aggregation: 'sum', value: { key: 'agent_name' } }]
    const request = { project_id: 'team/app', group_by: [{ key: 'trace_id' }], measures }

    expect(await service.post('/agents/spans/query', request)).toMatchObject({ status: 400 })
  })

  test('list their custom attributes, page by page', async () => {
    const project_id = await sent(chat, { team: 'blue' })

    const first = await service.call(readAgentAttributes, { project_id, limit: 3 })
    const rest = await service.call(readAgentAttributes, { project_id, limit: 3, offset: 3 })

    expect(first).toMatchObject({ limit: 3, offset: 0, has_more: true })
    expect(rest).toMatchObject({
      attributes: [{ source: 'custom_attrs_string', key: 'team', value_type: 'string', span_count: 2 }],
      has_more: false,
    })
  })
})

describe('agents', () => {
  const two = () =>
    sent(
      agent('x', { 'gen_ai.usage.input_tokens': 1, 'gen_ai.agent.version': '1' }),
      agent('y', { 'gen_ai.usage.input_tokens': 9 }),
      { 'gen_ai.agent.name': 'x', 'gen_ai.usage.input_tokens': 2, 'gen_ai.agent.version': '2' },
      { 'gen_ai.operation.name': 'chat' },
    )

  test('are listed with their totals, most recently seen first', async () => {
    const project_id = await two()

    const { agents, total_count } = await service.call(queryAgents, { project_id })

    expect(total_count).toBe(2)
    expect(agents).toMatchObject([
      {
        project_id,
        agent_name: 'x',
        invocation_count: 1,
        span_count: 2,
        total_input_tokens: 3,
        total_output_tokens: 0,
        total_duration_ms: 2500,
        error_count: 0,
        first_seen: '2025-03-01T10:00:00Z',
        last_seen: '2025-03-01T10:00:02Z',
      },
      { agent_name: 'y' },
    ])
  })

  test('can be filtered, sorted and paged', async () => {
    const project_id = await two()
    const sort_by = [{ field: 'total_input_tokens', direction: 'desc' as const }]

    const byTokens = await service.call(queryAgents, { project_id, sort_by, limit: 1 })
    const named = await service.call(queryAgents, { project_id, filters: { agent_name: 'x' } })

    expect(byTokens).toMatchObject({ agents: [{ agent_name: 'y' }], total_count: 2 })
    expect(named).toMatchObject({ agents: [{ agent_name: 'x' }], total_count: 1 })
  })

  test('are not sorted by fields that they do not have', async () => {
    const sort_by = [{ field: 'charm', direction: 'asc' }]

    expect(await service.post('/agents/query', { project_id: 'team/app', sort_by })).toMatchObject({
      status: 400,
    })
  })

  test('have versions', async () => {
    const project_id = await two()

    const reply = await service.call(queryAgentVersions, { project_id, agent_name: 'x' })

    expect(reply).toMatchObject({
      versions: [{ agent_version: '2' }, { agent_version: '1', invocation_count: 1 }],
      total_count: 2,
    })
  })
})

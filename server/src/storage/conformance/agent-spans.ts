import { expect, test } from 'vitest'
import type { DetailedAgentSpan } from '../../domain/agents/span.ts'
import type { SpanGroupQuery } from '../../domain/agents/span-groups.ts'
import { JsonText } from '../../json/text.ts'
import { apply, fieldValue, ITEM, isOneOf, literal, lower, some } from '../../query/build.ts'
import type { CollectionField, Expression } from '../../query/expression.ts'
import { agentSpan } from '../../testing/agent-spans.ts'
import type { Storage } from '../port.ts'
import { by, column, equals, json, jsonField, newProjectId } from './rows.ts'

export function agentSpanGuarantees(storage: () => Storage): void {
  const spans = () => storage().agentSpans
  const all = (project_id: string) => spans().findDetailed({ project_id, sort: [] })
  const idsOf = (found: readonly { span_id: string }[]) => found.map(({ span_id }) => span_id)

  test('spans are returned as stored, by start and then by id', async () => {
    const project_id = newProjectId()
    const full: DetailedAgentSpan = agentSpan(project_id, 'z', {
      parent_span_id: 'a',
      status_code: 'ERROR',
      status_message: 'late',
      agent_name: 'planner',
      input_tokens: 12,
      request_temperature: 0.5,
      finish_reasons: ['stop'],
      custom_attrs: new JsonText('{"a.b":1.0,"c":true,"__proto__":"é"}'),
      system_instructions: ['be brief'],
      content_refs: ['ref'],
      input_messages: [{ role: 'user', content: 'hi "there"', finish_reason: '' }],
      output_messages: [{ role: 'assistant', content: '[{"type":"text"}]', finish_reason: 'stop' }],
      raw_span_dump: '{"name":"chat"}',
    })
    const rows = [full, agentSpan(project_id, 'a', { started_at: full.started_at + 1 })]

    await spans().put(rows.toReversed())

    expect(await all(project_id)).toEqual(rows)
  })

  test('a search without details returns no wide columns', async () => {
    const project_id = newProjectId()
    await spans().put([agentSpan(project_id, 'a', { raw_span_dump: '{}' })])

    const [span] = await spans().find({ project_id, sort: [] })

    expect(span).toMatchObject({ project_id, span_id: 'a', finish_reasons: [] })
    expect(Object.keys(span ?? {})).not.toEqual(
      expect.arrayContaining(['raw_span_dump', 'input_messages', 'tool_call_result']),
    )
  })

  test('a span that is stored again replaces itself, and only in its trace', async () => {
    const project_id = newProjectId()
    await spans().put([agentSpan(project_id, 'a'), agentSpan(project_id, 'a', { trace_id: 'other' })])

    await spans().put([agentSpan(project_id, 'a', { span_name: 'newer' })])

    expect((await all(project_id)).map(({ trace_id, span_name }) => [trace_id, span_name])).toEqual([
      ['other', 'chat'],
      ['trace', 'newer'],
    ])
  })

  test('a search filters, sorts and pages, and the count ignores the page', async () => {
    const project_id = newProjectId()
    await spans().put([
      agentSpan(project_id, 'a', { agent_name: 'x', started_at: 3 }),
      agentSpan(project_id, 'b', { agent_name: 'x', started_at: 1 }),
      agentSpan(project_id, 'c', { agent_name: 'y', started_at: 2 }),
      agentSpan(project_id, 'd', { agent_name: 'x', started_at: 2 }),
    ])
    const page = {
      project_id,
      condition: equals(column('agent_name'), 'x'),
      sort: [by(column('started_at', 'instant'))],
      limit: 1,
      offset: 1,
    }

    expect(idsOf(await spans().find(page))).toEqual(['d'])
    expect(await spans().count(page)).toBe(3)
  })

  const SYSTEM: CollectionField = { kind: 'collection', name: 'system_instructions', shape: 'list' }
  const wide: [of: string, condition: Expression][] = [
    ['a text', equals(column('tool_call_result'), 'Sunny')],
    [
      'a text in lower case',
      apply('contains', lower(fieldValue(column('tool_call_result'))), literal('sun')),
    ],
    ['a list', some(SYSTEM, isOneOf(ITEM, ['be brief']))],
    ['messages', equals(jsonField('input_messages', '0', 'content'), 'hi')],
  ]

  test.each(wide)('conditions on %s of the details hold without details, too', async (_, condition) => {
    const project_id = newProjectId()
    const found = {
      tool_call_result: 'Sunny',
      system_instructions: ['be brief'],
      input_messages: [{ role: 'user', content: 'hi', finish_reason: '' }],
      custom_attrs: json({ k: 1 }),
    }
    await spans().put([
      ...['a', 'b', 'c'].map((id) => agentSpan(project_id, id, found)),
      agentSpan(project_id, 'other', { tool_call_result: 'Rain' }),
    ])
    const page = { project_id, condition, sort: [by(column('span_id'), 'desc')], limit: 2, offset: 1 }

    expect(idsOf(await spans().find(page))).toEqual(['b', 'a'])
    expect(await spans().findDetailed(page)).toMatchObject([
      { span_id: 'b', tool_call_result: 'Sunny', system_instructions: ['be brief'] },
      { span_id: 'a', input_messages: found.input_messages },
    ])
    expect(await spans().count(page)).toBe(3)
    expect(await spans().group(grouping(project_id, { condition }))).toMatchObject({
      groups: [{ measures: [3, 0, 0, []] }],
    })
    expect(await spans().attributes({ project_id, condition, sort: [] })).toMatchObject([{ span_count: 3 }])
    expect(await spans().remove({ project_id, condition }, 2)).toBe(2)
    expect(await spans().count(page)).toBe(1)
  })

  test('spans sort by their details', async () => {
    const project_id = newProjectId()
    const texts = ['b', null, 'c', 'a']
    await spans().put(
      texts.map((tool_call_result, at) => agentSpan(project_id, String(at), { tool_call_result })),
    )
    const sort = [by(column('tool_call_result'))]

    expect(idsOf(await spans().find({ project_id, sort }))).toEqual(['3', '0', '2', '1'])
    expect(idsOf(await spans().findDetailed({ project_id, sort, limit: 1, offset: 1 }))).toEqual(['0'])
  })

  test('custom attributes sort by their own type', async () => {
    const project_id = newProjectId()
    const values = [{}, { 'a.b': 100 }, { 'a.b': 2.5 }]
    await spans().put(
      values.map((value, at) => agentSpan(project_id, String(at), { custom_attrs: json(value) })),
    )

    const found = await spans().find({ project_id, sort: [by(jsonField('custom_attrs', 'a.b'))] })

    expect(idsOf(found)).toEqual(['2', '1', '0'])
  })

  const grouping = (project_id: string, fields: Partial<SpanGroupQuery> = {}): SpanGroupQuery => ({
    project_id,
    keys: [{ kind: 'field', field: column('agent_name') }],
    edges: [],
    measures: [
      { make: 'count' },
      { make: 'sum', value: { kind: 'field', field: column('input_tokens', 'number') } },
      { make: 'count', condition: equals(column('status_code'), 'ERROR') },
      { make: 'values', value: { kind: 'field', field: column('request_model') } },
    ],
    ranges: [],
    sort: [{ by: 'measure', at: 1, direction: 'desc' }],
    ...fields,
  })

  async function twoAgents(): Promise<string> {
    const project_id = newProjectId()
    await spans().put([
      agentSpan(project_id, 'a', { agent_name: 'x', input_tokens: 1, request_model: 'm2', started_at: 10 }),
      agentSpan(project_id, 'b', { agent_name: 'x', status_code: 'ERROR', started_at: 25 }),
      agentSpan(project_id, 'c', { agent_name: 'x', input_tokens: 2, request_model: 'm1', started_at: 11 }),
      agentSpan(project_id, 'd', { agent_name: 'y', input_tokens: 9, started_at: 12 }),
    ])
    return project_id
  }

  test('groups have their measures, are sorted and paged, and all of them are counted', async () => {
    const project_id = await twoAgents()

    expect(await spans().group(grouping(project_id))).toEqual({
      groups: [
        { bucket: 0, keys: ['y'], measures: [1, 9, 0, []] },
        { bucket: 0, keys: ['x'], measures: [3, 3, 1, ['m1', 'm2']] },
      ],
      total: 2,
    })
    expect(await spans().group(grouping(project_id, { limit: 1, offset: 1 }))).toMatchObject({
      groups: [{ keys: ['x'] }],
      total: 2,
    })
  })

  test('groups outside a range are left out', async () => {
    const project_id = await twoAgents()

    const { groups, total } = await spans().group(grouping(project_id, { ranges: [{ measure: 0, min: 2 }] }))

    expect(groups.map(({ keys }) => keys)).toEqual([['x']])
    expect(total).toBe(1)
  })

  test('groups are divided by time buckets', async () => {
    const project_id = await twoAgents()

    const { groups } = await spans().group(grouping(project_id, { edges: [10, 20], sort: [] }))

    expect(groups.map(({ bucket, keys, measures }) => [bucket, keys[0], measures[0]])).toEqual([
      [0, 'x', 2],
      [0, 'y', 1],
      [1, 'x', 1],
    ])
  })

  test('custom attributes are listed by key and type', async () => {
    const project_id = newProjectId()
    const texts = ['{"k":"v","n":1}', '{"k":"w","n":1.5,"ok":false}']
    await spans().put(
      texts.map((text, at) => agentSpan(project_id, String(at), { custom_attrs: new JsonText(text) })),
    )

    expect(await spans().attributes({ project_id, sort: [] })).toEqual([
      { key: 'k', type: 'string', span_count: 2 },
      { key: 'n', type: 'float', span_count: 1 },
      { key: 'n', type: 'int', span_count: 1 },
      { key: 'ok', type: 'bool', span_count: 1 },
    ])
  })

  test('matching spans are removed up to the limit, and others are kept', async () => {
    const project_id = newProjectId()
    const other = newProjectId()
    const of = (agent_name: string) => ({ agent_name })
    await spans().put([
      agentSpan(project_id, 'a', of('x')),
      agentSpan(project_id, 'b', of('x')),
      agentSpan(project_id, 'c', of('x')),
      agentSpan(project_id, 'd', of('y')),
      agentSpan(other, 'a', of('x')),
    ])
    const selection = { project_id, condition: equals(column('agent_name'), 'x') }

    expect(await spans().remove(selection, 2)).toBe(2)
    expect(await spans().remove(selection, 2)).toBe(1)
    expect(await spans().remove(selection, 2)).toBe(0)

    expect(idsOf(await all(project_id))).toEqual(['d'])
    expect(idsOf(await all(other))).toEqual(['a'])
    expect(await spans().remove({ project_id }, 10)).toBe(1)
  })

  test('a removed span can be stored again', async () => {
    const project_id = newProjectId()
    await spans().put([agentSpan(project_id, 'a')])
    await spans().remove({ project_id }, 1)

    await spans().put([agentSpan(project_id, 'a')])

    expect(idsOf(await all(project_id))).toEqual(['a'])
  })

  test('an unknown project has no spans', async () => {
    const project_id = newProjectId()

    expect(await all(project_id)).toEqual([])
    expect(await spans().count({ project_id, sort: [] })).toBe(0)
    expect(await spans().group(grouping(project_id))).toEqual({ groups: [], total: 0 })
    expect(await spans().attributes({ project_id, sort: [] })).toEqual([])
    expect(await spans().remove({ project_id }, 1)).toBe(0)
  })
}

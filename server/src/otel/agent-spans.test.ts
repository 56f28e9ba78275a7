import { describe, expect, test } from 'vitest'
import { exportedSpan, exportOf, keyValues } from '../testing/otlp.ts'
import { agentSpanFrom } from './agent-spans.ts'
import { decodeTraces } from './decode.ts'

async function spanOf(attributes: object, fields: object = {}) {
  const body = Buffer.from(JSON.stringify(exportOf([exportedSpan(attributes, fields)])))
  const [group] = await decodeTraces({ body, encoding: 'json', contentEncoding: '', bytesMax: 1e9 })
  const [inScope] = group?.scopes ?? []
  const [span] = inScope?.spans ?? []
  if (!group || !inScope || !span) throw new Error('nothing was exported')
  return agentSpanFrom(
    { project_id: 'team/app', resource: group.resource, scope: inScope.scope, span },
    'user',
  )
}

describe('columns', () => {
  test.each([
    ['weave.agent.name wins', { 'weave.agent.name': 'a', 'gen_ai.agent.name': 'b' }, { agent_name: 'a' }],
    ['an empty text says nothing', { 'weave.agent.name': '', 'gen_ai.agent.name': 'b' }, { agent_name: 'b' }],
    ['providers are lower case', { 'gen_ai.system': 'OpenAI' }, { provider_name: 'openai' }],
    ['reasoning tokens as Python has them', { 'gen_ai.usage.reasoning_tokens': 4 }, { reasoning_tokens: 4 }],
    [
      'cached tokens of another provider',
      { 'gen_ai.usage.prompt_tokens_details.cached_tokens': 0 },
      { cache_read_input_tokens: 0 },
    ],
    [
      'the next name instead of a negative count',
      { 'gen_ai.usage.input_tokens': -1, 'gen_ai.usage.prompt_tokens': 12 },
      { input_tokens: 12 },
    ],
    ['a negative seed', { 'gen_ai.request.seed': -7 }, { request_seed: -7 }],
    ['a number in a text', { 'gen_ai.request.temperature': '0.5' }, { request_temperature: 0.5 }],
    ['no number at all', { 'gen_ai.request.seed': 'x' }, { request_seed: null }],
    [
      'one reason instead of a list',
      { 'gen_ai.response.finish_reasons': 'stop' },
      { finish_reasons: ['stop'] },
    ],
    [
      'instructions as objects',
      { 'gen_ai.system_instructions': '[{"type":"text","content":"a"},"b"]' },
      { system_instructions: ['a', 'b'] },
    ],
    [
      'tool arguments as an object',
      { 'gen_ai.tool.call.arguments': { city: 'Oslo' } },
      { tool_call_arguments: '{"city":"Oslo"}' },
    ],
    ['the call around the span', { 'weave.parent_call.id': 'c' }, { parent_call_id: 'c' }],
  ])('%s', async (_, attributes, expected) => {
    expect(await spanOf(attributes)).toMatchObject(expected)
  })

  test.each([
    ['invoke_agent Trip planner', { operation_name: 'invoke_agent', agent_name: 'Trip planner' }],
    ['chat gpt-4o', { operation_name: 'chat', agent_name: null }],
    ['chatter', { operation_name: null }],
  ])('are read from the name %s', async (name, expected) => {
    expect(await spanOf({}, { name })).toMatchObject(expected)
  })
})

test.each([
  ['an end before its start', { endTimeUnixNano: '1740823199000000000' }, 1740823200000000],
  ['no end', { endTimeUnixNano: '0' }, 1740823200000000],
  ['no start', { startTimeUnixNano: '0' }, 1740823201250000],
])('a span with %s takes no time', async (_, fields, at) => {
  expect(await spanOf({}, fields)).toMatchObject({ started_at: at, ended_at: at })
})

describe('messages', () => {
  test.each([
    ['a text', 'hi', [['user', 'hi']]],
    [
      'a list of texts',
      ['a', 'b'],
      [
        ['user', 'a'],
        ['user', 'b'],
      ],
    ],
    ['a message', '{"role":"system","content":"x"}', [['system', 'x']]],
    ['parts', '[{"role":"user","parts":[{"type":"text"}]}]', [['user', '[{"type":"text"}]']]],
    ['content in pieces', '[{"content":[{"text":"a"}]}]', [['user', '[{"text":"a"}]']]],
    ['a request', '{"messages":[{"role":"user","content":"x"}]}', [['user', 'x']]],
  ])('may be %s', async (_, value, expected) => {
    const { input_messages } = await spanOf({ 'gen_ai.input.messages': value })

    expect(input_messages.map(({ role, content }) => [role, content])).toEqual(expected)
  })

  test('may be spread over attributes', async () => {
    const span = await spanOf({
      'gen_ai.completion.0.content': 'x',
      'gen_ai.completion.0.finish_reason': 'stop',
    })

    expect(span.output_messages).toEqual([{ role: 'assistant', content: 'x', finish_reason: 'stop' }])
  })

  test('have their reasoning separately', async () => {
    const output =
      '[{"role":"assistant","parts":[{"type":"reasoning","content":"hm"},{"type":"text","content":"x"}]}]'

    expect(await spanOf({ 'gen_ai.output.messages': output })).toMatchObject({ reasoning_content: 'hm' })
  })
})

test('events fill columns that attributes do not', async () => {
  const events = [
    { name: 'gen_ai.tool.input', attributes: keyValues({ 'gen_ai.tool.input': 'in' }) },
    { name: 'gen_ai.tool.output', attributes: keyValues({ content: 'out' }) },
    { name: 'gen_ai.content.completion', attributes: keyValues({ 'gen_ai.completion': 'said' }) },
    {
      name: 'exception',
      attributes: keyValues({ 'exception.type': 'Late', 'exception.message': 'too late' }),
    },
  ]

  const failed = await spanOf({}, { events, status: { code: 2 } })

  expect(failed).toMatchObject({
    tool_call_arguments: 'in',
    tool_call_result: 'out',
    output_messages: [{ role: 'assistant', content: 'said' }],
    error_type: 'Late',
    status_message: 'too late',
  })
  expect(await spanOf({}, { events })).toMatchObject({ error_type: null, status_message: null })
})

describe('custom attributes', () => {
  test('are attributes without a column, flat and with their own type', async () => {
    const { custom_attrs } = await spanOf({
      'gen_ai.agent.name': 'x',
      'gen_ai.usage.total_tokens': 3,
      'a.b': 1.5,
      list: [1, 2],
      json: '{"deep":{"er":true}}',
      ['__proto__']: 'p',
    })

    expect(custom_attrs.text).toBe(
      '{"gen_ai.usage.total_tokens":3,"a.b":1.5,"list":"[1,2]","json.deep.er":true,"__proto__":"p"}',
    )
  })

  test('are truncated, and NaN is dropped', async () => {
    const many = Object.fromEntries(Array.from({ length: 1100 }, (_, at) => [`k${at}`, at]))
    const { custom_attrs } = await spanOf({ nan: Number.NaN, long: 'x'.repeat(300_000), ...many })

    const attributes = JSON.parse(custom_attrs.text)
    expect(Object.keys(attributes)).toHaveLength(1024)
    expect(attributes.long).toHaveLength(262_144)
    expect(attributes).not.toHaveProperty('nan')
  })
})

test('a span without ids is refused', async () => {
  await expect(spanOf({}, { spanId: '' })).rejects.toMatchObject({ code: 'invalid_request' })
})

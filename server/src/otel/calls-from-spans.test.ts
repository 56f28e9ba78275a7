import { describe, expect, test } from 'vitest'
import { endUserOf } from '../domain/calls/end-user.ts'
import { jsonTextOf } from '../json/write.ts'
import { ATTRIBUTES } from '../semconv/attributes.ts'
import { exportedSpan, exportOf, keyValues, SPAN_ID, TRACE_ID } from '../testing/otlp.ts'
import { callFromSpan } from './calls-from-spans.ts'
import { decodeTraces } from './decode.ts'
import { readSpan } from './read-span.ts'
import { membershipsOf } from './sessions.ts'

const PROJECT = 'team/app'

/** The call made from a span, with its payloads parsed. */
async function callOf(attributes: object, fields: object = {}, resource: object = {}) {
  const body = Buffer.from(JSON.stringify(exportOf([exportedSpan(attributes, fields)], resource)))
  const [group] = await decodeTraces({ body, encoding: 'json', contentEncoding: '', bytesMax: 1024 ** 2 })
  const inScope = group?.scopes[0]
  const span = inScope?.spans[0]
  if (!group || !inScope || !span) throw new Error('no span was decoded')
  const placed = { project_id: PROJECT, resource: group.resource, scope: inScope.scope, span }
  const read = readSpan(placed)
  const membership = membershipsOf([read]).get(read)
  const { start, end } = callFromSpan(read, membership, {
    wb_user_id: 'u',
    newId: () => 'id',
    retentionDays: () => null,
  })
  return {
    ...start,
    ...end,
    attributes: JSON.parse(start.attributes.text),
    inputs: JSON.parse(start.inputs.text),
    otel_dump: JSON.parse(start.otel_dump?.text ?? 'null'),
    output: JSON.parse(end.output?.text ?? 'null'),
    summary: JSON.parse(end.summary.text),
  }
}

test('a span is a complete call of its own', async () => {
  expect(await callOf({}, { parentSpanId: '00f067aa0ba902b7' })).toMatchObject({
    project_id: PROJECT,
    id: SPAN_ID,
    trace_id: TRACE_ID,
    parent_id: '00f067aa0ba902b7',
    op_name: expect.stringMatching(/^weave:\/\/\/team\/app\/op\/answer:[A-Za-z0-9]{43}$/),
    display_name: 'answer',
    started_at: 1740823200000000,
    ended_at: 1740823201250000,
    exception: null,
    thread_id: null,
    turn_id: null,
    inputs: {},
    output: {},
    summary: {},
    wb_user_id: 'u',
  })
})

describe('inputs', () => {
  test.each(ATTRIBUTES.inputs)('%s stands under its own name', async (key) => {
    expect((await callOf({ [key]: 'hello' })).inputs).toEqual({ [key]: 'hello' })
  })

  test.each(['input', 'inputs'])('an object in %s is the inputs', async (key) => {
    expect((await callOf({ [key]: '{"question":"2+2?"}' })).inputs).toEqual({ question: '2+2?' })
  })

  test('messages spread over keys are a list', async () => {
    const { inputs } = await callOf({ 'gen_ai.prompt.0.role': 'user', 'gen_ai.prompt.0.content': 'hi' })

    expect(inputs).toEqual({ 'gen_ai.prompt': [{ role: 'user', content: 'hi' }] })
  })

  test('messages of OpenInference count where nothing else does', async () => {
    const messages = {
      'llm.input_messages.0.message.role': 'user',
      'llm.output_messages.0.message.role': 'assistant',
    }

    expect(await callOf(messages)).toMatchObject({
      inputs: { 'llm.input_messages': [{ message: { role: 'user' } }] },
      output: { 'llm.output_messages': [{ message: { role: 'assistant' } }] },
    })
    expect((await callOf({ ...messages, 'input.value': 'x' })).inputs).toEqual({ 'input.value': 'x' })
  })
})

describe('output', () => {
  const wrapped = ATTRIBUTES.output.filter((key) => !['output', 'outputs'].includes(key))

  test.each(wrapped)('%s stands under its own name', async (key) => {
    expect((await callOf({ [key]: '{"answer":4}' })).output).toEqual({ [key]: { answer: 4 } })
  })

  test.each(['output', 'outputs'])('what %s holds is the output', async (key) => {
    expect((await callOf({ [key]: 'four' })).output).toBe('four')
  })
})

describe('attributes', () => {
  test('what conventions know stands under one name', async () => {
    const { attributes } = await callOf({
      'gen_ai.request.model': 'm',
      'gen_ai.request.temperature': 0.5,
      'gen_ai.provider.name': 'openai',
      'gen_ai.system': 'older',
      'traceloop.span.kind': 'workflow',
      'gen_ai.operation.name': 'chat',
      'gen_ai.response.id': 'r1',
      'gen_ai.response.finish_reasons': ['stop'],
      'gen_ai.agent.name': 'helper',
      'gen_ai.agent.id': 'a1',
      unknown: 'left to the dump',
    })

    expect(attributes).toEqual({
      model: 'm',
      provider: 'openai',
      system: 'older',
      kind: 'workflow',
      model_parameters: { model: 'm', temperature: 0.5 },
      operation_name: 'chat',
      response_id: 'r1',
      finish_reasons: ['stop'],
      agent_name: 'helper',
      agent_id: 'a1',
      weave: { kind: 'chain' },
    })
  })

  test('what the user set for the call wins', async () => {
    const { attributes } = await callOf({
      'gen_ai.request.model': 'm',
      'wandb.attributes.env': 'test',
      'wandb.attributes.model': 'mine',
    })

    expect(attributes).toMatchObject({ env: 'test', model: 'mine' })
  })

  test('tags and metadata of all conventions stand under one name each', async () => {
    const { attributes } = await callOf({
      'tag.tags': ['a', 'b'],
      'langsmith.span.tags': 'b, c',
      metadata: '{"team":"x"}',
      'langfuse.trace.metadata.team': 'y',
      'langfuse.trace.metadata.tier': '{"level":1}',
      'gen_ai.request.model': 'm',
    })

    expect(attributes).toMatchObject({
      tags: ['a', 'b', 'c'],
      metadata: { team: 'x', tier: { level: 1 } },
      model: 'm',
    })
  })

  test('the end user has one place, and is not the owner of the key', async () => {
    const call = await callOf({ 'langfuse.user.id': 'ada' })

    expect(call).toMatchObject({ attributes: { user_id: 'ada' }, wb_user_id: 'u' })
    expect(endUserOf({ attributes: jsonTextOf(call.attributes), inputs: jsonTextOf(call.inputs) })).toBe(
      'ada',
    )
  })

  test('a span that no convention knows keeps all of its attributes', async () => {
    expect((await callOf({ 'http.method': 'GET', retries: 2 })).attributes).toEqual({
      http: { method: 'GET' },
      retries: 2,
    })
  })
})

test.each<[string, object, object]>([
  [
    'text',
    { 'langfuse.startTime': '2025-01-01T00:00:00Z', 'langfuse.endTime': '2025-01-01T00:00:02Z' },
    { started_at: 1735689600000000, ended_at: 1735689602000000 },
  ],
  ['nanoseconds', { 'langfuse.startTime': 1735689600000000000n }, { started_at: 1735689600000000 }],
  ['nonsense, which is passed over', { 'langfuse.startTime': 'soon' }, { started_at: 1740823200000000 }],
])('times set by attributes as %s', async (_, attributes, expected) => {
  expect(await callOf(attributes)).toMatchObject(expected)
})

test('a span without an end ends as it begins', async () => {
  expect(await callOf({}, { endTimeUnixNano: '0' })).toMatchObject({ ended_at: 1740823200000000 })
})

test.each<[string, object, string | null]>([
  ['the message', { status: { code: 2, message: 'boom' } }, 'boom'],
  [
    'no message but an exception',
    {
      status: { code: 2 },
      events: [{ name: 'exception', attributes: keyValues({ 'exception.message': 'bang' }) }],
    },
    'bang',
  ],
  ['nothing at all', { status: { code: 2 } }, 'Error'],
  ['a message without an error', { status: { code: 1, message: 'fine' } }, null],
])('a status with %s', async (_, fields, exception) => {
  expect(await callOf({}, fields)).toMatchObject({ exception })
})

test.each([
  ['Invoke Agent /plan ✨ 質問', 'Invoke Agent /plan ✨ 質問'],
  ['', null],
  ['😀'.repeat(2000), '😀'.repeat(1024)],
])('a span named %s is displayed as %s', async (name, display_name) => {
  expect(await callOf({}, { name })).toMatchObject({ display_name })
})

test('names and runs come from the attributes', async () => {
  const attributes = {
    'wandb.display_name': 'My call',
    'wandb.wb_run_id': 'r1',
    'wandb.wb_run_step': 3,
    'wandb.wb_run_step_end': 4,
  }

  expect(await callOf(attributes)).toMatchObject({
    display_name: 'My call',
    wb_run_id: 'team/app/r1',
    wb_run_step: 3,
    wb_run_step_end: 4,
  })
  expect(await callOf({ 'wandb.wb_run_id': 'other/project/r1' })).toMatchObject({ wb_run_id: null })
})

test('the dump keeps the whole span', async () => {
  const fields = {
    traceState: 'a=b',
    events: [{ name: 'e', timeUnixNano: '1740823200000000001', attributes: keyValues({ 'x.y': 1 }) }],
    links: [{ traceId: TRACE_ID, spanId: SPAN_ID }],
    status: { code: 1 },
  }

  const { otel_dump } = await callOf({ 'a.b': 1 }, fields, { 'k8s.label': 'x', 'k8s.label.more': 'y' })

  expect(otel_dump).toMatchObject({
    name: 'answer',
    context: { trace_id: TRACE_ID, span_id: SPAN_ID, trace_state: 'a=b' },
    kind: 'INTERNAL',
    parent_id: null,
    start_time: '2025-03-01T10:00:00.000000000Z',
    end_time: '2025-03-01T10:00:01.250000000Z',
    status: { code: 'OK', message: '' },
    attributes: { a: { b: 1 } },
    events: [{ name: 'e', timestamp: '2025-03-01T10:00:00.000000001Z', attributes: { x: { y: 1 } } }],
    links: [{ context: { trace_id: TRACE_ID, span_id: SPAN_ID } }],
    scope: { name: 'test' },
    resource: { attributes: { 'k8s.label': 'x', 'k8s.label.more': 'y' } },
  })
})

test('credentials are redacted wherever they stand', async () => {
  const call = await callOf({ input: '{"api_key":"secret"}', 'request.headers.authorization': 'secret' })

  expect(JSON.stringify(call)).not.toContain('secret')
})

test.each([
  ['without a span id', { spanId: '' }],
  ['with a trace id of zeros', { traceId: '0'.repeat(32) }],
  ['with a key that is both a value and a parent', { attributes: keyValues({ a: 1, 'a.b': 2 }) }],
])('a span %s is refused', async (_, fields) => {
  await expect(callOf({}, fields)).rejects.toMatchObject({ code: 'invalid_request' })
})

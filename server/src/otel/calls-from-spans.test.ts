import { describe, expect, test } from 'vitest'
import { endUserOf } from '../domain/calls/end-user.ts'
import { jsonTextOf } from '../json/write.ts'
import { callOfSpan as callOf } from '../testing/call-of-span.ts'
import { keyValues, SPAN_ID, TRACE_ID } from '../testing/otlp.ts'

const PROJECT = 'team/app'

test('a span becomes a complete call', async () => {
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

test('credentials are redacted in the inputs as in the dump, however the names of attributes conflict', async () => {
  const attributes = keyValues({ a: 1, 'a.b': 2, api_key: 'sk', 'openai.api_key': '{"client_secret":"sk"}' })
  const event = { name: 'gen_ai.user.message', timeUnixNano: '1740823200500000001', attributes }

  const { inputs, otel_dump } = await callOf({ prompt_tokens: 1 }, { events: [event] })

  expect(JSON.stringify([inputs, otel_dump])).not.toContain('sk')
  expect(inputs).toMatchObject({ messages: [{ api_key: 'REDACTED' }] })
})

describe('attributes', () => {
  test('attributes of all conventions have one name', async () => {
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

  test.each([
    ['"CHAT_MODEL"', 'm'],
    ['"TOOL"', undefined],
    ['"CHAIN"', undefined],
  ])('the argument model of a span of MLflow with type %s names the model %s', async (type, model) => {
    const { attributes } = await callOf({ 'mlflow.spanType': type, 'mlflow.spanInputs': '{"model":"m"}' })

    expect(attributes.model).toBe(model)
  })

  test('attributes that the user set for the call take precedence', async () => {
    const { attributes } = await callOf({
      'gen_ai.request.model': 'm',
      'wandb.attributes.env': 'test',
      'wandb.attributes.model': 'mine',
    })

    expect(attributes).toMatchObject({ env: 'test', model: 'mine' })
  })

  test('tags and metadata of all conventions have one name each', async () => {
    const { attributes } = await callOf({
      'tag.tags': ['a', 'b'],
      'langsmith.span.tags': 'b, c',
      metadata: '{"team":"x"}',
      'langfuse.trace.metadata.team': 'y',
      'langfuse.trace.metadata.tier': '{"level":1}',
      'langfuse.trace.metadata.color': '"blue"',
      'gen_ai.request.model': 'm',
    })

    expect(attributes).toMatchObject({
      tags: ['a', 'b', 'c'],
      metadata: { team: 'x', tier: { level: 1 }, color: 'blue' },
      model: 'm',
    })
  })

  test('the end user has one name, and is not the owner of the key', async () => {
    const call = await callOf({ 'langfuse.user.id': 'ada' })

    expect(call).toMatchObject({ attributes: { user_id: 'ada' }, wb_user_id: 'u' })
    expect(endUserOf({ attributes: jsonTextOf(call.attributes), inputs: jsonTextOf(call.inputs) })).toBe(
      'ada',
    )
  })

  test('a span of which only common names are known keeps all its attributes', async () => {
    const common = {
      'agent.name': 'printer',
      request_data: '{"id":7}',
      response_data: '{"message":"created"}',
    }

    const { attributes, output } = await callOf({ ...common, 'http.method': 'GET' })

    expect(attributes).toMatchObject({ agent: { name: 'printer' }, http: { method: 'GET' } })
    expect(output).toEqual({ response_data: { message: 'created' } })
    expect((await callOf({ ...common, 'gen_ai.request.model': 'm' })).attributes).toEqual({
      model: 'm',
      model_parameters: { model: 'm' },
      agent_name: 'printer',
    })
  })

  test('a span of no known convention keeps all its attributes', async () => {
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

test('a span without an end time, or with one before its start, ends when it starts', async () => {
  for (const endTimeUnixNano of ['0', '1740823199000000000'])
    expect(await callOf({}, { endTimeUnixNano })).toMatchObject({ ended_at: 1740823200000000 })
})

test('a span without a start time starts when it ends', async () => {
  const times = { started_at: 1740823201250000, ended_at: 1740823201250000 }

  expect(await callOf({}, { startTimeUnixNano: '0' })).toMatchObject(times)
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
  [
    'an exception with its stack',
    {
      status: { code: 2, message: 'ValueError: bang' },
      events: [
        {
          name: 'exception',
          attributes: keyValues({
            'exception.type': 'ValueError',
            'exception.message': 'bang',
            'exception.stacktrace': 'Traceback (most recent call last):\n  File "a.py"',
          }),
        },
      ],
    },
    'ValueError: bang\nTraceback (most recent call last):\n  File "a.py"',
  ],
  [
    'a stack that begins with the message',
    {
      status: { code: 2, message: 'gave up after 3 attempts' },
      events: [
        {
          name: 'exception',
          attributes: keyValues({
            'exception.type': 'Error',
            'exception.message': 'bang',
            'exception.stacktrace': 'Error: bang\n    at a.js:1',
          }),
        },
      ],
    },
    'gave up after 3 attempts\nError: bang\n    at a.js:1',
  ],
  [
    'an exception that was handled',
    { events: [{ name: 'exception', attributes: keyValues({ 'exception.message': 'bang' }) }] },
    null,
  ],
  ['nothing at all', { status: { code: 2 } }, 'Error'],
  ['a message without an error', { status: { code: 1, message: 'fine' } }, null],
])('a status with %s', async (_, fields, exception) => {
  expect(await callOf({}, fields)).toMatchObject({ exception })
})

test.each<[string, object, object, string]>([
  [
    'LiteLLM',
    { 'error.type': 'RateLimit', 'error.message': 'slow' },
    { status: { code: 2 } },
    'RateLimit: slow',
  ],
  [
    'Langfuse',
    { 'langfuse.observation.level': 'ERROR', 'langfuse.observation.status_message': 'no luck' },
    {},
    'no luck',
  ],
])('%s tells an error by attributes', async (_, attributes, fields, exception) => {
  expect(await callOf(attributes, fields)).toMatchObject({ exception })
})

test.each([
  ['Invoke Agent /plan ✨ 質問', 'Invoke Agent /plan ✨ 質問'],
  ['', null],
  ['😀'.repeat(2000), '😀'.repeat(1024)],
])('a span named %s is displayed as %s', async (name, display_name) => {
  expect(await callOf({}, { name })).toMatchObject({ display_name })
})

test.each([
  ['Chat with {model!r}', "Chat with 'gpt-4o'", "Chat with 'gpt-4o'"],
  ['Chat with {model!r}', undefined, 'Chat with {model!r}'],
  ['invoke_agent shop', 'shop run', 'invoke_agent shop'],
])('a span named %s with the message %s is displayed as %s', async (name, message, display_name) => {
  const attributes = message === undefined ? {} : { 'logfire.msg': message }
  expect(await callOf(attributes, { name })).toMatchObject({ display_name })
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
    resource: { attributes: { k8s: { label: 'x', 'label.more': 'y' } } },
  })
})

test('the dump says how much of the span its SDK left out', async () => {
  const { otel_dump } = await callOf({}, { droppedAttributesCount: 40, droppedEventsCount: 1 })

  expect(otel_dump).toMatchObject({ dropped: { attributes: 40, events: 1, links: 0 } })
  expect((await callOf({})).otel_dump).not.toHaveProperty('dropped')
})

test.each([-1, 1.5, 'x', true, [1]])('%j things left out are none, and the span is kept', async (count) => {
  const { otel_dump } = await callOf({}, { droppedAttributesCount: count, droppedLinksCount: 2 })

  expect(otel_dump).toMatchObject({ dropped: { attributes: 0, events: 0, links: 2 } })
})

test('credentials are redacted wherever they are', async () => {
  const call = await callOf({ input: '{"api_key":"secret"}', 'request.headers.authorization': 'secret' })

  expect(JSON.stringify(call)).not.toContain('secret')
})

test.each([
  ['without a span id', { spanId: '' }],
  ['with a trace id of zeros', { traceId: '0'.repeat(32) }],
  ['with attributes that are nested too deeply', { attributes: keyValues({ ['a.'.repeat(200)]: 1 }) }],
])('a span %s is refused', async (_, fields) => {
  await expect(callOf({}, fields)).rejects.toMatchObject({ code: 'invalid_request' })
})

import { afterAll, describe, expect, test } from 'vitest'
import { logsRequest, metricsRequest } from '../../otel/protobuf/messages.ts'
import { callsOf } from '../../testing/builders.ts'
import { newProject } from '../../testing/objects.ts'
import {
  anyValue,
  exportedRecord,
  inProject,
  keyValues,
  logExportOf,
  protobufOf,
  SPAN_ID,
  TRACE_ID,
} from '../../testing/otlp.ts'
import { openService } from '../../testing/service.ts'

const service = await openService()
afterAll(() => service.close())

const sendLogs = (records: readonly object[], project_id: string) =>
  service.post('/otel/v1/logs', logExportOf(records, inProject(project_id)))

/** Sends a log export to a new project and returns its calls. */
async function callsFrom(...records: object[]) {
  const project_id = newProject()
  expect(await sendLogs(records, project_id)).toMatchObject({ status: 200, body: {} })
  return callsOf(service, project_id)
}

describe('events of coding agents are calls', () => {
  const session = { 'session.id': 's', 'user.id': 'ada', 'prompt.id': 'p' }

  test('of Claude Code, with tokens, cost, session and end user', async () => {
    const calls = await callsFrom(
      exportedRecord('claude_code.user_prompt', {
        ...session,
        'event.name': 'user_prompt',
        prompt: 'Fix it',
      }),
      exportedRecord('claude_code.api_request', {
        ...session,
        'event.name': 'api_request',
        model: 'claude-sonnet-4-5',
        input_tokens: '10',
        output_tokens: '5',
        cache_read_tokens: '100',
        cost_usd: '0.25',
        duration_ms: '1250',
      }),
      exportedRecord('claude_code.tool_result', {
        ...session,
        'event.name': 'tool_result',
        tool_name: 'Bash',
        tool_parameters: '{"command":"ls"}',
        success: 'false',
        error: 'no such file',
      }),
    )

    const [turn] = calls.filter(({ display_name }) => display_name === 'claude_code.user_prompt')
    expect(turn).toMatchObject({ thread_id: 's', turn_id: turn?.id, inputs: { 'input.value': 'Fix it' } })
    expect(calls.find(({ display_name }) => display_name === 'claude_code.api_request')).toMatchObject({
      parent_id: turn?.id,
      trace_id: turn?.trace_id,
      thread_id: 's',
      turn_id: turn?.id,
      attributes: { user_id: 'ada', weave: { kind: 'llm' } },
      summary: {
        usage: { 'claude-sonnet-4-5': { input_tokens: 110, output_tokens: 5, cache_read_input_tokens: 100 } },
        weave: { reported_cost: 0.25, latency_ms: 1250 },
      },
    })
    expect(calls.find(({ display_name }) => display_name === 'claude_code.tool_result')).toMatchObject({
      exception: 'no such file',
      attributes: { weave: { kind: 'tool' } },
      inputs: { 'gen_ai.tool.call.arguments': { command: 'ls' } },
    })
  })

  test('of Codex, once a response is complete', async () => {
    const counts = {
      input_token_count: 20,
      cached_token_count: 15,
      output_token_count: 3,
      reasoning_token_count: 1,
    }
    const shared = { 'conversation.id': 'c', model: 'gpt-5', ...counts }

    expect(
      await callsFrom(exportedRecord('codex.sse_event', { ...shared, 'event.kind': 'response.completed' })),
    ).toMatchObject([
      {
        thread_id: 'c',
        summary: {
          usage: {
            'gpt-5': { input_tokens: 20, cache_read_input_tokens: 15, output_tokens: 3, reasoning_tokens: 1 },
          },
        },
      },
    ])
  })

  test('of Gemini CLI', async () => {
    const attributes = {
      'session.id': 's',
      model: 'gemini-2.5-pro',
      input_token_count: 7,
      response_text: 'Done',
    }

    expect(await callsFrom(exportedRecord('gemini_cli.api_response', attributes))).toMatchObject([
      { output: { 'output.value': 'Done' }, summary: { usage: { 'gemini-2.5-pro': { input_tokens: 7 } } } },
    ])
  })

  test('of Gemini CLI, whose thoughts are part of the output', async () => {
    const attributes = {
      model: 'm',
      input_token_count: 1000,
      output_token_count: 100,
      thoughts_token_count: 50,
      total_token_count: 1150,
    }

    expect(await callsFrom(exportedRecord('gemini_cli.api_response', attributes))).toMatchObject([
      { summary: { usage: { m: { output_tokens: 150, reasoning_tokens: 50, total_tokens: 1150 } } } },
    ])
  })

  test('and change nothing when they are sent again', async () => {
    const project_id = newProject()
    const record = exportedRecord('gemini_cli.api_response', { 'session.id': 's', model: 'm' })

    await sendLogs([record], project_id)
    await sendLogs([record], project_id)

    expect(await callsOf(service, project_id)).toHaveLength(1)
  })
})

test('messages that OpenLIT also sends on the span are not stored twice', async () => {
  const project_id = newProject()
  const record = {
    traceId: TRACE_ID,
    spanId: SPAN_ID,
    timeUnixNano: '1740823201250000000',
    eventName: 'gen_ai.client.inference.operation.details',
    attributes: keyValues({ 'gen_ai.input.messages': '[{"role":"user","parts":[]}]' }),
  }

  const reply = await service.post(
    '/otel/v1/logs',
    logExportOf([record], inProject(project_id), 'openlit.instrumentation.openai'),
  )

  expect(reply).toMatchObject({ status: 200, body: { partialSuccess: { rejectedLogRecords: 1 } } })
  expect(await callsOf(service, project_id)).toEqual([])
})

test('an event that is too large is rejected, and the others are stored', async () => {
  const record = (content: string) => ({
    traceId: TRACE_ID,
    spanId: SPAN_ID,
    eventName: 'gen_ai.user.message',
    body: anyValue({ content }),
  })

  const reply = await sendLogs([record('x'.repeat(5_000_000)), record('hi')], newProject())

  expect(reply).toMatchObject({
    status: 200,
    body: { partialSuccess: { rejectedLogRecords: 1, errorMessage: expect.stringContaining('characters') } },
  })
})

test('rejected records are counted, however they would have been stored', async () => {
  const unreadable = exportedRecord('codex.user_prompt', { ['a.'.repeat(200)]: 1 })
  const fine = exportedRecord('codex.user_prompt', { prompt: 'hi' })
  const line = { timeUnixNano: '1', body: anyValue('GET /') }

  expect(await sendLogs([unreadable, fine, line, line], newProject())).toMatchObject({
    body: { partialSuccess: { rejectedLogRecords: 3 } },
  })
})

describe('everything else', () => {
  test('among log records is counted, and the response says what is stored', async () => {
    const project_id = newProject()
    const line = { timeUnixNano: '1', body: anyValue('GET /'), severityText: 'INFO' }

    const reply = await sendLogs([line, exportedRecord('codex.conversation_starts', {})], project_id)

    expect(reply).toMatchObject({
      status: 200,
      body: { partialSuccess: { rejectedLogRecords: 2, errorMessage: expect.stringContaining('LLM') } },
    })
    expect(await callsOf(service, project_id)).toEqual([])
  })

  test('among metrics is counted by data points', async () => {
    const metrics = [
      { name: 'a', sum: { dataPoints: [{ asInt: '1' }, { asInt: '2' }] } },
      { name: 'b', gauge: { dataPoints: [{ asDouble: 0.5 }] } },
    ]
    const request = {
      resourceMetrics: [
        { resource: { attributes: keyValues(inProject('team/app')) }, scopeMetrics: [{ metrics }] },
      ],
    }

    expect(await service.post('/v1/metrics', request)).toMatchObject({
      status: 200,
      body: { partialSuccess: { rejectedDataPoints: 3 } },
    })
  })
})

test.each([
  ['/v1/logs', logExportOf([{ body: anyValue('line') }], inProject('team/app')), logsRequest],
  [
    '/v1/metrics',
    {
      resourceMetrics: [
        {
          resource: { attributes: keyValues(inProject('team/app')) },
          scopeMetrics: [{ metrics: [{ name: 'a', sum: { dataPoints: [{}] } }] }],
        },
      ],
    },
    metricsRequest,
  ],
])('%s takes protobuf too', async (url, request, message) => {
  const body = protobufOf(request, message)

  const reply = await service.request({
    method: 'POST',
    url,
    body,
    headers: { 'content-type': 'application/x-protobuf' },
  })

  // Field 1 holds a message, in which field 1 is the count.
  expect(reply).toMatchObject({ status: 200, headers: { 'content-type': 'application/x-protobuf' } })
  expect([...Buffer.from(reply.text)].slice(2, 4)).toEqual([0x08, 0x01])
})

test.each(['/v1/logs', '/v1/metrics'])('%s takes an export of nothing', async (url) => {
  expect(await service.post(url, {})).toMatchObject({ status: 200, body: {} })
})

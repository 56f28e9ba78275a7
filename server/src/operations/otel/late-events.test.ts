import { setTimeout } from 'node:timers/promises'
import { readCallMessages } from '@heddle/contract/messages'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { callsOf } from '../../testing/builders.ts'
import { newProject } from '../../testing/objects.ts'
import {
  anyValue,
  exportedSpan,
  exportOf,
  inProject,
  keyValues,
  logExportOf,
  SPAN_ID,
  TRACE_ID,
} from '../../testing/otlp.ts'
import { openService } from '../../testing/service.ts'

const service = await openService()
afterAll(() => service.close())

async function sendSpans(project_id: string, ...spans: object[]): Promise<void> {
  const reply = await service.post('/otel/v1/traces', exportOf(spans, inProject(project_id)))
  expect(reply).toMatchObject({ status: 200, body: {} })
}

async function sendLogs(project_id: string, ...records: object[]): Promise<void> {
  const reply = await service.post('/otel/v1/logs', logExportOf(records, inProject(project_id)))
  expect(reply).toMatchObject({ status: 200, body: {} })
}

describe('events that are logged for a span', () => {
  const chat = exportedSpan({ 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'm' })
  const record = (name: string, nanos: number, body: object, fields: object = {}) => ({
    traceId: TRACE_ID,
    spanId: SPAN_ID,
    timeUnixNano: String(1740823200000000000n + BigInt(nanos)),
    eventName: name,
    body: anyValue(body),
    attributes: keyValues({ 'gen_ai.system': 'openai' }),
    ...fields,
  })
  const system = record('gen_ai.system.message', 1, { content: 'Be brief' })
  const user = record('gen_ai.user.message', 2, { content: 'hi' })
  const choice = record('gen_ai.choice', 3, {
    index: 0,
    finish_reason: 'stop',
    message: { content: 'hello' },
  })

  const messagesOf = async (project_id: string, id = SPAN_ID) =>
    (await service.call(readCallMessages, { project_id, ids: [id] })).calls[0]

  test('become its messages if their bodies are JSON, as Semantic Kernel for Python logs them', async () => {
    const project_id = newProject()
    const named = (name: string, nanos: number, body: object) => ({
      ...record('', nanos, {}),
      body: anyValue(JSON.stringify(body)),
      attributes: keyValues({ 'event.name': name }),
    })
    await sendSpans(project_id, chat)

    await sendLogs(
      project_id,
      named('gen_ai.user.message', 1, { role: 'user', content: 'hi' }),
      named('gen_ai.tool.message', 2, { role: 'tool', content: 'sunny', tool_call_id: 'c1' }),
      named('gen_ai.choice', 3, { index: 0, message: { role: 'assistant', content: 'hello' } }),
    )

    expect(await messagesOf(project_id)).toMatchObject({
      input: [
        { role: 'user', parts: [{ type: 'text', content: 'hi' }] },
        { role: 'tool', parts: [{ type: 'tool_call_response', id: 'c1', response: 'sunny' }] },
      ],
      output: [{ role: 'assistant', parts: [{ type: 'text', content: 'hello' }] }],
    })
  })

  test('become the messages of its call, in whatever order, exports and copies they arrive', async () => {
    const sends = [
      (project: string) => sendSpans(project, chat),
      (project: string) => sendLogs(project, system),
      (project: string) => sendLogs(project, user),
      (project: string) => sendLogs(project, choice),
      (project: string) => sendLogs(project, system, user, choice),
    ]
    const order = fc.shuffledSubarray([0, 1, 2, 3, 4, 0, 3], { minLength: 7 })

    await fc.assert(
      fc.asyncProperty(order, fc.boolean(), async (indices, atOnce) => {
        const project_id = newProject()
        const started = indices.map((index) => () => sends[index]?.(project_id))
        if (atOnce) await Promise.all(started.map((send) => send()))
        else for (const send of started) await send()

        expect(await callsOf(service, project_id)).toMatchObject([
          {
            id: SPAN_ID,
            inputs: {
              messages: [
                { role: 'system', content: 'Be brief' },
                { role: 'user', content: 'hi' },
              ],
            },
            output: { choices: [{ finish_reason: 'stop', message: { content: 'hello' } }] },
            summary: { weave: { kind: 'llm', input_preview: 'hi', output_preview: 'hello' } },
          },
        ])
        const messages = await messagesOf(project_id)
        expect(messages?.input.map(({ role }) => role)).toEqual(['system', 'user'])
        expect(messages?.output).toHaveLength(1)
      }),
      { numRuns: 25 },
    )
  })

  test('may carry all messages in one event', async () => {
    const project_id = newProject()
    const messages = (role: string, content: string) =>
      JSON.stringify([{ role, parts: [{ type: 'text', content }] }])
    const details = record(
      'gen_ai.client.inference.operation.details',
      1,
      {},
      {
        attributes: keyValues({
          'gen_ai.input.messages': messages('user', 'hi'),
          'gen_ai.output.messages': messages('assistant', 'hello'),
          'gen_ai.system_instructions': '[{"type":"text","content":"Be brief"}]',
        }),
      },
    )

    await sendLogs(project_id, details)
    await sendSpans(project_id, chat)

    expect(await messagesOf(project_id)).toMatchObject({
      input: [{ role: 'system' }, { role: 'user', parts: [{ content: 'hi' }] }],
      output: [{ role: 'assistant', parts: [{ content: 'hello' }] }],
    })
  })

  test('do not replace messages that the span has itself', async () => {
    const project_id = newProject()
    const own = JSON.stringify([{ role: 'user', parts: [{ type: 'text', content: 'from the span' }] }])

    await sendLogs(project_id, user, choice)
    await sendSpans(project_id, exportedSpan({ 'gen_ai.input.messages': own }))

    expect(await messagesOf(project_id)).toMatchObject({
      input: [{ parts: [{ content: 'from the span' }] }],
      output: [{ parts: [{ content: 'hello' }] }],
    })
  })

  test('create no call if the span never arrives, or if only another trace has its id', async () => {
    const project_id = newProject()
    await sendLogs(project_id, user)
    expect(await callsOf(service, project_id)).toEqual([])

    await sendSpans(
      project_id,
      exportedSpan({ 'gen_ai.operation.name': 'chat' }, { traceId: '1'.repeat(32) }),
    )

    expect(await callsOf(service, project_id)).toMatchObject([{ inputs: {} }])
  })

  test('do not restore an older version of a span that is sent again meanwhile', async () => {
    const project_id = newProject()
    await sendSpans(project_id, chat)
    const { calls } = service.storage
    const parts = calls.parts.bind(calls)
    let resent: Promise<void> | undefined
    calls.parts = async (...args) => {
      const stored = await parts(...args)
      resent ??= sendSpans(project_id, { ...chat, name: 'newer' })
      await Promise.race([resent, setTimeout(100)])
      return stored
    }

    await sendLogs(project_id, user)
    await resent

    calls.parts = parts
    expect(await callsOf(service, project_id)).toMatchObject([
      { display_name: 'newer', inputs: { messages: [{ content: 'hi' }] } },
    ])
  })

  test('are added to a span with all its messages, whichever arrives first', async () => {
    const own = { 'input.value': 'question', 'output.value': 'answer' }
    const span = exportedSpan(own)
    const evaluation = record('gen_ai.evaluation.result', 4, { score: 1 })
    const [spanFirst, logFirst] = [newProject(), newProject()]

    await sendSpans(spanFirst, span)
    await sendLogs(spanFirst, evaluation)
    await sendLogs(logFirst, evaluation)
    await sendSpans(logFirst, span)

    const eventsIn = async (project: string) => {
      const [call] = await callsOf(service, project)
      return Object(call?.attributes.otel_span).events
    }
    expect(await eventsIn(spanFirst)).toMatchObject([{ name: 'gen_ai.evaluation.result' }])
    expect(await eventsIn(logFirst)).toEqual(await eventsIn(spanFirst))
  })

  test.each([
    ['of another kind', { name: 'gen_ai.evaluation.result', attributes: [] }, 'hi'],
    [
      'with its input',
      { name: 'gen_ai.user.message', attributes: keyValues({ content: 'from the span' }) },
      'from the span',
    ],
  ])('complete a span that has an event %s', async (_, event, asked) => {
    const project_id = newProject()

    await sendLogs(project_id, user, choice)
    await sendSpans(project_id, { ...chat, events: [{ timeUnixNano: '1740823200000000000', ...event }] })

    expect(await callsOf(service, project_id)).toMatchObject([
      {
        inputs: { messages: [{ content: asked }] },
        output: { choices: [{ message: { content: 'hello' } }] },
      },
    ])
  })

  test('may repeat a message', async () => {
    const project_id = newProject()
    const twice = [user, user]

    await sendSpans(project_id, chat)
    await sendLogs(project_id, ...twice)
    await sendLogs(project_id, ...twice)

    expect((await messagesOf(project_id))?.input).toHaveLength(2)
  })

  test('keep hostile values', async () => {
    const project_id = newProject()
    const hostile = record('gen_ai.user.message', 2, {
      content: { ['__proto__']: { a: 1 }, 'a.b': '\ud800' },
    })

    await sendSpans(project_id, chat)
    await sendLogs(project_id, hostile)

    const [call] = await callsOf(service, project_id)
    expect(JSON.stringify(call?.inputs)).toContain('"a.b"')
  })
})

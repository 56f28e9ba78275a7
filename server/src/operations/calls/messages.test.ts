import { type MessagePart, readCallMessages } from '@heddle/contract/messages'
import { expect, test } from 'vitest'
import { finished, recordFinished } from '../../testing/builders.ts'
import { exportedSpan, exportOf, inProject, SPAN_ID } from '../../testing/otlp.ts'
import { startService } from '../../testing/service.ts'

const PROJECT = 'team/app'

const text = (role: string, content: string) => ({ role, parts: [{ type: 'text', content }] })

const chat = {
  op_name: 'openai.chat.completions.create',
  inputs: { model: 'gpt-4o', messages: [{ role: 'user', content: 'Hi' }] },
  output: { choices: [{ message: { role: 'assistant', content: 'Hello' } }] },
}

test('messages of calls are returned in the requested order, without unknown ids', async () => {
  const service = await startService()
  await recordFinished(
    service,
    finished(PROJECT, 'chat', chat),
    finished(PROJECT, 'step', { inputs: { n: 1 }, output: { m: 2 } }),
  )

  const { calls } = await service.call(readCallMessages, {
    project_id: PROJECT,
    ids: ['step', 'unknown', 'chat', 'step'],
  })

  expect(calls).toMatchObject([
    { id: 'step', kind: 'call', input: [{ role: 'user', parts: [{ type: 'data', value: { n: 1 } }] }] },
    {
      id: 'chat',
      kind: 'llm',
      input: [text('user', 'Hi')],
      output: [text('assistant', 'Hello')],
      settings: { model: 'gpt-4o' },
    },
  ])
})

test('a span that was sent over OTLP is read as messages', async () => {
  const service = await startService()
  const span = exportedSpan({
    'openinference.span.kind': 'LLM',
    'llm.input_messages.0.message.role': 'user',
    'llm.input_messages.0.message.content': 'Hi',
    'llm.output_messages.0.message.role': 'assistant',
    'llm.output_messages.0.message.content': 'Hello',
  })
  await service.post('/otel/v1/traces', exportOf([span], inProject(PROJECT)))

  const { calls } = await service.call(readCallMessages, { project_id: PROJECT, ids: [SPAN_ID] })

  expect(calls).toMatchObject([
    { id: SPAN_ID, kind: 'llm', input: [text('user', 'Hi')], output: [text('assistant', 'Hello')] },
  ])
})

test('more than a hundred ids are refused, and the error names the field', async () => {
  const service = await startService()
  const ids = Array.from({ length: 101 }, (_, index) => `call${index}`)

  const reply = await service.post('/calls/messages', { project_id: PROJECT, ids })

  expect(reply.status).toBe(422)
  expect(reply.text).toContain('"ids"')
})

test('reading messages requires the same access as reading calls', async () => {
  const service = await startService()
  const { key } = await service.createUser({ entity: 'others' })

  const { status } = await service.post('/calls/messages', { project_id: PROJECT, ids: [] }, { key })

  expect(status).toBe(403)
})

test('a list of messages over the response limit is refused, but a single call is not', async () => {
  const service = await startService({ replyBytesMax: 50_000 })
  const inputs = { messages: [{ role: 'user', content: 'x'.repeat(40_000) }] }
  await recordFinished(service, finished(PROJECT, 'a', { inputs }), finished(PROJECT, 'b', { inputs }))
  const statusOf = async (ids: string[]) =>
    (await service.post('/calls/messages', { project_id: PROJECT, ids })).status

  expect(await statusOf(['a'])).toBe(200)
  expect(await statusOf(['a', 'b'])).toBe(413)
})

test('large calls are read whole and in order, whatever fits into a page', async () => {
  const service = await startService()
  const sizes = [200, 100, 600, 1, 1_500]
  await recordFinished(
    service,
    ...sizes.map((kib) =>
      finished(PROJECT, `call-${kib}`, {
        ...chat,
        inputs: { messages: [{ role: 'user', content: 'x'.repeat(kib * 1024) }] },
      }),
    ),
  )

  const { calls } = await service.call(readCallMessages, {
    project_id: PROJECT,
    ids: sizes.map((kib) => `call-${kib}`),
  })

  const lengths = calls.map(({ input }) => input.flatMap(({ parts }) => parts.map(contentLength)))
  expect(lengths).toEqual(sizes.map((kib) => [kib * 1024]))
})

const contentLength = (part: MessagePart): number => (part.type === 'text' ? part.content.length : 0)

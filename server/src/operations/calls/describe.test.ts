import { expect, test } from 'vitest'
import { batchItem, end, finished, readOne, recordFinished, start } from '../../testing/builders.ts'
import { exportedSpan, exportOf, inProject, SPAN_ID } from '../../testing/otlp.ts'
import { startService } from '../../testing/service.ts'

const PROJECT = 'team/app'

const chat = {
  op_name: 'openai.chat.completions.create',
  inputs: { model: 'gpt-4o', user: 'ada', messages: [{ role: 'user', content: 'Hi' }] },
  output: { choices: [{ message: { role: 'assistant', content: 'Hello' } }] },
}
const described = { kind: 'llm', end_user: 'ada', input_preview: 'Hi', output_preview: 'Hello' }

test('the summary of a call has its kind, end user and previews of input and output', async () => {
  const service = await startService()
  await recordFinished(service, finished(PROJECT, 'chat', chat))

  expect(await readOne(service, PROJECT, 'chat')).toMatchObject({ summary: { weave: described } })
})

test('a start and an end that arrive separately, the end first, have the same result', async () => {
  const service = await startService()
  const { op_name, inputs, output } = chat
  const parts = [
    { ...end(PROJECT, 'chat'), output },
    { ...start(PROJECT, { id: 'chat' }), op_name, inputs },
  ]
  for (const part of parts) await service.post('/call/upsert_batch', { batch: [batchItem(part)] })

  expect(await readOne(service, PROJECT, 'chat')).toMatchObject({ summary: { weave: described } })
})

test('a call made from a span has the same result', async () => {
  const service = await startService()
  const span = exportedSpan({
    'openinference.span.kind': 'LLM',
    'user.id': 'ada',
    'llm.input_messages.0.message.role': 'user',
    'llm.input_messages.0.message.content': 'Hi',
    'llm.output_messages.0.message.role': 'assistant',
    'llm.output_messages.0.message.content': 'Hello',
  })
  await service.post('/otel/v1/traces', exportOf([span], inProject(PROJECT)))

  expect(await readOne(service, PROJECT, SPAN_ID)).toMatchObject({ summary: { weave: described } })
})

import fc from 'fast-check'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import type { CallPart } from '../../storage/port/calls.ts'
import { callsOf } from '../../testing/builders.ts'
import { newProject } from '../../testing/objects.ts'
import { exportedSpan, exportOf, inProject, spanId } from '../../testing/otlp.ts'
import { openService } from '../../testing/service.ts'

const service = await openService()
afterAll(() => service.close())

async function sendSpans(project_id: string, ...spans: object[]): Promise<void> {
  const reply = await service.post('/otel/v1/traces', exportOf(spans, inProject(project_id)))
  expect(reply).toMatchObject({ status: 200, body: {} })
}

describe('a trace that is split over exports', () => {
  const session = { 'session.id': 's' }
  const agent = { ...session, 'gen_ai.operation.name': 'invoke_agent' }
  const span = (number: number, parent: number, attributes: object) =>
    exportedSpan(attributes, {
      spanId: spanId(number),
      ...(parent > 0 && { parentSpanId: spanId(parent) }),
    })

  async function placesAfter(...exports: object[][]) {
    const project_id = newProject()
    for (const spans of exports) await sendSpans(project_id, ...spans)
    const calls = await callsOf(service, project_id)
    return Object.fromEntries(
      calls.map(({ id, thread_id, turn_id }) => [Number(id), [thread_id, turn_id && Number(turn_id)]]),
    )
  }

  const root = span(1, 0, agent)
  const subAgent = span(2, 1, agent)
  const chat = span(3, 2, { ...session, 'gen_ai.operation.name': 'chat' })
  const tool = span(4, 2, { 'gen_ai.operation.name': 'execute_tool' })
  const ONE_TURN = { 1: ['s', 1], 2: ['s', 1], 3: ['s', 1], 4: ['s', 1] }

  test('has the same turns as one in a single export, in whatever order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([root, subAgent, chat, tool], { minLength: 4 }),
        fc.integer({ min: 0, max: 4 }),
        async (spans, cut) => {
          expect(await placesAfter(spans.slice(0, cut), spans.slice(cut))).toEqual(ONE_TURN)
          expect(await placesAfter(...spans.map((one) => [one]))).toEqual(ONE_TURN)
        },
      ),
      { numRuns: 25 },
    )
  })

  test('has them even if its exports arrive concurrently', async () => {
    const project_id = newProject()

    await Promise.all([root, subAgent, chat, tool].map((one) => sendSpans(project_id, one)))

    const turns = (await callsOf(service, project_id)).map(({ turn_id }) => Number(turn_id))
    expect(turns).toEqual([1, 1, 1, 1])
  })

  test('starts its turn below a parent without a session', async () => {
    const web = span(1, 0, {})

    expect(await placesAfter([span(2, 1, { ...session, 'gen_ai.operation.name': 'chat' })], [web])).toEqual({
      1: [null, null],
      2: ['s', 2],
    })
  })

  test('keeps explicit turns and sessions', async () => {
    const declared = span(2, 1, { ...session, 'wandb.is_turn': true })
    const other = span(3, 1, { 'session.id': 'z' })

    expect(await placesAfter([declared, other], [span(4, 3, {})], [root])).toEqual({
      1: ['s', 1],
      2: ['s', 2],
      3: ['z', 3],
      4: ['z', 3],
    })
  })

  test('has one end user if any span names them', async () => {
    const project_id = newProject()

    await sendSpans(project_id, span(2, 1, {}))
    await sendSpans(project_id, span(1, 0, { 'user.id': 'ada' }))

    expect(await callsOf(service, project_id)).toMatchObject([
      { attributes: { user_id: 'ada' }, summary: { weave: { end_user: 'ada' } } },
      { attributes: { user_id: 'ada' }, summary: { weave: { end_user: 'ada' } } },
    ])
  })

  test('keeps its turns when a part of it is sent again', async () => {
    expect(await placesAfter([chat, tool, subAgent], [root], [subAgent], [chat])).toEqual(ONE_TURN)
  })

  test('settles after a few writes if spans are each other’s parents', async () => {
    const project_id = newProject()
    await sendSpans(project_id, span(1, 2, session))
    await sendSpans(project_id, span(2, 1, {}))
    const { calls } = service.storage
    const { write, newBatch } = calls
    onTestFinished(() => void Object.assign(calls, { write, newBatch }))
    let written = 0
    calls.write = (parts) => {
      if (!('add' in parts)) written += parts.length
      return write(parts)
    }
    calls.newBatch = () => {
      const batch = newBatch()
      const { add } = batch
      return Object.assign(batch, {
        add(parts: readonly CallPart[]) {
          written += parts.length
          add.call(batch, parts)
        },
      })
    }

    await sendSpans(project_id, span(1, 2, {}))

    expect(written).toBeGreaterThan(1)
    expect(written).toBeLessThan(20)
    expect(await callsOf(service, project_id)).toHaveLength(2)
  })
})

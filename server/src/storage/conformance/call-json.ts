import { expect, test } from 'vitest'
import { newCallColumns } from '../../domain/calls/columns.ts'
import type { ExtraName } from '../../domain/calls/extras.ts'
import { callView } from '../../domain/calls/view.ts'
import { callRef } from '../../domain/objects/ref.ts'
import { writeJson } from '../../json/write.ts'
import type { Storage } from '../port.ts'
import { end, feedback, json, modelUsage, newProjectId, newUser, price, start } from './rows.ts'

export function callJsonGuarantees(storage: () => Storage): void {
  const calls = () => storage().calls

  test.each([
    { limits: { bytesMax: 1_000_000 } },
    { columns: ['inputs.a', 'ended_at'], limits: { bytesMax: 1_000_000, payloadMax: 7 } },
    { columns: ['summary'], limits: { bytesMax: 1_000_000 } },
    { columns: ['id'], limits: { bytesMax: 0 } },
    { limits: { bytesMax: 200 } },
    { limits: { bytesMax: 200, payloadMax: 3 } },
  ])('the JSON of calls is that of the calls read, for %j', async ({ limits, ...request }) => {
    const project_id = newProjectId()
    const ids = ['unknown', 'a', 'b', 'a', 'c']
    await calls().write([
      start(
        { project_id, id: 'a' },
        { inputs: json({ text: '😀"é'.repeat(9) }), otel_dump: json({ span: 1 }) },
      ),
      end({ project_id, id: 'a' }, { exception: 'an "error"', output: json(['\u2028']) }),
      start({ project_id, id: 'b' }, { attributes: json({ otel_span: 2 }), otel_dump: json('😀') }),
      start({ project_id, id: 'c' }, { wb_run_step: 3, end_user: 'é' }),
      end({ project_id, id: 'c' }, { output: null, summary: json({ weave: { own: 1 } }) }),
    ])
    const columns = newCallColumns(request)

    const { rows, ...page } = await calls().readPage(project_id, ids, columns.wide, limits)
    const written = await calls().readJson(project_id, ids, { columns, includeStorageSize: true }, limits)

    expect(written).toMatchObject(page)
    expect(written.rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
    expect(written.rows.map(({ text }) => text)).toEqual(
      rows.map((row) => writeJson(callView(row, columns, { includeStorageSize: true }))),
    )
  })

  test.each([
    { of: 10, columns: ['attributes'], payloadMax: undefined },
    { of: 10, columns: ['attributes', 'inputs', 'output'], payloadMax: undefined },
    { of: 10, columns: ['attributes', 'inputs'], payloadMax: 9 },
    { of: 10_000, columns: ['attributes', 'output'], payloadMax: 9 },
    { of: 10_000, columns: ['attributes', 'inputs', 'output'], payloadMax: undefined },
  ])('the JSON of a call has the dump that repeats its payloads whole, for %j', async (asked) => {
    const project_id = newProjectId()
    const [inputs, output] = [
      { messages: 'question '.repeat(asked.of) },
      { text: 'answer é '.repeat(asked.of) },
    ]
    const dump = { name: 'chat', attributes: [inputs, 1, output] }
    await calls().write([
      start({ project_id, id: 'a' }, { inputs: json(inputs), otel_dump: json(dump) }),
      end({ project_id, id: 'a' }, { output: json(output) }),
      start({ project_id, id: 'b' }, { inputs: json(inputs), otel_dump: json(dump) }),
    ])
    const view = { columns: newCallColumns(asked), includeStorageSize: false }
    const limits = { bytesMax: 10_000_000, ...(asked.payloadMax && { payloadMax: asked.payloadMax }) }

    const { rows } = await calls().readJson(project_id, ['a', 'b'], view, limits)

    expect(rows.map(({ text }) => JSON.parse(text).attributes)).toEqual([
      { otel_span: dump },
      { otel_span: dump },
    ])
  })

  test('the JSON of calls has the requested costs, feedback and user names', async () => {
    const project_id = newProjectId()
    const user = newUser()
    await calls().write([
      start({ project_id, id: 'a' }, { wb_user_id: user.id }),
      end({ project_id, id: 'a' }, { usage: [modelUsage('m', { prompt_tokens: 3 })] }),
      start({ project_id, id: 'b' }),
    ])
    await storage().accounts.putUser(user)
    await storage().prices.put([
      price(project_id, { id: 'p', llm_id: 'm', prompt_token_cost: 0.5, completion_token_cost: 0 }),
    ])
    const weave_ref = callRef(project_id, 'a')
    await storage().feedback.put([feedback({ project_id, id: 'f', weave_ref, payload: json({ n: 1.0 }) })])
    const columns = newCallColumns({})
    const weaveOf = async (extras: readonly ExtraName[]) => {
      const view = { columns, includeStorageSize: false, extras }
      const { rows } = await calls().readJson(project_id, ['a', 'b'], view, { bytesMax: 1_000_000 })
      return rows.map(({ text }) => JSON.parse(text))
    }

    const [all, unnamed, plain] = [
      await weaveOf(['costs', 'feedback', 'usernames']),
      await weaveOf(['feedback']),
      await weaveOf([]),
    ]

    expect(all).toMatchObject([
      {
        wb_username: user.name,
        summary: { weave: { total_cost: 1.5, costs: { m: { prompt_tokens: 3 } }, feedback: [{ id: 'f' }] } },
      },
      { summary: { weave: { feedback: [] } } },
    ])
    expect(all[1]).not.toHaveProperty('wb_username')
    expect(unnamed[0]).not.toHaveProperty('wb_username')
    expect(unnamed[0].summary.weave).not.toHaveProperty('total_cost')
    expect(plain[0].summary.weave).not.toHaveProperty('feedback')
  })

  test('calls with more feedback than fits are refused', async () => {
    const project_id = newProjectId()
    await calls().write([start({ project_id, id: 'a' })])
    const note = json({ note: 'x'.repeat(1_000) })
    await storage().feedback.put([
      feedback({ project_id, id: 'f', weave_ref: callRef(project_id, 'a'), payload: note }),
    ])
    const view = { columns: newCallColumns({}), includeStorageSize: false, extras: ['feedback'] } as const

    const refused = calls().readJson(project_id, ['a'], view, { bytesMax: 500 })

    await expect(refused).rejects.toMatchObject({ code: 'too_large' })
  })
}

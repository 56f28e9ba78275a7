import { expect, test } from 'vitest'
import type { Storage } from '../port.ts'
import { end, json, modelUsage, newProjectId, start } from './rows.ts'

export function callTotalGuarantees(storage: () => Storage): void {
  const calls = () => storage().calls

  test('sizes count the JSON of the visible calls that match', async () => {
    const project_id = newProjectId()
    await calls().write([
      start({ project_id, id: 'a' }, { trace_id: 't1', inputs: json('ééé') }),
      end({ project_id, id: 'a' }, { output: json([1]), summary: json({}) }),
      start({ project_id, id: 'b' }, { trace_id: 't2', otel_dump: json(null) }),
      end({ project_id, id: 'unstarted' }, { output: json('invisible') }),
    ])
    const size = (filter: object) => calls().size({ project_id, filter, sort: [] })

    expect(await size({ trace_ids: ['t1'] })).toBe(2 + 8 + 3 + 2)
    expect(await size({})).toBe(15 + 2 + 2 + 4)
    expect(await calls().traceSizes(project_id, ['t1', 't2', 'unknown'])).toEqual(
      new Map([
        ['t1', 15],
        ['t2', 8],
      ]),
    )
    expect(await calls().traceSizes(newProjectId(), ['t1'])).toEqual(new Map())
  })

  test('usage is what each visible call reported last', async () => {
    const project_id = newProjectId()
    const costs = { request_model: 'asked', reported_cost: 0.1 + 0.2, preferred_cost: 0.1 + 0.2 }
    const reported = [modelUsage('m1', { prompt_tokens: 3, ...costs }), modelUsage('m2')]
    await calls().write([
      start({ project_id, id: 'a' }),
      end({ project_id, id: 'a' }, { usage: [modelUsage('old')] }),
      start({ project_id, id: 'b' }),
      end({ project_id, id: 'unstarted' }, { usage: reported }),
    ])
    await calls().write([end({ project_id, id: 'a' }, { usage: reported })])

    const usage = await calls().usage(project_id, ['a', 'b', 'unstarted', 'unknown'])

    const expected = reported.map((row) => ({ id: 'a', ...row }))
    expect(usage.sort((x, y) => x.model.localeCompare(y.model))).toEqual(expected)
    const trace = await calls().trace(project_id, 'trace', 9)
    expect([...trace.usage].sort((x, y) => x.model.localeCompare(y.model))).toEqual(expected)
    const { rows } = await calls().listAll(project_id, undefined, { rowsMax: 9, bytesMax: 1e6 })
    expect(rows.flat().flatMap((part) => (part.part === 'end' ? part.end.usage : []))).toEqual(
      expect.arrayContaining(reported),
    )
  })

  test('an unknown project has empty stats and no threads', async () => {
    const query = {
      project_id: newProjectId(),
      filter: {},
      start: 0,
      end: 9,
      edges: [0],
      calls: [],
      usage: [],
    }

    expect(await calls().stats(query)).toEqual({ calls: [], usage: [], priced: [] })
    expect(await calls().threads({ project_id: newProjectId(), sort: [] })).toEqual([])
  })

  test('threads consist of the calls that are turns', async () => {
    const project_id = newProjectId()
    const turn = (id: string, thread_id: string, started_at: number, turn_id = id) => [
      start({ project_id, id }, { thread_id, turn_id, started_at }),
      end({ project_id, id }, { ended_at: started_at + 10_000 }),
    ]
    await calls().write([
      ...turn('a', 'th1', 1_000),
      ...turn('b', 'th1', 3_000),
      ...turn('inner', 'th1', 2_000, 'a'),
      ...turn('c', 'th2', 9_000),
      start({ project_id, id: 'outside' }),
    ])
    const threads = (search: object = {}) => calls().threads({ project_id, sort: [], ...search })

    expect(await threads({ thread_ids: ['th1'] })).toEqual([
      {
        thread_id: 'th1',
        turn_count: 2,
        start_time: 1_000,
        last_updated: 13_000,
        first_turn_id: 'a',
        last_turn_id: 'b',
        p50_turn_duration_ms: 10,
        p99_turn_duration_ms: 10,
      },
    ])
    expect((await threads()).map(({ thread_id }) => thread_id)).toEqual(['th2', 'th1'])
    expect(await threads({ after: 3_000 })).toMatchObject([{ thread_id: 'th2' }])
    expect(await threads({ before: 3_000 })).toMatchObject([{ thread_id: 'th1', turn_count: 1 }])
    expect(await threads({ thread_ids: [] })).toEqual([])
  })
}

/** Of two values, the middle is their average. */

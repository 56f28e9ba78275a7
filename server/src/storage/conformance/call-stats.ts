import { expect, test } from 'vitest'
import type { Storage } from '../port.ts'
import { type callEnd, column, end, json, modelUsage, newProjectId, start } from './rows.ts'

export function callStatsGuarantees(storage: () => Storage): void {
  const calls = () => storage().calls

  test('stats separate usage that may have different prices', async () => {
    const project_id = newProjectId()
    const reporting = (id: string, started_at: number, fields: Parameters<typeof modelUsage>[1] = {}) => [
      start({ project_id, id }, { started_at }),
      end({ project_id, id }, { usage: [modelUsage('m', fields)] }),
    ]
    await calls().write([
      ...reporting('a', 10),
      ...reporting('b', 19, { reported_cost: 0.5 }),
      ...reporting('new price', 20),
      ...reporting('asked', 11, { request_model: 'n' }),
      ...reporting('preferred', 12, { reported_cost: 0.25, preferred_cost: 0.25 }),
    ])
    const query = { project_id, filter: {}, start: 0, end: 50, edges: [0], calls: [], usage: [] }
    const summed = [20]
    const oneByOne = [...Array.from({ length: 40 }, (_, at) => at - 100), 20]

    for (const price_dates of [summed, oneByOne]) {
      const { priced } = await calls().stats({ ...query, price_dates })

      const seen = priced.map(({ started_at, request_model, reported_cost, preferred_cost, requests }) => [
        started_at < 20,
        request_model,
        reported_cost,
        preferred_cost,
        requests,
      ])
      expect(new Set(seen.map((row) => JSON.stringify(row)))).toEqual(
        new Set(
          [
            [true, null, 0.5, null, 2],
            [false, null, null, null, 1],
            [true, 'n', null, null, 1],
            [true, null, 0.25, 0.25, 1],
          ].map((row) => JSON.stringify(row)),
        ),
      )
    }
    expect((await calls().stats(query)).priced).toEqual([])
  })

  test('usage of spans belongs to the group of their root', async () => {
    const project_id = newProjectId()
    const span = (id: string, fields: Parameters<typeof start>[1]) => [
      start({ project_id, id }, { started_at: 5, kind: 'llm', otel_dump: json({}), ...fields }),
      end({ project_id, id }, { usage: [modelUsage('m')] }),
    ]
    await calls().write([
      start({ project_id, id: 'root' }, { end_user: 'ada', started_at: 5, otel_dump: json({}) }),
      ...span('child', { parent_id: 'root' }),
      ...span('named', { parent_id: 'root', end_user: 'bob' }),
      ...span('orphan', { parent_id: 'lost', trace_id: 'other', end_user: 'eve' }),
    ])

    const { usage } = await calls().stats({
      project_id,
      filter: { trace_roots_only: true },
      group_by: { kind: 'field', field: column('end_user') },
      start: 0,
      end: 10,
      edges: [0],
      calls: [],
      usage: [{ metric: 'requests', aggregations: ['sum'], percentiles: [] }],
    })

    expect(new Map(usage.map(({ group, values }) => [group, values.sum_requests]))).toEqual(
      new Map([
        ['ada', 2],
        ['eve', 1],
      ]),
    )
  })

  test('stats group the calls that start in the range by bucket', async () => {
    const project_id = newProjectId()
    const timed = (id: string, started_at: number, fields: Partial<ReturnType<typeof callEnd>> = {}) => [
      start({ project_id, id }, { started_at }),
      end({ project_id, id }, { ended_at: started_at + 4_000, usage: [modelUsage('m')], ...fields }),
    ]
    await calls().write([
      ...timed('before', 9),
      ...timed('a', 10),
      ...timed('b', 19, { exception: 'broken' }),
      ...timed('c', 20, { usage: [modelUsage('m', { prompt_tokens: 7 }), modelUsage('n')] }),
      ...timed('after', 30),
    ])

    const stats = await calls().stats({
      project_id,
      filter: {},
      start: 10,
      end: 30,
      edges: [10, 20],
      calls: [
        { metric: 'call_count', aggregations: ['sum'], percentiles: [] },
        { metric: 'error_count', aggregations: ['sum'], percentiles: [] },
        { metric: 'latency_ms', aggregations: ['max'], percentiles: [50] },
      ],
      usage: [{ metric: 'input_tokens', aggregations: ['sum'], percentiles: [] }],
    })

    const inOrder = [...stats.usage].sort(
      (x, y) => x.bucket - y.bucket || (x.model ?? '').localeCompare(y.model ?? ''),
    )
    expect([...stats.calls].sort((x, y) => x.bucket - y.bucket)).toMatchObject([
      {
        bucket: 0,
        count: 2,
        last_started_at: 19,
        values: { sum_call_count: 2, sum_error_count: 1, max_latency_ms: 4 },
      },
      { bucket: 1, count: 1, values: { sum_call_count: 1, sum_error_count: 0, p50_latency_ms: 4 } },
    ])
    expect(inOrder).toMatchObject([
      { bucket: 0, model: 'm', values: { sum_input_tokens: 20 } },
      { bucket: 1, model: 'm', values: { sum_input_tokens: 7 } },
      { bucket: 1, model: 'n', values: { sum_input_tokens: 10 } },
    ])
  })

  test('stats support buckets of different width, running and failed calls, and single reports', async () => {
    const project_id = newProjectId()
    const reporting = (id: string, started_at: number, prompt_tokens: number, exception?: string) => [
      start({ project_id, id }, { started_at }),
      end(
        { project_id, id },
        {
          ended_at: started_at + 1_000 * prompt_tokens,
          usage: [modelUsage('m', { prompt_tokens })],
          ...(exception && { exception }),
        },
      ),
    ]
    await calls().write([
      ...reporting('a', 11, 1),
      ...reporting('b', 19, 5, 'broken'),
      start({ project_id, id: 'running' }, { started_at: 12 }),
      ...reporting('c', 20, 2),
      ...reporting('d', 24, 4),
      ...reporting('e', 25, 8),
      ...reporting('f', 39, 16),
    ])
    const measured = { aggregations: ['sum', 'min', 'avg'], percentiles: [50] } as const

    const stats = await calls().stats({
      project_id,
      filter: {},
      start: 11,
      end: 40,
      edges: [10, 20, 25],
      calls: [
        { metric: 'latency_ms', ...measured },
        { metric: 'error_count', aggregations: ['sum', 'count_false'], percentiles: [] },
      ],
      usage: [{ metric: 'input_tokens', ...measured }],
    })

    expect([...stats.calls].sort((x, y) => x.bucket - y.bucket)).toMatchObject([
      { bucket: 0, count: 3, values: { ...allOf('latency_ms', 6, 1, 3), ...errors(1, 2) } },
      { bucket: 1, count: 2, values: { ...allOf('latency_ms', 6, 2, 3), ...errors(0, 2) } },
      { bucket: 2, count: 2, values: { ...allOf('latency_ms', 24, 8, 12), ...errors(0, 2) } },
    ])
    expect([...stats.usage].sort((x, y) => x.bucket - y.bucket)).toMatchObject([
      { bucket: 0, model: 'm', count: 2, values: allOf('input_tokens', 6, 1, 3) },
      { bucket: 1, model: 'm', count: 2, values: allOf('input_tokens', 6, 2, 3) },
      { bucket: 2, model: 'm', count: 2, values: allOf('input_tokens', 24, 8, 12) },
    ])
  })

  test('usage of roots includes spans below them, which no report includes', async () => {
    const project_id = newProjectId()
    const reporting = (id: string, fields: Parameters<typeof start>[1]) => [
      start({ project_id, id }, { started_at: 5, ...fields }),
      end({ project_id, id }, { usage: [modelUsage('m')] }),
    ]
    await calls().write([
      ...reporting('root', {}),
      ...reporting('child', { parent_id: 'root' }),
      ...reporting('span', { parent_id: 'root', otel_dump: json({}) }),
    ])

    const stats = await calls().stats({
      project_id,
      filter: { trace_roots_only: true },
      start: 0,
      end: 10,
      edges: [0],
      calls: [{ metric: 'call_count', aggregations: ['sum'], percentiles: [] }],
      usage: [{ metric: 'requests', aggregations: ['sum'], percentiles: [] }],
    })

    expect(stats.calls).toMatchObject([{ values: { sum_call_count: 1 } }])
    expect(stats.usage).toMatchObject([{ values: { sum_requests: 2 } }])
  })
}

const allOf = (metric: string, sum: number, min: number, avg: number) => ({
  [`sum_${metric}`]: sum,
  [`min_${metric}`]: min,
  [`avg_${metric}`]: avg,
  [`p50_${metric}`]: avg,
})

const errors = (sum: number, count_false: number) => ({
  sum_error_count: sum,
  count_false_error_count: count_false,
})

import { expect, test } from 'vitest'
import type { ModelUsage } from '../../../domain/prices/price.ts'
import { field, gt, literal, PROJECT_ID } from '../../../query/cases/case.ts'
import { bindCase } from '../../../testing/query-cases.ts'
import { hotAndSealed } from '../../../testing/sealed-reads.ts'
import { end, json, modelUsage, price, remove, start } from '../../conformance/rows.ts'
import type { CallPart, CallSearch } from '../../port/calls.ts'

const SEGMENTS = 10
const CALLS_PER_SEGMENT = 24

/** In both directions, few enough for all of them to be remembered. */
const FIELDS = [
  'inputs.few',
  'inputs.mixed',
  'inputs.late',
  'inputs.absent',
  'summary.weave.latency_ms',
  'summary.weave.total_tokens',
  'summary.weave.total_cost',
]

const PAGES: readonly Partial<CallSearch>[] = [
  { limit: 5 },
  { limit: 3, offset: 60 },
  { limit: 200 },
  { limit: 4, filter: { trace_roots_only: true } },
  { limit: 6, filter: { wb_user_ids: ['u1'] } },
]

const IS_LARGE = gt(field('inputs.many'), literal('300'))

const SEARCHES: readonly CallSearch[] = FIELDS.flatMap((name) =>
  (['asc', 'desc'] as const).flatMap((direction) => {
    const key = { field: name, direction }
    const any = { project_id: PROJECT_ID, filter: {}, limit: 5 }
    const bySecondKey = [key, { field: 'inputs.many', direction: 'desc' as const }]
    return [
      ...PAGES.map((page) => ({ ...any, ...bindCase({ resource: 'calls', sort: [key] }), ...page })),
      { ...any, ...bindCase({ resource: 'calls', sort: [key], query: IS_LARGE }) },
      { ...any, ...bindCase({ resource: 'calls', sort: bySecondKey }) },
    ]
  }),
)

test('sealed calls are sorted like others, when they are asked for again and whatever happens in between', async () => {
  const batches = Array.from({ length: SEGMENTS }, (_, segment) =>
    Array.from({ length: CALLS_PER_SEGMENT }, (_, at) => partsOf(segment * CALLS_PER_SEGMENT + at)).flat(),
  )
  const { hot, sealed, write, putPrices, seal } = await hotAndSealed({ batches, afterwards: [] })
  const steps: (() => unknown)[] = [
    () => {},
    () => write([0, 1, 23, 24, 100, 239].map((number) => remove(keyOf(number)))),
    () => write([300, 301, 302].flatMap((number) => partsOf(number))),
    () => putPrices([price(PROJECT_ID, { id: 'p', llm_id: 'gpt-4o-mini', completion_token_cost: 1 })]),
    // The call above no longer counts what it reports.
    () => write(childOf(60)),
    // The one that was below does not repeat it any longer.
    () => write([remove({ project_id: PROJECT_ID, id: 'child of 120' })]),
    seal,
  ]

  for (const step of steps) {
    await step()
    for (const search of SEARCHES) {
      const expected = hot.find(search)
      expect(sealed.find(search)).toEqual(expected)
      expect(sealed.find(search)).toEqual(expected)
    }
  }
})

const keyOf = (number: number) => ({ project_id: PROJECT_ID, id: `c${(number * 7919) % 1000}.${number}` })

function partsOf(number: number): CallPart[] {
  const key = keyOf(number)
  const late = number >= 200 ? { late: number % 2 } : {}
  const mixed = [1, '1', 'a', null, 2.5, 'x'.repeat(300), [1]][number % 7]
  return [
    start(key, {
      started_at: number * 10,
      trace_id: `t${number >> 2}`,
      parent_id: number % 4 === 0 ? null : keyOf(number - (number % 4)).id,
      op_name: number % 2 === 0 ? 'b' : 'a',
      wb_user_id: `u${number % 3}`,
      inputs: json({ few: number % 2, many: (number * 331) % 997, mixed, ...late }),
      kind: number % 4 === 1 ? 'llm' : null,
      otel_dump: json({}),
    }),
    end(key, {
      ended_at: number * 10 + ((number * 613) % 800) * 1000,
      usage: usageOf(number),
      exception: number % 13 === 0 ? 'failed' : null,
    }),
    ...(number === 238 ? childOf(120) : []),
  ]
}

/** Some report none, some two models, and some a cost. */
function usageOf(number: number): ModelUsage[] {
  const model = ['gpt-4o', 'gpt-4o-mini', 'a model without a price'][number % 3] ?? ''
  const isMostExpensive = number === 120
  const tokens = {
    prompt_tokens: (number * 17) % 400,
    completion_tokens: isMostExpensive ? 100_000_000 : number % 50,
  }
  const report = modelUsage(model, {
    ...tokens,
    total_tokens: number % 5 === 0 ? 0 : tokens.prompt_tokens + tokens.completion_tokens,
    cache_read_input_tokens: number % 6 === 0 ? 3 : 0,
    ...(number % 7 === 0 && { reported_cost: number / 1e6 }),
    ...(number % 14 === 0 && { preferred_cost: number / 1e5 }),
    ...(number % 11 === 0 && { model: 'of the answer', request_model: 'gpt-4o' }),
  })
  const isBelowMostExpensive = number > 120 && number < 124
  if (number % 4 === 3 || isBelowMostExpensive) return []
  return number % 19 === 0 ? [report, modelUsage('gpt-4o', { completion_tokens: number })] : [report]
}

/** A request whose usage the call repeats. */
function childOf(number: number): CallPart[] {
  const key = { project_id: PROJECT_ID, id: `child of ${number}` }
  return [
    start(key, {
      started_at: number * 10 + 1,
      trace_id: `t${number >> 2}`,
      parent_id: keyOf(number).id,
      op_name: 'a',
      inputs: json({ many: 1 }),
      kind: 'llm',
      otel_dump: json({}),
    }),
    end(key, { ended_at: number * 10 + 5, usage: usageOf(number) }),
  ]
}

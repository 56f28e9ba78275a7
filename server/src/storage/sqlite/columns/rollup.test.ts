import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CallStats, CallStatsQuery, StatsRow } from '../../../domain/calls/stats.ts'
import { newGroup } from '../../../domain/calls/stats-plan.ts'
import { ServiceError } from '../../../errors.ts'
import { eq, field, literal, PROJECT_ID } from '../../../query/cases/case.ts'
import { queries } from '../../../testing/query-arbitraries.ts'
import { bindCase } from '../../../testing/query-cases.ts'
import { hotAndSealed } from '../../../testing/sealed-reads.ts'
import { end, json, modelUsage, remove, rename, start } from '../../conformance/rows.ts'
import type { CallPart } from '../../port/calls.ts'

const SEGMENTS = 8
const CALLS_PER_SEGMENT = 48
/** All calls of a segment start within this time. */
const SEGMENT_MICROS = 100

const HAS_FAILED = eq(field('summary.weave.status'), literal('"error"'))

const summed = { aggregations: ['sum'], percentiles: [] } as const
const spread = { aggregations: ['sum', 'min', 'max', 'avg'], percentiles: [50, 95] } as const
const EVERYTHING: CallStatsQuery = {
  project_id: PROJECT_ID,
  filter: {},
  start: 0,
  end: 10_000,
  edges: [0],
  usage: (['requests', 'input_tokens', 'total_tokens'] as const).map((metric) => ({ metric, ...summed })),
  calls: (['call_count', 'error_count', 'latency_ms'] as const).map((metric) => ({ metric, ...spread })),
  price_dates: [],
}

const statistics = fc.record({
  filter: fc.constantFrom<CallStatsQuery['filter']>(
    {},
    { trace_roots_only: true },
    { op_names: [{ equals: 'a' }] },
    { wb_user_ids: ['u1'] },
  ),
  range: fc.constantFrom(
    { start: 0, end: 10_000, edges: [0] },
    { start: 0, end: 10_000, edges: [0, 100, 200, 300, 400] },
    { start: 0, end: 10_000, edges: [0, 150, 450] },
    { start: 120, end: 590, edges: [100, 300] },
  ),
  group: fc.constantFrom(undefined, 'trace_name', 'wb_user_id', 'end_user', 'thread_id', 'inputs.a', 'model'),
  query: fc.oneof(
    fc.constantFrom(
      undefined,
      HAS_FAILED,
      eq(field('summary.weave.kind'), literal('"llm"')),
      eq(field('inputs.a'), literal('1')),
    ),
    queries,
  ),
  measures: fc.constantFrom<Partial<CallStatsQuery>>(
    {},
    { price_dates: [130, 300] },
    { calls: [] },
    { usage: [{ metric: 'total_tokens', ...spread }] },
  ),
})

test('sums of segments, and what is left out of them, make the figures of all calls', async () => {
  const { hot, sealed } = await hotAndSealed({ batches: batches(), afterwards: afterwards() })

  fc.assert(
    fc.property(statistics, ({ filter, range, group, query, measures }) => {
      const asked = {
        ...EVERYTHING,
        ...measures,
        ...range,
        filter,
        ...withCondition(query),
        ...(group !== undefined && { group_by: newGroup(group) }),
      }

      expect(comparable(sealed.stats(asked))).toEqual(comparable(hot.stats(asked)))
    }),
    { numRuns: 300 },
  )
})

test.each<[string, Partial<CallStatsQuery>]>([
  ['all calls', {}],
  ['roots', { filter: { trace_roots_only: true } }],
  ['buckets that no segment is in two of', { edges: [0, 100, 300] }],
  ['groups by op', { group_by: newGroup('trace_name') }],
  ['models', { group_by: 'model', calls: [] }],
  ['calls of an op', { filter: { op_names: [{ equals: 'a' }] } }],
  ['calls that failed', withCondition(HAS_FAILED)],
])('%s are measured without a column of single calls', async (_, more) => {
  const { hot, sealed, sealedDb } = await hotAndSealed({ batches: batches(isTold), afterwards: [] })
  const asked = { ...EVERYTHING, ...more }
  sealedDb.exec(`delete from call_columns where column_id in (
    select id from column_names where name not like 'rollup%' and name <> 'usage.model')`)

  expect(comparable(sealed.stats(asked))).toEqual(comparable(hot.stats(asked)))
})

const batches = (isWanted = (_: number) => true): CallPart[][] =>
  Array.from({ length: SEGMENTS }, (_, segment) =>
    Array.from({ length: CALLS_PER_SEGMENT }, (_, at) => (isWanted(at) ? partsOf(segment, at) : [])).flat(),
  )

const OF_TWO_MODELS = 21
const OF_A_LONG_MODEL = 30
/** Whether columns have all of its usage. */
const isTold = (at: number): boolean => at !== OF_TWO_MODELS && at !== OF_A_LONG_MODEL

/** Spans that report what a span below reports as well, calls of several models, costs, failures, long values. */
function partsOf(segment: number, at: number): CallPart[] {
  const key = keyOf(segment, at)
  const isSpan = segment % 2 === 0
  const isRoot = at % 4 === 0
  const models = ['small', 'large', 'x'.repeat(200)]
  const usage = modelUsage(models[at === OF_A_LONG_MODEL ? 2 : at % 2] ?? '', {
    prompt_tokens: at,
    ...(at % 5 === 0 && { reported_cost: at / 4 }),
    ...(at % 10 === 0 && { preferred_cost: at / 4 }),
    ...(at % 7 === 0 && { request_model: 'asked' }),
  })
  const reports = [...(at % 4 === 3 ? [] : [usage]), ...(at === OF_TWO_MODELS ? [modelUsage('other')] : [])]
  return [
    start(key, {
      trace_id: `t${segment}.${at >> 2}`,
      parent_id: isRoot ? null : keyOf(segment, at - (at % 4)).id,
      started_at: segment * SEGMENT_MICROS + ((at * 37) % SEGMENT_MICROS),
      op_name: isRoot ? 'weave:///team/app/op/ab:D' : 'a',
      wb_user_id: `u${at % 3}`,
      thread_id: segment === 3 ? `thread ${at}` : null,
      end_user: at % 23 === 0 ? 'y'.repeat(200) : 'customer',
      inputs: json({ a: at % 3 }),
      kind: at % 2 === 0 ? 'llm' : null,
      otel_dump: isSpan ? json({}) : null,
    }),
    ...(at === 40
      ? []
      : [
          end(key, {
            ended_at: 100_000 + at * 1_700,
            usage: reports,
            exception: at % 13 === 0 ? 'failed' : null,
          }),
        ]),
  ]
}

const keyOf = (segment: number, at: number) => ({ project_id: PROJECT_ID, id: `c${segment}.${at}` })

/** What happens to calls that are sealed. Most segments stay as they are. */
function afterwards(): CallPart[] {
  const below = { project_id: PROJECT_ID, id: 'below' }
  return [
    remove(keyOf(1, 3)),
    rename(keyOf(0, 5), 'renamed'),
    end(keyOf(4, 7), { ended_at: 9_999, usage: [modelUsage('late')] }),
    end(keyOf(5, 40), { ended_at: 1_000 }),
    // A span that was sealed alone reports no longer by itself.
    start(below, {
      trace_id: 't6.2',
      parent_id: 'c6.9',
      started_at: 650,
      kind: 'llm',
      otel_dump: json({}),
      op_name: 'a',
    }),
    end(below, { ended_at: 900, usage: [modelUsage('small')] }),
  ]
}

/** Without the instant of usage that is added up: it is that of any one of the calls. */
function comparable({ calls, usage, priced, group_count }: CallStats) {
  const ordered = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row, sortedKeys(row))).sort()
  return {
    calls: ordered(calls),
    usage: ordered(usage.map(({ last_started_at: _, ...row }: StatsRow) => row)),
    priced: ordered(priced.map(({ started_at: _, ...row }) => row)),
    group_count,
  }
}

function sortedKeys(row: object): string[] {
  const values = 'values' in row && row.values ? Object.keys(row.values) : []
  return [...Object.keys(row), ...values].sort()
}

/** Random operands may have no meaning together. */
function withCondition(query: string | undefined): Pick<CallStatsQuery, 'condition'> {
  try {
    const condition = query && bindCase({ resource: 'calls', query, sort: [] }).condition
    return condition ? { condition } : {}
  } catch (error) {
    if (error instanceof ServiceError) return {}
    throw error
  }
}

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { familyFacts, type Relative, usageBit } from '../../domain/calls/counting.ts'
import { STATUS } from '../../domain/calls/status.ts'
import { apply, compare, fieldValue, instant, literal } from '../../query/build.ts'
import type { CallPart } from '../port/calls.ts'
import type { Storage } from '../port.ts'
import { by, column, end, json, modelUsage, newProjectId, remove, start } from './rows.ts'

const STARTED_AT = column('started_at', 'instant')

/** How the calls of a trace affect each other, in any order of arrival. */
export function callFamilyGuarantees(storage: () => Storage): void {
  const calls = () => storage().calls

  test('failures below and usage that counts follow the rules, in whatever order parts arrive', async () => {
    await fc.assert(
      fc.asyncProperty(histories(), async (batches) => {
        const project_id = newProjectId()
        for (const batch of batches) await calls().write(batch.map((write) => partOf(project_id, write)))

        const stored = await calls().read(project_id, IDS, [])
        const facts = familyFacts(relativesAfter(batches.flat()))

        const observed = stored.map(({ id, descendant_failed, usage_standing }) => [
          id,
          { descendant_failed, usage_standing },
        ])
        expect(observed).toEqual(IDS.flatMap((id) => (facts.has(id) ? [[id, facts.get(id)]] : [])))
      }),
      { numRuns: 150 },
    )
  })

  test('a failure reaches its ancestors in filters and traces, until the call is deleted', async () => {
    const project_id = newProjectId()
    const broken = { project_id, id: 'c' }
    await calls().write([
      start(broken, { parent_id: 'b', started_at: 3 }),
      end(broken, { exception: 'broken' }),
      start({ project_id, id: 'a' }, { started_at: 1 }),
      start({ project_id, id: 'b' }, { parent_id: 'a', started_at: 2 }),
    ])

    expect(await calls().trace(project_id, 'trace', 9)).toMatchObject({
      descendant_failed: [true, true, false],
    })
    await calls().write([end(broken)])
    expect(await calls().trace(project_id, 'trace', 9)).toMatchObject({
      descendant_failed: [false, false, false],
    })
  })

  test('failures below are found however far from each other they are, and only once', async () => {
    const project_id = newProjectId()
    const parts = Array.from({ length: 300 }, (_, at) => {
      const fields = { trace_id: `trace-${at}`, started_at: at * 10 }
      const child = { project_id, id: `child-${at}` }
      return [
        start({ project_id, id: `root-${at}` }, fields),
        start(child, { ...fields, parent_id: `root-${at}`, started_at: at * 10 + 1 }),
        end(child, at % 100 === 7 ? { exception: 'broken' } : {}),
      ]
    })
    await calls().write(parts.flat())
    const found = (search: object) =>
      calls().find({ project_id, filter: {}, sort: [by(STARTED_AT, 'desc')], ...search })
    const condition = compare('eq', STATUS, literal('descendant_error'))

    expect(await found({ condition })).toEqual(['root-207', 'root-107', 'root-7'])
    expect(await found({ condition, limit: 2 })).toEqual(['root-207', 'root-107'])
    const early = compare('lt', fieldValue(STARTED_AT), instant(1_500))
    const both = apply('and', condition, early)
    expect(await found({ condition: both, limit: 5 })).toEqual(['root-107', 'root-7'])
    expect(await calls().count({ project_id, filter: {}, sort: [], condition: both })).toBe(2)
    expect(await found({ condition, filter: { call_ids: ['root-7', 'root-8'] } })).toEqual(['root-7'])
  })

  test('in a long trace, a page reflects changes since the previous one', async () => {
    const project_id = newProjectId()
    const ids = Array.from({ length: 300 }, (_, at) => `call-${at}`)
    await calls().write(
      ids.map((id, at) => start({ project_id, id }, { parent_id: ids[at - 1] ?? null, started_at: at })),
    )
    const failedBelow = async () =>
      (await calls().read(project_id, ids, [])).filter(({ descendant_failed }) => descendant_failed).length

    expect(await failedBelow()).toBe(0)
    await calls().write([end({ project_id, id: 'call-200' }, { exception: 'broken' })])
    expect(await failedBelow()).toBe(200)
    await calls().write([start({ project_id, id: 'call-50' }, { parent_id: null, started_at: 50 })])
    expect(await failedBelow()).toBe(150)
    await calls().write([remove({ project_id, id: 'call-100' })])
    expect(await failedBelow()).toBe(99)
    await calls().write([end({ project_id, id: 'call-200' })])
    expect(await failedBelow()).toBe(0)
  })

  test('usage of roots counts each request once, however many spans report it', async () => {
    const project_id = newProjectId()
    const span = (id: string, parent_id: string | null, fields: Parameters<typeof start>[1]) => [
      start({ project_id, id }, { started_at: 5, parent_id, otel_dump: json({}), ...fields }),
      end({ project_id, id }, { usage: [modelUsage('m')] }),
    ]
    await calls().write([
      ...span('sdk', 'chain', { kind: 'llm', response_id: 'r' }),
      ...span('client', 'chain', { kind: 'llm', response_id: 'r', input_preview: 'Hi' }),
      ...span('chain', 'agent', { kind: 'chain' }),
      ...span('agent', null, { kind: 'agent' }),
    ])
    const requests = async (filter: object) => {
      const { usage } = await calls().stats({
        project_id,
        filter,
        start: 0,
        end: 10,
        edges: [0],
        calls: [],
        usage: [{ metric: 'requests', aggregations: ['sum'], percentiles: [] }],
      })
      return usage.map(({ values }) => values.sum_requests)
    }

    expect(await requests({ trace_roots_only: true })).toEqual([1])
    expect(await requests({})).toEqual([1])
    expect(await calls().read(project_id, ['sdk', 'client'], [])).toMatchObject([
      { usage_standing: 'same_response' },
      { usage_standing: 'counted' },
    ])
  })
}

const IDS = ['a', 'b', 'c', 'd', 'e', 'f']

type Write =
  | ({ readonly part: 'start' } & Omit<Relative, 'failed' | 'has_usage' | 'usage_bit'> & {
        readonly is_span: boolean
        readonly kind: string
      })
  | { readonly part: 'end'; readonly id: string; readonly failed: boolean; readonly has_usage: boolean }
  | { readonly part: 'delete'; readonly id: string }

/** Parents precede their children in the alphabet, so that they form no cycle. */
function histories(): fc.Arbitrary<Write[][]> {
  const starts = fc.nat({ max: IDS.length - 1 }).chain((place) =>
    fc.record({
      part: fc.constant('start' as const),
      id: fc.constant(IDS[place] ?? ''),
      trace_id: fc.constantFrom('t', 't', 't', 'u'),
      parent_id: fc.constantFrom(null, ...IDS.slice(0, place), ...IDS.slice(Math.max(0, place - 1), place)),
      started_at: fc.integer({ min: 1, max: 3 }),
      response_id: fc.constantFrom(null, 'r', 'r', 's'),
      has_content: fc.boolean(),
      is_span: fc.constantFrom(true, true, false),
      kind: fc.constantFrom('llm', 'chain'),
    }),
  )
  const ends = fc.record({
    part: fc.constant('end' as const),
    id: fc.constantFrom(...IDS),
    failed: fc.boolean(),
    has_usage: fc.constantFrom(true, true, false),
  })
  const deletes = fc.record({ part: fc.constant('delete' as const), id: fc.constantFrom(...IDS) })
  const write = fc.oneof(
    { weight: 6, arbitrary: starts },
    { weight: 6, arbitrary: ends },
    { weight: 1, arbitrary: deletes },
  )
  return fc.array(fc.array(write, { minLength: 1, maxLength: 6 }), { maxLength: 8 })
}

function partOf(project_id: string, write: Write): CallPart {
  const key = { project_id, id: write.id }
  switch (write.part) {
    case 'start': {
      const { trace_id, parent_id, started_at, response_id, kind } = write
      const otel_dump = write.is_span ? json({}) : null
      const input_preview = write.has_content ? 'asked' : null
      return start(key, { trace_id, parent_id, started_at, response_id, kind, otel_dump, input_preview })
    }
    case 'end':
      return end(key, {
        exception: write.failed ? 'broken' : null,
        usage: [modelUsage('m', write.has_usage ? {} : NOTHING)],
      })
    case 'delete':
      return remove(key)
  }
}

const NOTHING = { requests: 0, prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }

/** The visible calls, each by the last part of each kind. */
function relativesAfter(writes: readonly Write[]): Relative[] {
  return IDS.flatMap((id) => {
    const own = writes.filter((write) => write.id === id)
    const begun = own.findLast((write) => write.part === 'start')
    const ended = own.findLast((write) => write.part === 'end')
    if (!begun || own.some(({ part }) => part === 'delete')) return []
    const { is_span, kind, part: _, ...relative } = begun
    const { failed = false, has_usage = false } = ended ?? {}
    return [{ ...relative, failed, has_usage, usage_bit: usageBit(is_span, kind) }]
  })
}

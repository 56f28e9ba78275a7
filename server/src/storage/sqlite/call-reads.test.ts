import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CallStatsQuery } from '../../domain/calls/stats.ts'
import { newGroup } from '../../domain/calls/stats-plan.ts'
import { ServiceError } from '../../errors.ts'
import { JsonText } from '../../json/text.ts'
import {
  and,
  contains,
  containsAnyCase,
  eq,
  field,
  gt,
  literal,
  not,
  or,
  PROJECT_ID,
} from '../../query/cases/case.ts'
import { queries, sorts } from '../../testing/query-arbitraries.ts'
import { bindCase } from '../../testing/query-cases.ts'
import { hotAndSealed } from '../../testing/sealed-reads.ts'
import { by, column, end, remove, rename, start } from '../conformance/rows.ts'
import type { CallPart, CallSearch } from '../port/calls.ts'

const CALLS = 240
const CALLS_PER_SEGMENT = 60
const RUNS = 100
/** More than are counted together. */
const MANY_SEGMENTS = 130
/** Enough for values to repeat. */
const CALLS_OF_MANY = 12

const hasNumber = (number: number) => eq(field('inputs.a'), literal(String(number)))

const filters = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  fc.constantFrom<CallSearch['filter']>(
    { trace_roots_only: true },
    { op_names: [{ equals: 'a' }] },
    { op_names: [{ startsWith: 'weave:///' }] },
    { wb_user_ids: ['u1', 'u2'] },
    { turn_ids: ['turn'] },
    { thread_ids: ['thread'] },
    { call_ids: ['c5', 'c100'] },
    { trace_roots_only: true, wb_user_ids: ['u1'] },
  ),
)

const pages = fc.record(
  { limit: fc.integer({ min: 0, max: 70 }), offset: fc.integer({ min: 0, max: 20 }) },
  { requiredKeys: [] },
)

const conditions = fc.oneof(
  fc.constant(undefined),
  queries,
  queries.map(not),
  ...[0, 1, 2].map((number) => fc.constant(hasNumber(number))),
)

test('sealed calls are found in the same order as others', async () => {
  const { hot, sealed } = await bothReads()

  fc.assert(
    fc.property(filters, conditions, sorts, pages, (filter, query, sort, page) => {
      const search = boundUnlessRefused(query, sort)
      if (!search) return
      const asked = { ...search, filter, ...page }

      expect(sealed.find(asked)).toEqual(hot.find(asked))
    }),
    { numRuns: RUNS },
  )
})

test('sealed calls with members of the same name are found like others, by the first of them', async () => {
  const inputs = ['{"a":1,"a":7}', '{"a":7,"a":1}', '{"a":{"b":1},"a":{"b":7}}', '{"a":{"b":7},"a":{"c":1}}']
  const calls = inputs.flatMap((text, at) => {
    const key = { project_id: PROJECT_ID, id: `c${at}` }
    return [start(key, { inputs: new JsonText(text) }), end(key)]
  })
  const { hot, sealed } = await hotAndSealed({ batches: [calls], afterwards: [] })

  for (const [path, number, found] of [
    ['inputs.a', '1', ['c0']],
    ['inputs.a', '7', ['c1']],
    ['inputs.a.b', '1', ['c2']],
    ['inputs.a.b', '7', ['c3']],
    ['inputs.a.c', '1', []],
  ] as const) {
    const bound = bindCase({ resource: 'calls', query: eq(field(path), literal(number)) })
    const asked = { project_id: PROJECT_ID, filter: {}, ...bound }
    expect(hot.find(asked), path).toEqual(found)
    expect(sealed.find(asked), path).toEqual(found)
  }
})

test('sealed calls are counted and added up like others', async () => {
  const { hot, sealed } = await bothReads()

  fc.assert(
    fc.property(filters, conditions, fc.constantFrom(undefined, 1, 10, 1000), (filter, query, atMost) => {
      const search = boundUnlessRefused(query, [])
      if (!search) return
      const asked = { ...search, filter }

      expect(sealed.count(asked, atMost)).toBe(hot.count(asked, atMost))
      expect(sealed.size(asked)).toBe(hot.size(asked))
    }),
    { numRuns: RUNS },
  )
})

test('the sealed calls of many segments are counted like others, whatever happens to them', async () => {
  const batches = Array.from({ length: MANY_SEGMENTS }, (_, segment) =>
    Array.from({ length: CALLS_OF_MANY }, (_, at) => endedParts(segment * CALLS_OF_MANY + at)).flat(),
  )
  const { hot, sealed, write, seal } = await hotAndSealed({ batches, afterwards: [] })
  const searches = COUNTED.flatMap(({ filter, query }) => {
    const search = boundUnlessRefused(query, [])
    return search ? { ...search, filter } : []
  })
  const counts = (reads: typeof hot) => searches.map((search) => reads.count(search))
  const steps: (() => unknown)[] = [
    () => {},
    () => write([8, 21, 800].map((number) => remove({ project_id: PROJECT_ID, id: `c${number}` }))),
    () => write(endedParts(40, 'new')),
    seal,
  ]

  let before: number[] = []
  for (const step of steps) {
    await step()
    const expected = counts(hot)
    expect(counts(sealed)).toEqual(expected)
    if (step !== seal) expect(expected).not.toEqual(before)
    before = expected
  }
  expect(before.every((count) => count > 0)).toBe(true)
})

test('phrases are found in sealed calls as in others, however they are spelled', async () => {
  const texts = [
    '"a red lantern"',
    '"a Red Lantern"',
    '"a red\\nlantern"',
    '"a red \\u006cantern"',
    '"red","lantern"',
    '"a\\/red lantern"',
    '"İ red lantern ς"',
    '"red  lantern"',
    '1e999',
    '"a lantern is red"',
    '{"red lantern":5.0}',
  ]
  const batch = texts.flatMap((text, at) => {
    const key = { project_id: PROJECT_ID, id: `c${at}` }
    const inputs = new JsonText(`{"list":[${text}],"other":${at}}`)
    const output = at % 3 === 0 ? null : new JsonText(`[${text}]`)
    return [start(key, { inputs, op_name: at % 2 === 0 ? 'even' : 'odd' }), end(key, { output })]
  })
  const { hot, sealed, write } = await hotAndSealed({ batches: [batch], afterwards: [] })
  write([remove({ project_id: PROJECT_ID, id: 'c1' })])
  const phrases = [
    'red lantern',
    'RED LANTERN',
    'red\\nlantern',
    '/red',
    'infinity',
    'Infinity',
    'İ red',
    'σ',
    'lantern',
  ]
  const conditions = ['inputs', 'output', 'inputs.list.0'].flatMap((path) =>
    phrases.flatMap((phrase) => {
      const [text, wanted] = [field(path), literal(`"${phrase}"`)]
      const plain = contains(text, wanted)
      const isOdd = eq(field('op_name'), literal('"odd"'))
      return [
        plain,
        containsAnyCase(text, wanted),
        not(plain),
        and(isOdd, plain),
        or(isOdd, plain),
        eq(text, wanted),
      ]
    }),
  )

  const found = conditions.map((condition) => {
    const search = {
      ...bindCase({ resource: 'calls', query: condition }),
      project_id: PROJECT_ID,
      filter: {},
    }
    expect(sealed.find(search), JSON.stringify(condition)).toEqual(hot.find(search))
    return sealed.count(search)
  })

  expect(new Set(found).size).toBeGreaterThan(5)
})

test('sealed calls without an exception are neither equal to a text nor different from it', async () => {
  const { hot, sealed } = await bothReads()
  const search = boundUnlessRefused(not(eq(field('exception'), literal('nothing like it'))), [])

  expect(search && sealed.count({ ...search, filter: {} })).toBe(
    search && hot.count({ ...search, filter: {} }),
  )
})

test.each(['asc', 'desc'] as const)(
  'pages of sealed calls by start, %s, follow each other',
  async (direction) => {
    const { hot, sealed } = await bothReads()
    const search = {
      project_id: PROJECT_ID,
      filter: {},
      sort: [by(column('started_at', 'instant'), direction)],
    }
    const condition = boundUnlessRefused(hasNumber(1), [])?.condition
    const asked = { ...search, ...(condition && { condition }) }
    const found: string[] = []

    for (let next: CallSearch['after'] | 'start' | undefined = 'start'; next; ) {
      const after = next === 'start' ? {} : { after: next }
      const page = sealed.findPage({ ...asked, ...after }, 7)
      found.push(...page.ids)
      next = page.next
    }

    expect(found.length).toBeGreaterThan(CALLS / 6)
    expect(found).toEqual(hot.find(asked))
  },
)

test('sealed calls are measured like others', async () => {
  const { hot, sealed } = await bothReads()
  const measures = { aggregations: ['sum', 'max'], percentiles: [50, 95] } as const
  const query: CallStatsQuery = {
    project_id: PROJECT_ID,
    filter: {},
    start: 20,
    end: 900,
    edges: [20, 220, 420, 820],
    usage: [],
    calls: (['call_count', 'error_count', 'latency_ms'] as const).map((metric) => ({ metric, ...measures })),
  }

  for (const name of [undefined, 'trace_name', 'wb_user_id', 'end_user', 'inputs.a']) {
    const asked = { ...query, ...(name !== undefined && { group_by: newGroup(name) }) }
    const [ofSealed, ofHot] = [sealed.stats(asked), hot.stats(asked)]
    const byGroup = (a: { group?: string }, b: { group?: string }) => compare(a.group, b.group)

    expect(ofHot.calls.length).toBeGreaterThan(2)
    expect(ofSealed.calls.toSorted(byGroup)).toEqual(ofHot.calls.toSorted(byGroup))
  }
})

const compare = (a = '', b = ''): number => Number(a > b) - Number(a < b)

function bothReads() {
  const segments = Array.from({ length: CALLS / CALLS_PER_SEGMENT }, (_, segment) =>
    Array.from({ length: CALLS_PER_SEGMENT }, (_, at) => partsOf(segment * CALLS_PER_SEGMENT + at)).flat(),
  )
  const last = segments.at(-1) ?? []
  return hotAndSealed({ batches: segments.slice(0, -1), afterwards: [...last, ...afterwards()] })
}

/** Values that repeat, numbers next to texts, and some that columns do not have. */
const VALUES = ['1', '2', '"1"', '"a"', '"A"', '2.5', 'null', '[1,"a"]', '{"a":1}', `"${'a'.repeat(300)}"`]

function partsOf(number: number): CallPart[] {
  const key = { project_id: PROJECT_ID, id: `c${number}` }
  const value = VALUES[number % VALUES.length] ?? 'null'
  const other = VALUES[(number * 7) % 9] ?? 'null'
  const begun = start(key, {
    started_at: (number * 37) % 500,
    parent_id: number % 3 === 0 ? null : 'c0',
    op_name: number % 4 === 0 ? 'weave:///team/app/op/ab:D' : 'a',
    wb_user_id: `u${number % 5}`,
    turn_id: number % 6 === 0 ? 'turn' : null,
    thread_id: number % 6 === 1 ? 'thread' : null,
    end_user: number % 11 === 0 ? 'x'.repeat(200) : 'customer',
    inputs: new JsonText(`{"a":${value},"b":${other}}`),
  })
  const output = new JsonText(number % 2 === 0 ? `{"a":${number}}` : other)
  const exception = number % 13 === 0 ? 'failed' : null
  const ended = end(key, { ended_at: 500 + number * 1000, output, exception })
  return number % 17 === 0 ? [begun] : [begun, ended]
}

/** A call with values that repeat, some of them only from the second group of segments on. */
function endedParts(number: number, user = `u${number % 3}`): CallPart[] {
  const key = { project_id: PROJECT_ID, id: `c${number}` }
  const values = number < (MANY_SEGMENTS * CALLS_OF_MANY) / 2 ? ['1', '"a"', 'null'] : ['"late"', '"a"', '1']
  const begun = start(key, {
    started_at: number,
    parent_id: number % 4 === 0 ? null : 'c0',
    op_name: number % 2 === 0 ? 'b' : 'a',
    wb_user_id: user,
    inputs: new JsonText(`{"a":${values[number % values.length]}}`),
  })
  return [begun, end(key, { ended_at: number + 10, output: new JsonText('{}') })]
}

/** Searches that tokens alone count, and others. */
const COUNTED: readonly { readonly filter: CallSearch['filter']; readonly query?: string }[] = [
  { filter: { wb_user_ids: ['u1'] } },
  { filter: { wb_user_ids: ['u2', 'new'] } },
  { filter: {}, query: hasNumber(1) },
  { filter: {}, query: eq(field('inputs.a'), literal('"late"')) },
  { filter: {}, query: not(eq(field('inputs.a'), literal('"a"'))) },
  { filter: { trace_roots_only: true }, query: hasNumber(1) },
  { filter: { op_names: [{ equals: 'b' }], wb_user_ids: ['u0'] } },
  { filter: { wb_user_ids: ['u0'] }, query: gt(field('started_at'), literal('0.0005')) },
]

/** What happens to calls that are sealed. */
function afterwards(): CallPart[] {
  const key = (number: number) => ({ project_id: PROJECT_ID, id: `c${number}` })
  return [
    { part: 'delete', ...key(3), deleted_at: 1 },
    { part: 'delete', ...key(64), deleted_at: 1 },
    rename(key(5), 'renamed'),
    end(key(7), { ended_at: 9_999, output: new JsonText('{"a":"again"}') }),
    end(key(17), { ended_at: 1_000 }),
  ]
}

/** Random operands may have no meaning together. */
function boundUnlessRefused(query: string | undefined, sort: Parameters<typeof bindCase>[0]['sort']) {
  try {
    const bound = bindCase({ resource: 'calls', ...(query && { query }), sort: sort ?? [] })
    return { project_id: PROJECT_ID, filter: {}, ...bound }
  } catch (error) {
    if (error instanceof ServiceError) return undefined
    throw error
  }
}

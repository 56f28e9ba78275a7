import { describe, expect, test } from 'vitest'
import { type Compiled, compile, readFilter } from './compile.ts'
import { parse } from './parse.ts'

const now = new Date('2025-03-02T12:00:00Z')

test('an empty filter has no conditions', () => {
  expect(compiled('')).toEqual({ search: { filter: {} } })
})

test('root:true uses the trace_roots_only key, which has an index', () => {
  expect(compiled('root:true')).toEqual({ search: { filter: { trace_roots_only: true } } })
})

describe('one condition', () => {
  test.each([
    ['op:answer', { $eq: [{ $getField: 'summary.weave.op' }, { $literal: 'answer' }] }],
    ['op:*ans*', contains('summary.weave.op', 'ans')],
    ['name:first', contains('display_name', 'first')],
    ['name:=first', { $eq: [{ $getField: 'display_name' }, { $literal: 'first' }] }],
    ['status:error', { $eq: [{ $getField: 'summary.weave.status' }, { $literal: 'error' }] }],
    ['latency:>1.5s', { $gt: [{ $getField: 'summary.weave.latency_ms' }, { $literal: 1500 }] }],
    ['latency:<=20', { $lte: [{ $getField: 'summary.weave.latency_ms' }, { $literal: 20 }] }],
    ['cost:>0.01', { $gt: [{ $getField: 'summary.weave.total_cost' }, { $literal: 0.01 }] }],
    ['tokens:>=1000', { $gte: [{ $getField: 'summary.weave.total_tokens' }, { $literal: 1000 }] }],
    ['has:cost', exists('summary.weave.total_cost')],
    ['inputs.k:4', { $or: [equals('inputs.k', '4'), equalsNumber('inputs.k', 4)] }],
    ['inputs.k:=1.0', { $or: [equals('inputs.k', '1.0'), equalsNumber('inputs.k', 1)] }],
    ['inputs.k:=12345678901234567890', equals('inputs.k', '12345678901234567890')],
    ['inputs.k:="1.0"', equals('inputs.k', '1.0')],
    ['inputs.k:=null', { $or: [equals('inputs.k', 'null'), equals('inputs.k', null)] }],
    ['inputs.k:=""', equals('inputs.k', '')],
    ['inputs.two\\ words:x', contains('inputs.two words', 'x')],
    ['inputs.größe:x', contains('inputs.größe', 'x')],
    ['inputs.k:"4"', contains('inputs.k', '4')],
    ['inputs.flag:true', { $eq: [{ $getField: 'inputs.flag' }, { $literal: 'true' }] }],
    ['inputs.messages.0.role:user', contains('inputs.messages.0.role', 'user')],
    ['output:=4', { $or: [equals('output', '4'), equalsNumber('output', 4)] }],
    [
      'attributes.n:>5',
      { $gt: [{ $convert: { input: { $getField: 'attributes.n' }, to: 'double' } }, { $literal: 5 }] },
    ],
    ['has:exception', exists('exception')],
    ['has:inputs.k', exists('inputs.k')],
    ['has:inputs.two\\ words', exists('inputs.two words')],
    ['thread:*', exists('thread_id')],
    ['-user:u1', { $not: [{ $and: [equals('wb_user_id', 'u1')] }] }],
    ['user:ada', { $or: [equals('wb_user_id', 'u1'), equals('wb_user_id', 'u2')] }],
    ['root:false', { $not: [{ $and: [{ $eq: [{ $getField: 'parent_id' }, { $literal: null }] }] }] }],
    ['model:gpt-4.1', usageContains('"gpt-4.1"')],
    ['model:gpt-4*', usageContains('"gpt-4')],
    ['model:*mini*', usageContains('mini')],
    ['timeout', { $or: [contains('inputs', 'timeout'), contains('output', 'timeout')] }],
    [
      '"a \\"b\\""',
      {
        $or: ['inputs', 'output'].flatMap((column) => [
          contains(column, 'a "b"'),
          contains(column, 'a \\"b\\"'),
        ]),
      },
    ],
    ['started:>-24h', { $gt: [{ $getField: 'started_at' }, { $literal: '2025-03-01T12:00:00.000Z' }] }],
    [
      'started:<2025-03-01T10:00:00.000Z',
      { $lt: [{ $getField: 'started_at' }, { $literal: '2025-03-01T10:00:00.000Z' }] },
    ],
  ])('%s', (text, $expr) => {
    expect(compiled(text)).toEqual({ search: { filter: {}, query: { $expr } } })
  })

  test('a prefix compiles to a range', () => {
    expect(expressionOf('op:ans*')).toMatchObject({
      $and: [{ $gte: [{}, { $literal: 'ans' }] }, { $lt: [{}, { $literal: 'ans\u{10ffff}' }] }],
    })
  })

  test('a feedback name means the score, the annotation or the feedback of that name', () => {
    expect(JSON.stringify(expressionOf('feedback.helpful:>0.8'))).toBe(
      JSON.stringify({
        $or: [
          'wandb.runnable.helpful].payload.output',
          'wandb.annotation.helpful].payload.value',
          'helpful].payload.score',
          'helpful].payload.value',
        ].map((place) => ({
          $gt: [
            { $convert: { input: { $getField: `feedback.[${place}` }, to: 'double' } },
            { $literal: 0.8 },
          ],
        })),
      }),
    )
  })

  test('a whole day is in local time', () => {
    const midnight = new Date('2025-03-01T00:00').toISOString()
    const next = new Date('2025-03-02T00:00').toISOString()

    expect(expressionOf('started:2025-03-01')).toEqual({
      $and: [
        { $gte: [{ $getField: 'started_at' }, { $literal: midnight }] },
        { $lt: [{ $getField: 'started_at' }, { $literal: next }] },
      ],
    })
    expect(expressionOf('started:>2025-03-01')).toEqual({
      $gte: [{ $getField: 'started_at' }, { $literal: next }],
    })
  })
})

test('conditions are joined by AND, and OR binds tighter', () => {
  expect(compiled('root:true thread:t (status:error OR status:running)')).toEqual({
    search: {
      filter: { trace_roots_only: true },
      query: {
        $expr: {
          $and: [
            { $eq: [{ $getField: 'thread_id' }, { $literal: 't' }] },
            {
              $or: [
                { $eq: [{ $getField: 'summary.weave.status' }, { $literal: 'error' }] },
                { $eq: [{ $getField: 'summary.weave.status' }, { $literal: 'running' }] },
              ],
            },
          ],
        },
      },
    },
  })
})

test.each([
  'status:broken',
  'status:>error',
  'nosuch:1',
  'summary.weave.costs:1',
  'op:',
  'has:',
  'latency:>soon',
  'cost:>cheap',
  'inputs.k:>many',
  'started:yesterday',
  'root:maybe',
  'op:a*b',
  'op:*b',
  'feedback:1',
  'feedback.:1',
  '(a:1',
])('%s is invalid, with position and reason', (text) => {
  const result = compiled(`op:fine ${text}`)

  expect(result).toMatchObject({ problems: [{ part: 1 }] })
})

function compiled(text: string): Compiled {
  const idsOfUser = (name: string) => (name === 'ada' ? ['u1', 'u2'] : [])
  return compile(parse(text), { now, idsOfUser })
}

function expressionOf(text: string): unknown {
  const result = compiled(text)
  return 'search' in result ? result.search.query?.$expr : undefined
}

const equals = (path: string, value: string | null) => ({ $eq: [{ $getField: path }, { $literal: value }] })

const equalsNumber = (path: string, value: number) => ({
  $eq: [{ $convert: { input: { $getField: path }, to: 'double' } }, { $literal: value }],
})

function contains(path: string, substr: string) {
  return {
    $contains: { input: { $getField: path }, substr: { $literal: substr }, case_insensitive: true },
  }
}

function usageContains(substr: string) {
  return { $contains: { input: { $getField: 'summary.usage' }, substr: { $literal: substr } } }
}

function exists(path: string) {
  return { $eq: [{ $convert: { input: { $getField: path }, to: 'exists' } }, { $literal: true }] }
}

const context = { now: new Date('2025-03-02T12:00:00Z'), idsOfUser: () => [] }

test('a valid filter has a search and chips without problems', () => {
  expect(readFilter('root:true op:a', context)).toMatchObject({
    chips: [{ text: 'root:true' }, { text: 'op:a' }],
    search: { filter: { trace_roots_only: true } },
  })
})

test('an invalid part marks its chip, and there is no search', () => {
  const { chips, search } = readFilter('root:true status:broken', context)

  expect(search).toBeUndefined()
  expect(chips.map((chip) => chip.problem !== undefined)).toEqual([false, true])
})

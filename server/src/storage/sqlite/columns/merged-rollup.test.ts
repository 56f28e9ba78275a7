import { expect, test } from 'vitest'
import { type Column, encodeNumbers, FIRST_CODE, MISSING, UNKNOWN } from './column.ts'
import { reportColumn } from './column-names.ts'
import { mergeRollups } from './merged-rollup.ts'
import {
  ALL_SUMS,
  CALLS,
  encodeRollup,
  LAST_STARTED_AT,
  LEFT_OUT,
  REPORTED_COST,
  RIDS,
  StoredRollup,
  SUMS,
  TOOK_MS,
} from './rollup.ts'
import { encodeValues } from './token-values.ts'

interface Kind {
  readonly failed: 0 | 1
  /** Undefined for one that is not known. */
  readonly op?: string | null | undefined
  readonly model?: string
  readonly tookMs: readonly number[]
  readonly lastStartedAt?: number
  readonly cost?: number
}

interface Segment {
  readonly kinds: readonly Kind[]
  readonly hasOps?: boolean
  /** The columns that it has of reports. */
  readonly reported?: readonly ('model' | 'request_model' | 'preferred_cost')[]
  readonly rids?: readonly [lowest: number, highest: number]
  readonly leftOut?: readonly number[]
}

const numbers = (values: readonly number[]) => encodeNumbers(Float64Array.from(values))

function rollup({ kinds, hasOps = true, reported = [], rids = [1, 2], leftOut = [] }: Segment): StoredRollup {
  const sumOf = (name: string) => kinds.map(({ tookMs }) => (name === CALLS ? tookMs.length : 1))
  return new StoredRollup(
    encodeRollup(
      new Map([
        ['failed', encodeValues(kinds, ({ failed }) => failed)],
        ...(hasOps ? [['op', encodeValues(kinds, ({ op }) => op)] as const] : []),
        ...reported.map(
          (name) => [reportColumn(name), encodeValues(kinds, ({ model = null }) => model)] as const,
        ),
        [ALL_SUMS, numbers(SUMS.flatMap(sumOf))],
        [REPORTED_COST, numbers(kinds.map(({ cost = 0 }) => cost))],
        [LAST_STARTED_AT, numbers(kinds.map(({ lastStartedAt = 0 }) => lastStartedAt))],
        [TOOK_MS, numbers(kinds.flatMap(({ tookMs }) => tookMs))],
        ...(leftOut.length > 0 ? [[LEFT_OUT, numbers(leftOut)] as const] : []),
        [RIDS, numbers(rids)],
      ]),
    ),
  )
}

function tokensOf(column: Column | undefined): unknown[] {
  if (column?.kind !== 'codes') return []
  return Array.from(column.codes, (code) => {
    if (code === MISSING) return null
    return code === UNKNOWN ? undefined : JSON.parse(column.tokens()[code - FIRST_CODE] ?? '')
  })
}

const ONE = rollup({
  kinds: [
    { failed: 0, op: 'a', tookMs: [30, 10], lastStartedAt: 7, cost: 1 },
    { failed: 1, op: 'a', tookMs: [5], lastStartedAt: 4 },
    { failed: 0, op: null, tookMs: [1], lastStartedAt: 9 },
    { failed: 0, tookMs: [2], lastStartedAt: 8 },
  ],
  rids: [11, 19],
  leftOut: [12],
})
const OTHER = rollup({
  kinds: [
    { failed: 1, op: 'a', tookMs: [0, 6], lastStartedAt: 3 },
    { failed: 0, op: 'a', tookMs: [20], lastStartedAt: 8, cost: 2 },
    { failed: 0, tookMs: [3], lastStartedAt: 1 },
    { failed: 0, op: null, tookMs: [4], lastStartedAt: 1 },
  ],
  rids: [3, 15],
})

test('equal kinds of several segments become one, with the sums of all', () => {
  const merged = mergeRollups([ONE, OTHER])

  expect(tokensOf(merged?.read('failed'))).toEqual([0, 1, 0, 0])
  expect(tokensOf(merged?.read('op'))).toEqual(['a', 'a', null, undefined])
  expect([...(merged?.numbers(CALLS) ?? [])]).toEqual([3, 3, 2, 2])
  expect([...(merged?.numbers(REPORTED_COST) ?? [])]).toEqual([3, 0, 0, 0])
  expect([...(merged?.numbers(LAST_STARTED_AT) ?? [])]).toEqual([8, 4, 9, 8])
  expect([...(merged?.numbers(LEFT_OUT) ?? [])]).toEqual([12])
  expect([...(merged?.numbers(RIDS) ?? [])]).toEqual([3, 19])
})

test('the latencies of a kind ascend', () => {
  const latencies = mergeRollups([ONE, OTHER])?.ascendingMs.map(({ runs: [small] }) => [...small])

  expect(latencies).toEqual([
    [10, 20, 30],
    [0, 5, 6],
    [1, 4],
    [2, 3],
  ])
})

test('a segment without usage is merged with one that has some', () => {
  const kind = { failed: 0, op: 'a', tookMs: [1] } as const
  const all = ['model', 'request_model', 'preferred_cost'] as const
  const merged = mergeRollups([
    rollup({ kinds: [kind, { ...kind, model: 'm' }], reported: all }),
    rollup({ kinds: [kind], reported: ['model'] }),
    rollup({ kinds: [kind, { ...kind, model: 'm' }], reported: all }),
  ])

  expect(tokensOf(merged?.read(reportColumn('request_model')))).toEqual([null, 'm'])
  expect([...(merged?.numbers(CALLS) ?? [])]).toEqual([3, 2])
})

test.each([
  ['tell calls apart by different dimensions', { kinds: [{ failed: 0, tookMs: [1] }], hasOps: false }],
  ['have different kinds of calls', { kinds: [{ failed: 0, op: 'b', tookMs: [1] }] }],
  ['have a call that ended before it started', { kinds: [{ failed: 0, op: 'a', tookMs: [-1] }] }],
] as const)('roll-ups that %s are not merged', (_, other) => {
  expect(
    mergeRollups([rollup({ kinds: [{ failed: 0, op: 'a', tookMs: [1] }] }), rollup(other)]),
  ).toBeUndefined()
})

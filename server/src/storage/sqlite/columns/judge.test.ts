import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ServiceError } from '../../../errors.ts'
import { type CallRow, field, gt, literal, not, PROJECT_ID } from '../../../query/cases/case.ts'
import { evaluate, evaluateValue } from '../../../query/evaluate.ts'
import type { LiteralValue } from '../../../query/values.ts'
import { queries, rows, sorts } from '../../../testing/query-arbitraries.ts'
import { type BoundCase, bindCase } from '../../../testing/query-cases.ts'
import { rowReaders, wholeCall } from '../../../testing/query-rows.ts'
import { openTemporaryDatabase } from '../../../testing/sqlite-database.ts'
import { transaction } from '../database/driver.ts'
import { ColumnCache } from './column-cache.ts'
import { pathColumn } from './column-names.ts'
import { columnWrites } from './column-writes.ts'
import { counterOf, judgeOf } from './judge.ts'
import { type SegmentCall, segmentColumns } from './segment-columns.ts'
import { type Segment, SegmentColumns } from './segments.ts'
import { keyReader, sortTerms } from './sort-keys.ts'
import { type JudgeContext, VERDICT } from './token-judge.ts'

const RUNS = 150

test('a verdict by columns is what the language says, and null is neither true nor false', () => {
  const store = columnStore()

  fc.assert(
    fc.property(ended, fc.oneof(queries, queries.map(not)), (calls, query) => {
      const condition = boundUnlessRefused(query, [])?.condition
      if (!condition) return
      const { segment, context } = store.put(calls)

      const verdicts = judgeOf(condition, context)?.(segment)

      for (const [place, { reader }] of readersOf(calls).entries()) {
        const verdict = verdicts?.[place] ?? VERDICT.unknown
        if (verdict === VERDICT.unknown) continue
        expect(verdict === VERDICT.yes, query).toBe(evaluate(condition, reader))
      }
    }),
    { numRuns: RUNS },
  )
})

test('a count by columns is the number of calls for which the language says yes', () => {
  const store = columnStore()

  fc.assert(
    fc.property(ended, queries, (calls, query) => {
      const condition = boundUnlessRefused(query, [])?.condition
      if (!condition) return
      // Columns that hardly repeat a value are not counted.
      const { segment, context } = store.put([...calls, ...calls, ...calls])

      const count = counterOf(condition, context)?.(segment)

      const matching = readersOf(calls).filter(({ reader }) => evaluate(condition, reader))
      expect(count ?? 3 * matching.length, query).toBe(3 * matching.length)
    }),
    { numRuns: RUNS },
  )
})

test('the calls of a segment are counted by path, by number, and by what they lack', () => {
  const store = columnStore()
  const count = (query: string, inputs: readonly string[]): number | undefined => {
    const { segment, context } = store.put(inputs.map(callWith))
    const condition = boundUnlessRefused(query, [])?.condition
    return condition && counterOf(condition, context)?.(segment)
  }
  const isA = `{"$eq":[${field('inputs.m')},${literal('"a"')}]}`

  expect(count(isA, ['{"m":"a"}', '{"m":"b"}', '{"m":"a"}', '{}'])).toBe(2)
  // The second segment numbers its tokens in another order.
  expect(count(isA, ['{"m":"b"}', '{"m":"b"}', '{"m":"b"}', '{"m":"a"}'])).toBe(1)
  expect(count(not(isA), ['{"m":"b"}', '{"m":"a"}', '{}', '{}'])).toBe(3)
  expect(count(isA, ['{}', '{}'])).toBe(0)
  expect(count(isA, ['{"m":"a"}', '{"m":"a"}', '{"m":["a"]}', '{"m":"a"}'])).toBeUndefined()
  expect(count(isA, ['{"m":"a"}', '{"m":"b"}', '{"m":"c"}'])).toBeUndefined()
})

test('sort terms by columns are what the language says', () => {
  const store = columnStore()

  fc.assert(
    fc.property(ended, sorts, (calls, sort) => {
      const bound = boundUnlessRefused(undefined, sort)
      const { segment, context } = store.put(calls)

      for (const key of bound?.sort ?? []) {
        const terms = keyReader(key, context)?.(segment)
        for (const [place, { reader }] of readersOf(calls).entries()) {
          const found = terms?.termsAt(place)
          if (!found) continue
          const expected = sortTerms(key).map(({ value }) => evaluateValue(value, reader))
          expect(found.map(comparable)).toEqual(expected.map(comparable))
        }
      }
    }),
    { numRuns: RUNS },
  )
})

test.each([
  ['a number', 'inputs.n', '5', '5'],
  ['a number beyond what a double holds', 'inputs.n', '9007199254740993', '9007199254740993'],
  ['a text', 'inputs.n', '"gpt"', '"gpt"'],
  ['a text in escapes', 'inputs.n', '"\\u00e9"', '"é"'],
  ['a text that looks like a number', 'inputs.n', '"5"', '5'],
])('%s is found without opening a payload', (_, path, stored, wanted) => {
  const query = `{"$eq":[${field(path)},${literal(wanted)}]}`

  expect(verdictsOn(query, [`{"n":${stored}}`, '{}', '{"n":null}'])).toEqual([
    'yes',
    expect.stringMatching(/no|null/),
    expect.stringMatching(/no|null/),
  ])
})

test('a number is compared in a path of up to four keys, by whatever names', () => {
  const inputs = '{"__proto__":{"a b":{"\\"":{"é":7}}}}'

  expect(verdictsOn(gt(field('inputs.__proto__.a b.".é'), literal('5')), [inputs])).toEqual(['yes'])
  expect(verdictsOn(gt(field('inputs.__proto__.a b.".é.x'), literal('5')), [inputs])).toEqual(['unknown'])
})

test('members with the same name are left to SQL, which reads the first', () => {
  const inputs = ['{"a":{"b":1},"a":{"c":2}}', '{"a":1,"a":7}']

  expect(verdictsOn(gt(field('inputs.a.b'), literal('0')), inputs)).toEqual(['unknown', 'null'])
  expect(verdictsOn(gt(field('inputs.a.c'), literal('0')), inputs)).toEqual(['null', 'null'])
  expect(verdictsOn(gt(field('inputs.a'), literal('5')), inputs)).toEqual(['unknown', 'unknown'])
})

test('what is not in columns is unknown: long texts, containers, indexes, long keys, halves of characters', () => {
  const long = 'x'.repeat(1000)
  const unknown = (path: string, inputs: string) =>
    expect(verdictsOn(gt(field(path), literal('"a"')), [inputs]), path).toEqual(['unknown'])

  unknown('inputs.a', `{"a":"${long}"}`)
  unknown('inputs.a', '{"a":[1]}')
  unknown('inputs.a', '{"a":{}}')
  unknown('inputs.a.0', '{"a":[1]}')
  unknown(`inputs.${long}`, `{"${long}":"b"}`)
  unknown('inputs.a', '{"a":"\\ud800"}')
  unknown('inputs.a', '{"a":"\\u0000"}')
})

test('a path that was left out of a segment is unknown, one that no call has is not', () => {
  const keys = Array.from({ length: 3000 }, (_, index) => `"k${index}":${index + 1}`)
  const inputs = [`{"often":1,${keys}}`, '{"often":2}']

  expect(verdictsOn(gt(field('inputs.often'), literal('1')), inputs)).toEqual(['no', 'yes'])
  expect(verdictsOn(gt(field('inputs.k2999'), literal('1')), inputs)).toEqual(['unknown', 'unknown'])
  expect(verdictsOn(gt(field('output.k2999'), literal('1')), inputs)).toEqual(['null', 'null'])
})

test('a project has columns for a limited number of paths', () => {
  const store = columnStore()
  const inputsOf = (from: number) =>
    `{${Array.from({ length: 200 }, (_, index) => `"k${from + index}":${index}`)}}`
  for (let from = 0; from < 2000; from += 200) store.put([callWith(inputsOf(from), 0)])

  const { segment, context } = store.put([callWith(inputsOf(1800), 0)])
  const condition = boundUnlessRefused(gt(field('inputs.k1900'), literal('1')), [])?.condition

  expect(store.names()).toBeLessThan(1_050)
  expect(condition && judgeOf(condition, context)?.(segment)).toEqual(Uint8Array.of(VERDICT.unknown))
})

test('keys made by users leave room for paths that many calls have', () => {
  const store = columnStore()
  const keysOf = (call: number, count: number) =>
    `{${Array.from({ length: count }, (_, index) => `"k${call}-${index}":${index}`)}}`
  for (let segment = 0; segment < 10; segment++)
    store.put(
      Array.from({ length: 200 }, (_, index) =>
        callWith(keysOf(1000 * segment + index, index === 0 ? 200 : 0), index),
      ),
    )

  const { segment, context } = store.put(
    Array.from({ length: 200 }, (_, index) => callWith('{"score":2}', index)),
  )
  const condition = boundUnlessRefused(gt(field('inputs.score'), literal('1')), [])?.condition

  expect(condition && judgeOf(condition, context)?.(segment)).toEqual(new Uint8Array(200).fill(VERDICT.yes))
})

test('names that no segment has any more are forgotten, and their numbers are not given out again', () => {
  const store = columnStore()
  store.put([callWith('{"once":1,"always":1}', 0)])
  const { segment } = store.put([callWith('{"always":2}', 0)])
  const [before, newest] = [store.names(), store.newest()]

  store.remove(segment.id - 1)
  store.put([callWith('{"always":2,"late":1}', 0)])

  expect(store.has('once')).toBe(false)
  expect(store.has('always')).toBe(true)
  expect(store.names()).toBe(before)
  expect(store.newest()).toBeGreaterThan(newest)
})

/** Numbers compare the same whether they are big integers or not. */
const comparable = (value: LiteralValue) => (typeof value === 'bigint' ? Number(value) : value)

const ended = rows.map(({ calls = [] }) => calls.map((call) => ({ ended_at: 1, ...call })))

const callWith = (inputs: string, index: number): CallRow => ({ id: `c${index}`, ended_at: 1, inputs })

function verdictsOn(query: string, inputs: readonly string[]): (string | undefined)[] {
  const { segment, context } = columnStore().put(inputs.map(callWith))
  const condition = boundUnlessRefused(query, [])?.condition
  const verdicts = condition && judgeOf(condition, context)?.(segment)
  const names = Object.keys(VERDICT)
  return inputs.map((_, place) => names[verdicts?.[place] ?? VERDICT.unknown])
}

/** Segments in a database of their own. */
function columnStore() {
  const { db } = openTemporaryDatabase()
  const { put, remove } = columnWrites(db)
  const cache = new ColumnCache(db)
  let id = 0
  return {
    put(calls: readonly CallRow[]): { segment: Segment; context: JudgeContext } {
      const ops = calls.map(({ op_name = 'op' }) => op_name)
      const sealed = calls.map((call, index) => toSeal(call, index, index))
      id++
      transaction(db, () => put(1, id, segmentColumns(sealed)))
      const starts = sealed.map(({ started_at }) => started_at)
      const bounds = { started_from: Math.min(...starts), started_to: Math.max(...starts) }
      return {
        segment: { id, places: calls.length, ...bounds, removed: 0, removed_places: null },
        context: {
          project_id: PROJECT_ID,
          columns: new SegmentColumns(db, 1, cache),
          opName: (op) => ops[op] ?? '',
          phrases: { filter: () => undefined, textFilter: () => undefined },
        },
      }
    },
    remove: (segment: number) => transaction(db, () => remove(1, segment)),
    names: () => Number(db.prepare('select count(*) as n from column_names').get()?.n),
    newest: () => Number(db.prepare('select max(id) as id from column_names').get()?.id),
    has: (key: string) =>
      db.prepare('select 1 from column_names where name = ?').get(pathColumn(['inputs', key])) !== undefined,
  }
}

function toSeal(row: CallRow, op: number, index: number): SegmentCall {
  const call = wholeCall(row, index)
  return {
    ...call,
    op,
    rid: index,
    ended_at: call.ended_at ?? 0,
    failed: call.exception === null ? 0 : 1,
    attributes: Buffer.from(call.attributes),
    inputs: Buffer.from(call.inputs),
    output: call.output === null ? null : Buffer.from(call.output),
    summary: Buffer.from(call.summary ?? '{}'),
    size_bytes: 0,
    is_span: 0,
    not_counted: 0,
    usage: [],
  }
}

const readersOf = (calls: readonly CallRow[]) => rowReaders('calls', PROJECT_ID, { calls })

/** Random operands may have no meaning together. */
function boundUnlessRefused(query: string | undefined, sort: Parameters<typeof bindCase>[0]['sort']) {
  try {
    return bindCase({ resource: 'calls', ...(query && { query }), sort: sort ?? [] }) satisfies BoundCase
  } catch (error) {
    if (error instanceof ServiceError) return undefined
    throw error
  }
}

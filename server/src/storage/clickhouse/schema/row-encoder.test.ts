import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clickhouseForTests } from '../../../testing/clickhouse.ts'
import { openWithClient } from '../../../testing/clickhouse-storage.ts'
import { storable } from '../literals.ts'
import { DeferredInteger, type Row, RowEncoder } from './row-encoder.ts'

const COLUMNS = [
  'at UInt32',
  'text String CODEC(ZSTD(1))',
  'short LowCardinality(String)',
  'optional Nullable(String)',
  'kind LowCardinality(Nullable(String))',
  "part Enum8('start' = 1, 'end' = 2)",
  'flag Bool',
  'small UInt8',
  'instant Int64',
  'version UInt64',
  'number Float64',
  'step Nullable(Float64)',
  'list Array(LowCardinality(String))',
  'size UInt64 DEFAULT length(text)',
  'is_odd UInt8 MATERIALIZED 1',
  'base64 String EPHEMERAL',
  'INDEX by_text text TYPE bloom_filter(0.01) GRANULARITY 1',
]

const encoder = new RowEncoder({ name: 'rows', columns: COLUMNS })

const text = fc.string({ unit: 'binary', maxLength: 300 })
const number = fc.double({ noNaN: true, noDefaultInfinity: true })
const values = fc.record(
  {
    text,
    short: text,
    optional: fc.option(text),
    kind: fc.option(text),
    part: fc.constantFrom('start', 'end'),
    flag: fc.boolean(),
    small: fc.nat(255),
    instant: fc.maxSafeInteger(),
    version: fc.maxSafeNat(),
    number,
    step: fc.option(number),
    list: fc.array(text, { maxLength: 200 }),
    size: fc.maxSafeNat(),
  },
  { requiredKeys: ['part'] },
)

type Values = typeof values extends fc.Arbitrary<infer Value> ? Value : never

/** A row as it is stored. */
const stored = ({ size, ...row }: Values, at: number) => ({
  at,
  text: storable(row.text ?? ''),
  short: storable(row.short ?? ''),
  optional: row.optional == null ? null : storable(row.optional),
  kind: row.kind == null ? null : storable(row.kind),
  part: row.part,
  flag: row.flag ?? false,
  small: row.small ?? 0,
  instant: row.instant ?? 0,
  version: row.version ?? 0,
  number: row.number ?? 0,
  step: row.step ?? null,
  list: (row.list ?? []).map(storable),
  size: size ?? Buffer.byteLength(storable(row.text ?? '')),
})

const server = await clickhouseForTests()

describe.skipIf(server === undefined)('rows', () => {
  test('are stored as they are, and with the defaults of columns that they lack', async () => {
    const { clickhouse } = await openWithClient(server?.urls[0] ?? '')
    await clickhouse.command(`CREATE TABLE rows (${COLUMNS.join(', ')}) ENGINE = MergeTree ORDER BY at`)

    await fc.assert(
      fc.asyncProperty(fc.array(values, { minLength: 1, maxLength: 50 }), async (rows) => {
        await clickhouse.command('TRUNCATE TABLE rows')
        await clickhouse.insert(encoder, encoder.encode(rows.map((row, at) => ({ at, ...row }))).chunks)

        expect(await clickhouse.query('select * from rows order by at')).toEqual(rows.map(stored))
      }),
      { numRuns: 25 },
    )
  })
})

test('are counted, and may have undefined in place of a value', () => {
  const { count, bytes, chunks } = encoder.encode([{ part: 'start', text: undefined }, { part: 'end' }])

  expect([count, bytes]).toEqual([2, Buffer.concat(chunks).length])
  expect(encoder.encode([])).toMatchObject({ count: 0, bytes: 0 })
})

test('may have an integer that is set later, in all of them', () => {
  const instant = new DeferredInteger()
  const long = 'x'.repeat(100_000)
  const rows = (instant: number | DeferredInteger) => [
    { part: 'start', instant },
    { part: 'start', text: long, instant },
  ]
  const { chunks } = encoder.encode(rows(instant))

  instant.set(-5)

  expect(Buffer.concat(chunks)).toEqual(Buffer.concat(encoder.encode(rows(-5)).chunks))
})

test.each<[string, Row]>([
  ['rows has no column colour, size_of', { text: 'a', colour: 'red', size_of: 1 }],
  ['rows has no column is_odd', { is_odd: 1 }],
  ['text of type String cannot be null', { text: null }],
  ['kind of type String cannot be a number', { kind: 5 }],
  ['part of type Enum8', { part: 'middle' }],
  ['a row of rows has no part', { part: undefined }],
  ['instant of type Int64 cannot be 1.5', { instant: 1.5 }],
  ['version of type UInt64 cannot be 1e+300', { version: 1e300 }],
  ['version of type UInt64 cannot be -1', { version: -1 }],
  ['small of type UInt8 cannot be 256', { small: 256 }],
  ['at of type UInt32 cannot be 4294967296', { at: 2 ** 32 }],
  ['number of type Float64 cannot be a string', { number: '1' }],
  ['number of type Float64 cannot be NaN', { number: Number.NaN }],
  ['step of type Float64 cannot be Infinity', { step: Number.POSITIVE_INFINITY }],
  ['list of type Array(LowCardinality(String)) cannot be a string', { list: 'a' }],
])('that do not fit the table are refused: %s', (message, row) => {
  expect(() => encoder.encode([{ part: 'start', ...row }])).toThrow(message)
})

test('of a type that cannot be written are refused with their table', () => {
  expect(() => new RowEncoder({ name: 'points', columns: ['place Point'] })).toThrow(
    'columns of type Point cannot be written',
  )
})

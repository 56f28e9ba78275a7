import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { RowBinaryReader } from './row-binary.ts'

const KIND = ['kind', "Enum8('start' = 1, 'end' = 2)"] as const
const START = Buffer.of(1)

const text = (value: string) => Buffer.concat([varint(Buffer.byteLength(value)), Buffer.from(value)])

function varint(value: number): Buffer {
  return value < 128 ? Buffer.of(value) : Buffer.concat([Buffer.of((value % 128) + 128), varint(value >> 7)])
}

function header(...columns: readonly (readonly [name: string, type: string])[]): Buffer {
  const names = columns.map(([name]) => text(name))
  return Buffer.concat([varint(columns.length), ...names, ...columns.map(([, type]) => text(type))])
}

function int64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigInt64LE(value)
  return bytes
}

function float64(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleLE(value)
  return bytes
}

describe('a binary result', () => {
  test.for([
    ['String', text('naïve'), 'naïve'],
    ['String', text('x'.repeat(20_000)), 'x'.repeat(20_000)],
    ['LowCardinality(String)', text(''), ''],
    ['Nullable(String)', Buffer.of(1), null],
    ['LowCardinality(Nullable(String))', Buffer.concat([Buffer.of(0), text('a')]), 'a'],
    ['Array(String)', Buffer.concat([varint(2), text('a'), text('b')]), ['a', 'b']],
    ['UInt8', Buffer.of(255), 255],
    ['Int64', int64(-1n), -1],
    ['Int64', int64(1_794_956_242_109_230n), 1_794_956_242_109_230],
    ['UInt64', int64(2n ** 53n - 1n), 2 ** 53 - 1],
    ['Nullable(Float64)', Buffer.concat([Buffer.of(0), float64(0.1)]), 0.1],
  ] as const)('has values of type %s', ([type, bytes, value]) => {
    const reader = new RowBinaryReader()

    const rows = reader.push(Buffer.concat([header(KIND, ['value', type]), Buffer.of(2), bytes]))

    expect([...rows, ...reader.finish()]).toEqual([{ kind: 'end', value }])
  })

  test('is the same wherever it is cut', () => {
    // Texts that are those of the row before, and others of the same length.
    const lists = [[], ['a', 'b'.repeat(200)], [''], ['ab'], ['ab', 'ab'], ['ab', 'cb'], ['naïve'], ['naïve']]
    const rows = lists.map((list) =>
      Buffer.concat([
        START,
        Buffer.of(0),
        text(list.join()),
        varint(list.length),
        ...list.map(text),
        int64(7n),
      ]),
    )
    const types = [
      KIND,
      ['text', 'Nullable(String)'],
      ['list', 'Array(String)'],
      ['number', 'Int64'],
    ] as const
    const result = Buffer.concat([header(...types), ...rows])
    const read = (...chunks: readonly Uint8Array[]) => {
      const reader = new RowBinaryReader()
      return [...chunks.flatMap((chunk) => reader.push(chunk)), ...reader.finish()]
    }
    const whole = read(result)
    expect(whole).toMatchObject(lists.map((list) => ({ text: list.join(), list, number: 7 })))

    for (let cut = 0; cut <= result.length; cut++) {
      expect(read(result.subarray(0, cut), result.subarray(cut))).toEqual(whole)
    }
    expect(read(...Array.from(result, (byte) => Buffer.of(byte)))).toEqual(whole)
  })

  test('may have no rows', () => {
    const reader = new RowBinaryReader()

    expect([...reader.push(header(KIND)), ...reader.finish()]).toEqual([])
    expect(() => new RowBinaryReader().finish()).toThrow('ends in the middle of a row')
  })

  test('is not read again and again while a long list arrives', () => {
    const reader = new RowBinaryReader()
    const [count, chunk] = [200_000, Buffer.concat(Array.from({ length: 100 }, () => text('ref')))]
    reader.push(Buffer.concat([header(KIND, ['refs', 'Array(String)']), START, varint(count)]))
    const reads = vi.spyOn(Buffer, 'concat')
    onTestFinished(() => reads.mockRestore())

    for (let sent = 0; sent < count - 100; sent += 100) expect(reader.push(chunk)).toEqual([])

    expect(reads.mock.calls.length).toBeLessThan(30)
    const [row] = [...reader.push(chunk), ...reader.finish()]
    expect(row).toMatchObject({ refs: { length: count } })
  })

  test('leaves columns as bytes on request', () => {
    const reader = new RowBinaryReader({ undecoded: new Set(['document']) })

    const [row] = reader.push(
      Buffer.concat([header(KIND, ['document', 'Nullable(String)']), START, Buffer.of(0), text('{}')]),
    )

    expect(row).toEqual({ kind: 'start', document: Buffer.from('{}') })
  })

  describe('with a packed column', () => {
    const types = new Map([
      ['name', 'LowCardinality(String)'],
      ['at', 'Nullable(Int64)'],
      ['note', 'String'],
    ])
    const packed = { name: 'packed', types, wanted: new Set(['at', 'note']) }
    const values = Buffer.concat([text('skipped'), Buffer.of(0), int64(7n), text('naïve')])
    const resultOf = (bytes: Buffer) =>
      Buffer.concat([
        header(KIND, ['packed', 'String'], ['last', 'UInt8']),
        ...[1, 2].flatMap((last) => [START, varint(bytes.length), bytes, Buffer.of(last)]),
      ])

    test('has the wanted ones of its values as columns, wherever it is cut', () => {
      const result = resultOf(values)
      for (let cut = 0; cut <= result.length; cut++) {
        const reader = new RowBinaryReader({ packed })

        const read = [
          ...reader.push(result.subarray(0, cut)),
          ...reader.push(result.subarray(cut)),
          ...reader.finish(),
        ]

        expect(read).toEqual([1, 2].map((last) => ({ kind: 'start', at: 7, note: 'naïve', last })))
      }
    })

    test('is refused if it has other values than expected', () => {
      expect(() => new RowBinaryReader({ packed }).push(resultOf(Buffer.from('\0\x01\0more')))).toThrow(
        'other columns than expected',
      )
    })
  })

  test('is incomplete without its last byte', () => {
    const reader = new RowBinaryReader()
    const result = Buffer.concat([header(KIND, ['text', 'String']), START, text('ab')])

    expect(reader.push(result.subarray(0, -1))).toEqual([])

    expect(() => reader.finish()).toThrow('ends in the middle of a row')
    expect(reader.failure()).toBeUndefined()
  })

  test('tells an error from rows', () => {
    const reader = new RowBinaryReader()

    const rows = reader.push(Buffer.concat([header(KIND), START, START, Buffer.from('\r\n__exc')]))
    expect(reader.push(Buffer.from('eption__\r\nCode: 241.'))).toEqual([])

    expect(rows).toEqual([{ kind: 'start' }, { kind: 'start' }])
    expect(() => reader.finish()).toThrow()
    expect(reader.failure()).toBe('\r\n__exception__\r\nCode: 241.')
  })

  test('is refused if an error could not be told from its rows, or a type is unknown', () => {
    expect(() => new RowBinaryReader().push(header(['text', 'String']))).toThrow(
      'the first column of the result is not an enum',
    )
    expect(() => new RowBinaryReader().push(header(KIND, ['point', 'Point']))).toThrow(
      'columns of type Point cannot be read',
    )
  })
})

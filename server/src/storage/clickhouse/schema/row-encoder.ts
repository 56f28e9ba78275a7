import { ByteSink, type Slot, writeInt64 } from './byte-sink.ts'
import type { TableSpec } from './ddl.ts'

/** Values by the names of their columns: texts, bytes, numbers, booleans, null, lists of them, and integers that are set later. */
export type Row = object

/** An integer of rows that are encoded before it is known. */
export class DeferredInteger {
  /** Few: a list that grows would reserve memory for many. */
  #slots: readonly Slot[] = []

  reserve(sink: ByteSink): void {
    this.#slots = [...this.#slots, sink.slot()]
  }

  /** In all rows that have it. */
  set(value: number): void {
    for (const slot of this.#slots) writeInt64(slot, value)
  }
}

type Encode = (sink: ByteSink, value: unknown) => void

interface Column {
  readonly name: string
  /** Enums have no default in this format: ClickHouse would store a code that the enum lacks. */
  readonly isRequired: boolean
  readonly encode: Encode
}

/** Rows of one table, as its encoder has written them. */
export interface EncodedRows {
  readonly encoder: RowEncoder
  readonly chunks: readonly Uint8Array[]
  readonly bytes: number
  readonly count: number
}

/** Writes rows in the format `RowBinaryWithDefaults`: a byte before each value tells whether the row has it, or the column gets its default. */
export class RowEncoder {
  readonly table: string
  /** Those of every row, in this order. */
  readonly columns: readonly Column[]

  constructor({ name, columns }: Pick<TableSpec, 'name' | 'columns'>) {
    this.table = name
    this.columns = columns.flatMap(columnOf)
  }

  /** Throws a `TypeError` if a row does not fit the table. */
  encode(rows: readonly Row[]): EncodedRows {
    const batch = new RowBatch(this)
    for (const row of rows) batch.add(row)
    return batch.finish()
  }
}

/** Encodes rows that come one after the other. */
export class RowBatch {
  readonly #encoder: RowEncoder
  readonly #sink = new ByteSink()
  #count = 0

  constructor(encoder: RowEncoder) {
    this.#encoder = encoder
  }

  /** Throws a `TypeError` if the row does not fit the table. The batch must not be used any more then. */
  add(row: Row): void {
    const missing = this.addSubsetOf(row)
    const { columns, table } = this.#encoder
    if (countGiven(row) + missing !== columns.length) throw unknownColumn(table, columns, row)
  }

  /** The same for a row of a wider table. Returns how many columns it does not have. */
  addSubsetOf(row: Row): number {
    const values = row as Readonly<Record<string, unknown>>
    let missing = 0
    for (const { name, encode, isRequired } of this.#encoder.columns) {
      const value = values[name]
      if (value === undefined) {
        if (isRequired) throw new TypeError(`a row of ${this.#encoder.table} has no ${name}`)
        missing++
        this.#sink.byte(IS_DEFAULT)
      } else {
        this.#sink.byte(IS_GIVEN)
        encode(this.#sink, value)
      }
    }
    this.#count++
    return missing
  }

  /** The batch must not be used any more. */
  finish(): EncodedRows {
    const chunks = this.#sink.finish()
    const bytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
    return { encoder: this.#encoder, chunks, bytes, count: this.#count }
  }
}

function countGiven(row: Row): number {
  let given = 0
  for (const value of Object.values(row)) if (value !== undefined) given++
  return given
}

function unknownColumn(table: string, columns: readonly Column[], row: Row): TypeError {
  const known = new Set(columns.map(({ name }) => name))
  const unknown = Object.keys(row).filter((name) => !known.has(name))
  return new TypeError(`${table} has no column ${unknown.join(', ')}`)
}

const IS_GIVEN = 0
const IS_DEFAULT = 1

/** None for an index or projection, and for a column that ClickHouse computes. */
function columnOf(definition: string): Column[] {
  const [name = '', ...rest] = definition.split(' ')
  const [type = '', clause = ''] = rest.join(' ').split(CLAUSES)
  const isInserted =
    name !== 'INDEX' && name !== 'PROJECTION' && !/^(MATERIALIZED|EPHEMERAL|ALIAS)/.test(clause)
  return isInserted ? [{ name, encode: encoderOf(type, name), isRequired: type.startsWith('Enum8') }] : []
}

/** What may follow the type of a column. */
const CLAUSES = / (?=CODEC|DEFAULT|MATERIALIZED|EPHEMERAL|ALIAS)/

function encoderOf(type: string, column: string): Encode {
  const [, wrapper, inner = ''] = /^(\w+)\((.+)\)$/.exec(type) ?? []
  const misfit = (value: unknown) =>
    new TypeError(`${column} of type ${type} cannot be ${value === null ? 'null' : `a ${typeof value}`}`)
  const number = (value: unknown, isFit: (value: number) => boolean): number => {
    if (typeof value !== 'number') throw misfit(value)
    if (!isFit(value)) throw new TypeError(`${column} of type ${type} cannot be ${value}`)
    return value
  }
  const integer = (value: unknown, min: number, max: number): number =>
    number(value, (value) => Number.isSafeInteger(value) && value >= min && value <= max)
  const int64 = (min: number): Encode => {
    return (sink, value) => {
      if (value instanceof DeferredInteger) value.reserve(sink)
      else sink.int64(integer(value, min, Number.MAX_SAFE_INTEGER))
    }
  }
  switch (wrapper ?? type) {
    case 'LowCardinality':
      return encoderOf(inner, column)
    case 'Nullable': {
      const encode = encoderOf(inner, column)
      return (sink, value) => {
        sink.byte(value === null ? 1 : 0)
        if (value !== null) encode(sink, value)
      }
    }
    case 'Array': {
      const encode = encoderOf(inner, column)
      return (sink, value) => {
        if (!Array.isArray(value)) throw misfit(value)
        sink.length(value.length)
        for (const item of value) encode(sink, item)
      }
    }
    case 'Enum8': {
      const codes = new Map(
        Array.from(inner.matchAll(/'(\w+)' = (\d+)/g), ([, name, code]) => [name, Number(code)]),
      )
      return (sink, value) => {
        const code = typeof value === 'string' ? codes.get(value) : undefined
        if (code === undefined) throw misfit(value)
        sink.byte(code)
      }
    }
    case 'String':
      return (sink, value) => {
        if (typeof value === 'string') sink.text(value)
        else if (value instanceof Uint8Array) sink.bytes(value)
        else throw misfit(value)
      }
    case 'Bool':
    case 'UInt8':
      return (sink, value) => sink.byte(typeof value === 'boolean' ? Number(value) : integer(value, 0, 255))
    case 'UInt32':
      return (sink, value) => sink.uint32(integer(value, 0, 2 ** 32 - 1))
    case 'UInt64':
      return int64(0)
    case 'Int64':
      return int64(Number.MIN_SAFE_INTEGER)
    case 'Float64':
      return (sink, value) => sink.double(number(value, Number.isFinite))
    default:
      throw new TypeError(`columns of type ${type} cannot be written`)
  }
}

import { Cursor, Incomplete, KnownText } from './row-binary-cursor.ts'

/** A column that is not decoded is a view of the memory of the result. */
type Value = string | number | null | Uint8Array | readonly Value[]

type Decode = (cursor: Cursor) => Value

/** How to read the columns of a result. */
export interface ColumnForms {
  /** Columns that stay bytes. */
  readonly undecoded?: ReadonlySet<string>
  readonly packed?: PackedColumn
}

/** A column whose values are rows in `RowBinary`. Their values become columns of the result. */
export interface PackedColumn {
  readonly name: string
  readonly types: ReadonlyMap<string, string>
  /** Values that are skipped if they are missing here. */
  readonly wanted: ReadonlySet<string>
}

/**
 * Reads a result in the format `RowBinaryWithNamesAndTypes` as it arrives: long texts are written and read in half the time of JSON, and
 * can stay bytes. The first column must be an enum. Its codes tell a row from the text of an error, which ClickHouse appends where a
 * query fails after the first rows.
 */
export class RowBinaryReader<Row> {
  readonly #forms: ColumnForms
  #columns: Column[] | undefined
  #pending: Uint8Array[] = []
  #pendingBytes = 0
  /** Bytes to wait for before decoding again. */
  #bytesMin = 1
  #failure: Buffer | undefined

  constructor(forms: ColumnForms = {}) {
    this.#forms = forms
  }

  /** Rows that are complete, now that these bytes have arrived. */
  push(chunk: Uint8Array): Row[] {
    if (this.#failure) {
      this.#failure = Buffer.concat([this.#failure, chunk]).subarray(0, FAILURE_BYTES_MAX)
      return []
    }
    this.#keep(chunk)
    return this.#pendingBytes < this.#bytesMin ? [] : this.#read()
  }

  /** The last rows. Throws if something is missing. */
  finish(): Row[] {
    const rows = this.#read()
    if (this.#failure) throw new Error('the query failed')
    if (!this.#columns || this.#pendingBytes > 0) throw new Error('the result ends in the middle of a row')
    return rows
  }

  /** The text of an error that follows the last row, as far as it has arrived. To be called only when the read has failed. */
  failure(): string | undefined {
    if (!this.#failure && this.#columns) this.#read()
    return this.#failure?.toString()
  }

  #read(): Row[] {
    const cursor = new Cursor(Buffer.concat(this.#pending, this.#pendingBytes))
    this.#pending = []
    this.#pendingBytes = 0
    this.#bytesMin = 1
    const rows: Row[] = []
    let read = 0
    try {
      this.#columns ??= readHeader(cursor, this.#forms)
      for (read = cursor.at; cursor.at < cursor.end; read = cursor.at) {
        if (!isRow(cursor, this.#columns)) this.#failure = cursor.takeRest().subarray(0, FAILURE_BYTES_MAX)
        else rows.push(readRow<Row>(cursor, this.#columns))
      }
    } catch (error) {
      if (!(error instanceof Incomplete)) throw error
      // Twice as much each time: a row of many values is not read again for every one of them.
      this.#bytesMin = Math.max(error.bytes - read, 2 * (cursor.end - read))
    }
    if (read < cursor.end) this.#keep(cursor.rest(read))
    return rows
  }

  #keep(bytes: Uint8Array): void {
    this.#pending.push(bytes)
    this.#pendingBytes += bytes.length
  }
}

/** Longest text of an error that is kept. */
const FAILURE_BYTES_MAX = 65_536

const isRow = (cursor: Cursor, [first]: readonly Column[]): boolean =>
  first?.codes?.has(cursor.peek()) ?? false

interface Column {
  readonly name: string
  readonly decode: Decode
  /** What the values of a packed column are made of. */
  readonly packed?: readonly PackedValue[]
  /** Values by code; only of an enum. */
  readonly codes?: ReadonlyMap<number, string>
}

interface PackedValue {
  readonly name: string
  readonly decode: Decode
  readonly isWanted: boolean
}

function readHeader(cursor: Cursor, { undecoded, packed }: ColumnForms): Column[] {
  const count = cursor.varint()
  const names = Array.from({ length: count }, () => cursor.text())
  const columns = names.map((name) => {
    const column = columnOf(name, cursor.text(), undecoded?.has(name) ?? false)
    return packed?.name === name ? { ...column, packed: packedValues(packed) } : column
  })
  if (!columns[0]?.codes) throw new TypeError('the first column of the result is not an enum')
  return columns
}

function readRow<Row>(cursor: Cursor, columns: readonly Column[]): Row {
  const row: Record<string, Value> = {}
  for (const { name, decode, packed } of columns) {
    if (packed) unpack(cursor, packed, row)
    else row[name] = decode(cursor)
  }
  // The statement that was sent decides which columns there are.
  return row as Row
}

const packedValues = ({ types, wanted }: PackedColumn): PackedValue[] =>
  Array.from(types, ([name, type]) => {
    const isWanted = wanted.has(name)
    return { name, decode: decoderOf(type, isWanted ? textDecoder() : skipText), isWanted }
  })

function unpack(cursor: Cursor, values: readonly PackedValue[], row: Record<string, Value>): void {
  const length = cursor.varint()
  const end = cursor.at + length
  for (const { name, decode, isWanted } of values) {
    const value = decode(cursor)
    if (isWanted) row[name] = value
  }
  if (cursor.at !== end) throw new TypeError('a packed row has other columns than expected')
}

function columnOf(name: string, type: string, isBytes: boolean): Column {
  if (!type.startsWith('Enum8('))
    return { name, decode: decoderOf(type, isBytes ? textBytes : textDecoder()) }
  const codes = new Map(
    Array.from(type.matchAll(/'(\w+)' = (\d+)/g), ([, value = '', code]) => [Number(code), value]),
  )
  return { name, codes, decode: (cursor) => codes.get(cursor.byte()) ?? null }
}

/** Texts are often those of the row before, such as names and traces, and then the same string. */
function textDecoder(): Decode {
  const known = new KnownText()
  return (cursor) => cursor.textLike(known)
}

const textBytes: Decode = (cursor) => cursor.bytes()

const skipText: Decode = (cursor) => {
  cursor.skipText()
  return null
}

const DECODERS: Readonly<Record<string, Decode>> = {
  UInt8: (cursor) => cursor.byte(),
  UInt64: (cursor) => cursor.uint64(),
  Int64: (cursor) => cursor.int64(),
  Float64: (cursor) => cursor.double(),
}

function decoderOf(type: string, text: Decode): Decode {
  const [, wrapper, inner = ''] = /^(\w+)\((.+)\)$/.exec(type) ?? []
  if (wrapper === 'LowCardinality') return decoderOf(inner, text)
  if (wrapper === 'Nullable') {
    const decode = decoderOf(inner, text)
    return (cursor) => (cursor.byte() === 1 ? null : decode(cursor))
  }
  if (wrapper === 'Array') {
    const decode = decoderOf(inner, text)
    return (cursor) => Array.from({ length: cursor.varint() }, () => decode(cursor))
  }
  const decode = type === 'String' ? text : DECODERS[type]
  if (!decode) throw new TypeError(`columns of type ${type} cannot be read`)
  return decode
}

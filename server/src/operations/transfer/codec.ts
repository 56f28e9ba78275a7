import { ServiceError } from '../../errors.ts'
import { readJsonText } from '../../json/read.ts'
import type { JsonText } from '../../json/text.ts'

/** Writes a value to an export and reads it back. Reading validates everything, since a file may have been edited. */
export interface Codec<Value> {
  /** A value that `JSON.stringify` writes. */
  encode(value: Value): unknown
  /** Throws `invalid_request` for anything that `encode` would not write. */
  decode(value: unknown): Value
}

const refusal = (expected: string, value: unknown): ServiceError =>
  new ServiceError('invalid_request', `expected ${expected}, not ${described(value)}`)

/** Objects and lists are not shown: they may be nested too deeply to be written. */
function described(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  return `${JSON.stringify(value)}`.slice(0, 100)
}

export const text: Codec<string> = {
  encode: (value) => value,
  decode: (value) => {
    if (typeof value === 'string') return value
    throw refusal('a string', value)
  },
}

/** JSON has no infinities and no negative zero. */
const SPECIAL_NUMBERS: ReadonlyMap<unknown, number> = new Map([
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
  ['-0', -0],
])

export const number: Codec<number> = {
  encode: (value) => (Object.is(value, -0) ? '-0' : Number.isFinite(value) ? value : String(value)),
  decode: (value) => {
    const decoded = typeof value === 'number' ? value : SPECIAL_NUMBERS.get(value)
    if (decoded !== undefined) return decoded
    throw refusal('a number', value)
  },
}

export const flag: Codec<boolean> = {
  encode: (value) => value,
  decode: (value) => {
    if (typeof value === 'boolean') return value
    throw refusal('true or false', value)
  },
}

/** The users' JSON is written as a string, so that every character survives. */
export const json: Codec<JsonText> = {
  encode: (value) => value.text,
  decode: (value) => readJsonText(text.decode(value)),
}

export const bytes: Codec<Uint8Array> = {
  encode: (value) => Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64'),
  decode: (value) => Uint8Array.from(Buffer.from(text.decode(value), 'base64')),
}

export const nullable = <Value>({ encode, decode }: Codec<Value>): Codec<Value | null> => ({
  encode: (value) => (value === null ? null : encode(value)),
  decode: (value) => (value === null ? null : decode(value)),
})

export const list = <Value>({ encode, decode }: Codec<Value>): Codec<readonly Value[]> => ({
  encode: (values) => values.map(encode),
  decode: (values) => {
    if (Array.isArray(values)) return values.map(decode)
    throw refusal('a list', values)
  },
})

export function oneOf<Value extends string>(...values: readonly Value[]): Codec<Value> {
  return {
    encode: (value) => value,
    decode: (value) => {
      const known = values.find((each) => each === value)
      if (known !== undefined) return known
      throw refusal(`one of ${values.join(', ')}`, value)
    },
  }
}

/** An object with the users' own keys. */
export const record = <Value>({ encode, decode }: Codec<Value>): Codec<Readonly<Record<string, Value>>> => ({
  encode: (values) => mapEntries(values, encode),
  decode: (values) => mapEntries(membersIn(values), decode),
})

/** The codec of each field, so that a new field of a type cannot be forgotten here. */
export type Fields<Row> = { readonly [Name in keyof Row]-?: Codec<Row[Name]> }

/** An object with exactly these fields. */
export function object<Row extends object>(fields: Fields<Row>): Codec<Row> {
  const entries = Object.entries<Codec<Row[keyof Row]>>(fields)
  return {
    encode: (row) => {
      const values = new Map<string, Row[keyof Row]>(Object.entries(row))
      return Object.fromEntries(
        entries.flatMap(([name, { encode }]) => {
          const value = values.get(name)
          return value === undefined ? [] : [[name, encode(value)]]
        }),
      )
    },
    decode: (value) => {
      const members = new Map(Object.entries(membersIn(value)))
      // The fields are those of a row, each with the value that its codec returns.
      return Object.fromEntries(
        entries.map(([name, { decode }]) => [name, decodeField(name, decode, members.get(name))]),
      ) as Row
    },
  }
}

function decodeField<Value>(name: string, decode: (value: unknown) => Value, value: unknown): Value {
  try {
    return decode(value)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    throw new ServiceError('invalid_request', `${name}: ${error.message}`)
  }
}

export function membersIn(value: unknown): object {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw refusal('an object', value)
}

const mapEntries = <From, To>(values: object, map: (value: From) => To): Readonly<Record<string, To>> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value)]))

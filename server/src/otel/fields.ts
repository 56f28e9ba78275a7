import { ServiceError } from '../errors.ts'
import { JsonNumber } from '../json/number.ts'
import type { JsonMap, JsonValue } from '../json/tree.ts'

/**
 * An OTLP message in JSON, whose fields may be spelled `traceId` or `trace_id`. A field that is absent or
 * null has the default of its type. Throws for a field of another type.
 */
export class Fields {
  readonly #map: JsonMap
  /** The message that contains this one. The path is built only for an error. */
  readonly #parent: Fields | undefined
  readonly #name: string
  readonly #index: number | undefined

  constructor(value: JsonValue, name: string, parent?: Fields, index?: number) {
    this.#parent = parent
    this.#name = name
    this.#index = index
    if (!(value instanceof Map)) throw unlike(this.#path, 'an object')
    this.#map = value
  }

  value(name: string): JsonValue | undefined {
    return this.#map.get(name) ?? this.#map.get(snakeCase(name)) ?? undefined
  }

  text(name: string): string {
    const value = this.value(name)
    if (value === undefined) return ''
    if (typeof value !== 'string') throw this.#unlike(name, 'a string')
    return value.toWellFormed()
  }

  /** An integer, as a number or a decimal string. */
  integer(name: string): bigint {
    const value = this.value(name)
    if (value === undefined) return 0n
    const integer = integerOf(value)
    if (integer === undefined) throw this.#unlike(name, 'an integer')
    return integer
  }

  unsigned(name: string): bigint {
    const integer = this.integer(name)
    if (integer < 0n || integer > UINT64_MAX) throw this.#unlike(name, 'an unsigned integer of 64 bits')
    return integer
  }

  /** A number that only informs: anything else than a count means 0, and is no reason to refuse the rest. */
  count(name: string): number {
    const count = Number(integerOf(this.value(name) ?? null) ?? 0n)
    return count > 0 ? count : 0
  }

  /** An enum by its number, or by its name with or without `prefix`. Unknown numbers mean the first name. */
  oneOf<Name extends string>(name: string, prefix: string, names: readonly [Name, ...Name[]]): Name {
    const value = this.value(name)
    if (value === undefined) return names[0]
    if (typeof value === 'string') {
      const known = names.find((each) => each === value || prefix + each === value)
      if (known !== undefined) return known
    }
    const number = integerOf(value)
    if (number === undefined) throw this.#unlike(name, 'an enum value')
    return names[Number(number)] ?? names[0]
  }

  /** The bytes of an id as lower-case hex, from hex or base64; empty for any other length and for zeros. */
  id(name: string, byteCount: number): string {
    const text = this.text(name)
    const isHex = text.length === 2 * byteCount && /^[\da-f]+$/i.test(text)
    const bytes = Buffer.from(text, isHex ? 'hex' : 'base64')
    return bytes.length === byteCount && bytes.some((byte) => byte !== 0) ? bytes.toString('hex') : ''
  }

  message(name: string): Fields {
    return new Fields(this.value(name) ?? NO_FIELDS, name, this)
  }

  messages(name: string): Fields[] {
    const value = this.value(name) ?? []
    if (!Array.isArray(value)) throw this.#unlike(name, 'a list')
    return value.map((item, index) => new Fields(item, name, this, index))
  }

  get #path(): string {
    const step = this.#index === undefined ? this.#name : `${this.#name}[${this.#index}]`
    return this.#parent ? `${this.#parent.#path}.${step}` : step
  }

  #unlike(name: string, expected: string): ServiceError {
    return unlike(`${this.#path}.${name}`, expected)
  }
}

const NO_FIELDS: JsonMap = new Map()

function integerOf(value: JsonValue): bigint | undefined {
  const token = value instanceof JsonNumber ? value.token : value
  if (typeof token !== 'string') return undefined
  if (INTEGER.test(token)) return BigInt(token)
  const number = value instanceof JsonNumber ? value.toNumber() : Number.NaN
  return Number.isInteger(number) ? BigInt(number) : undefined
}

const INTEGER = /^-?\d{1,20}$/
const UINT64_MAX = 2n ** 64n - 1n

function snakeCase(name: string): string {
  let spelling = SNAKE_CASE.get(name)
  if (spelling === undefined) {
    spelling = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    SNAKE_CASE.set(name, spelling)
  }
  return spelling
}

/** Names come from `traces.ts` alone, so there are few. */
const SNAKE_CASE = new Map<string, string>()

function unlike(path: string, expected: string): ServiceError {
  return new ServiceError('invalid_request', `The body is not OTLP: ${path} should be ${expected}`)
}

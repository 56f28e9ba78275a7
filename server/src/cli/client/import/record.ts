import { JsonNumber } from '../../../json/number.ts'
import type { JsonMap, JsonValue } from '../../../json/tree.ts'
import { type Micros, parseDateTime } from '../../../time.ts'
import { UsageError } from '../../../usage-error.ts'

/** An object that a source sent. Errors name the field and where the object was found. */
export class SourceRecord {
  readonly map: JsonMap
  readonly #where: string

  constructor(value: JsonValue | undefined, where: string) {
    if (!(value instanceof Map)) throw new UsageError(`${where} should be an object`)
    this.map = value
    this.#where = where
  }

  /** The value of a field; undefined if it is absent or null. */
  value(name: string): JsonValue | undefined {
    return this.map.get(name) ?? undefined
  }

  text(name: string): string {
    const text = this.optionalText(name)
    if (text === undefined) throw new UsageError(`${this.#where} has no ${name}`)
    return text
  }

  optionalText(name: string): string | undefined {
    const value = this.value(name)
    if (value === undefined || typeof value === 'string') return value
    throw this.#unlike(name, 'text')
  }

  /** A time as ISO 8601 text. */
  time(name: string): Micros {
    const time = this.optionalTime(name)
    if (time === undefined) throw new UsageError(`${this.#where} has no ${name}`)
    return time
  }

  optionalTime(name: string): Micros | undefined {
    const text = this.optionalText(name)
    if (text === undefined) return undefined
    const time = parseDateTime(text)
    if (time === undefined) throw this.#unlike(name, 'a time')
    return time
  }

  number(name: string): number | undefined {
    const value = this.value(name)
    return value instanceof JsonNumber ? value.toNumber() : undefined
  }

  record(name: string): SourceRecord {
    return new SourceRecord(this.value(name), `${this.#where}, ${name},`)
  }

  optionalRecord(name: string): SourceRecord | undefined {
    return this.value(name) === undefined ? undefined : this.record(name)
  }

  /** The objects of a list; none if it is absent. */
  records(name: string): SourceRecord[] {
    const list = this.value(name) ?? []
    if (!Array.isArray(list)) throw this.#unlike(name, 'a list')
    return list.map((item, index) => new SourceRecord(item, `${this.#where}, ${name}[${index}],`))
  }

  #unlike(name: string, expected: string): UsageError {
    return new UsageError(`${this.#where}: ${name} should be ${expected}`)
  }
}

/** The text of a value, or undefined. */
export const textIn = (map: JsonMap | undefined, name: string): string | undefined => {
  const value = map?.get(name)
  return typeof value === 'string' ? value : undefined
}

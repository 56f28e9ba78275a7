import { createHash } from 'node:crypto'
import { JsonNumber } from '../../../json/number.ts'
import { type JsonMap, type JsonValue, writeTree } from '../../../json/tree.ts'
import type { Micros } from '../../../time.ts'

interface SpanFields {
  readonly traceId: string
  readonly id: string
  readonly parentId: string | undefined
  readonly name: string
  readonly startedAt: Micros
  readonly endedAt: Micros | undefined
  readonly attributes: Iterable<readonly [string, JsonValue | undefined]>
  /** Why it failed; undefined if it did not. */
  readonly error?: string | undefined
  readonly events?: readonly { name: string; at: Micros; attributes: JsonMap }[]
}

/** The JSON form of an OTLP span. */
export const otlpSpan = (span: SpanFields): object => ({
  traceId: span.traceId,
  spanId: span.id,
  parentSpanId: span.parentId,
  name: span.name,
  startTimeUnixNano: nanos(span.startedAt),
  endTimeUnixNano: span.endedAt === undefined ? undefined : nanos(span.endedAt),
  attributes: keyValues(span.attributes),
  events: span.events?.map(({ name, at, attributes }) => ({
    name,
    timeUnixNano: nanos(at),
    attributes: keyValues(attributes),
  })),
  status: span.error === undefined ? undefined : { code: 2, message: span.error },
})

const nanos = (micros: Micros): string => `${micros}000`

export const keyValues = (attributes: Iterable<readonly [string, JsonValue | undefined]>): object[] =>
  [...attributes].flatMap(([key, value]) =>
    value === undefined || value === null ? [] : [{ key, value: anyValue(value) }],
  )

/** Objects become JSON text, as SDKs send them: OTLP would nest them three times as deep. */
function anyValue(value: Exclude<JsonValue, null>): object {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  if (value instanceof JsonNumber) return value.isInteger ? { intValue: value.token } : { doubleValue: value }
  const isFlat = Array.isArray(value) && value.every((item) => item !== null && typeof item !== 'object')
  if (!isFlat) return { stringValue: writeTree(value) }
  return { arrayValue: { values: value.map((item) => ({ stringValue: String(item) })) } }
}

/** An OpenTelemetry id: the given one if it is valid, a UUID without its dashes, else a hash. */
export function hexId(id: string, digits: 16 | 32): string {
  const plain = id.replaceAll('-', '').toLowerCase()
  if (plain.length === digits && /^[\da-f]+$/.test(plain) && !/^0+$/.test(plain)) return plain
  return createHash('sha256').update(id).digest('hex').slice(0, digits)
}

import type { TSchema } from 'typebox'
import type { Fault } from '../../errors.ts'
import { readJson } from '../../json/read.ts'
import { JsonText } from '../../json/text.ts'
import type { Faults } from './faults.ts'
import {
  type Decoder,
  decodeBoolean,
  decodeDateTime,
  integerDecoder,
  literalDecoder,
  numberDecoder,
  stringDecoder,
} from './scalars.ts'
import { type Bounds, type Fields, schemaKind } from './schema-kind.ts'
import { shapeOf } from './shape.ts'

/** Compiles a schema to a decoder for values that were parsed with the schema's shape. */
export function compileDecoder(schema: TSchema): Decoder {
  const kind = schemaKind(schema)
  switch (kind.kind) {
    case 'payload':
      return (value) => value
    case 'payload-object':
      return decodePayloadObject
    case 'string':
      return stringDecoder(kind.bounds)
    case 'date-time':
      return decodeDateTime
    case 'integer':
      return integerDecoder(kind.bounds)
    case 'number':
      return numberDecoder(kind.bounds)
    case 'boolean':
      return decodeBoolean
    case 'literals':
      return literalDecoder(kind.values)
    case 'array':
      return arrayDecoder(compileDecoder(kind.items), kind.bounds)
    case 'object':
      return fieldsDecoder(kind.fields)
    case 'record':
      return recordDecoder(compileDecoder(kind.values))
    case 'nullable':
      return nullableDecoder(compileDecoder(kind.inner))
    case 'union':
      return unionDecoder(kind.options.map(optionDecoder))
  }
}

/** Drops unknown fields. Null counts as absent, except for required payloads. */
export function fieldsDecoder(fields: Fields): Decoder {
  const decoders = [...fields].map(([name, { schema, required }]) => {
    const acceptsNull = !required || schemaKind(schema).kind === 'nullable'
    return { name, required, acceptsNull, decode: compileDecoder(schema) }
  })
  return (value, faults) => {
    if (!isObject(value)) return faults.add('model_type', 'Input should be a valid object', value)
    const decoded: Record<string, unknown> = {}
    for (const { name, required, acceptsNull, decode } of decoders) {
      const member = value[name]
      if (member === undefined && !required) continue
      if (acceptsNull && isNull(member)) continue
      faults.enter(name)
      if (member === undefined) faults.add('missing', 'Field required')
      else decoded[name] = decode(member, faults)
      faults.leave()
    }
    return decoded
  }
}

const decodePayloadObject: Decoder = (value, faults) => {
  if (value instanceof JsonText && value.kind === 'object') return value
  return faults.add('dict_type', 'Input should be a valid dictionary')
}

function arrayDecoder(decodeItem: Decoder, bounds: Bounds): Decoder {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = bounds
  return (value, faults) => {
    if (!Array.isArray(value)) return faults.add('list_type', 'Input should be a valid list', value)
    if (value.length < minItems) return faults.add('too_short', `List should have at least ${minItems} items`)
    if (value.length > maxItems) return faults.add('too_long', `List should have at most ${maxItems} items`)
    const decoded: unknown[] = []
    for (const [index, item] of value.entries()) {
      if (faults.isFull) break
      decoded.push(decodeAt(index, decodeItem, item, faults))
    }
    return decoded
  }
}

/** Keys are user data, so the result has no prototype. */
function recordDecoder(decodeValue: Decoder): Decoder {
  return (value, faults) => {
    if (!isObject(value)) return faults.add('dict_type', 'Input should be a valid dictionary', value)
    const record: Record<string, unknown> = Object.create(null)
    for (const [key, member] of Object.entries(value)) {
      if (faults.isFull) break
      record[key.toWellFormed()] = decodeAt(key, decodeValue, member, faults)
    }
    return record
  }
}

function decodeAt(key: string | number, decode: Decoder, value: unknown, faults: Faults): unknown {
  faults.enter(key)
  const decoded = decode(value, faults)
  faults.leave()
  return decoded
}

function nullableDecoder(decode: Decoder): Decoder {
  return (value, faults) => (isNull(value) ? null : decode(value, faults))
}

/** Parses a union that stayed text (see `shapeOfUnion`) with the shape of one option. */
function optionDecoder(option: TSchema): Decoder {
  const decode = compileDecoder(option)
  const shape = shapeOf(option)
  return (value, faults) =>
    decode(value instanceof JsonText && shape !== 'raw' ? readJson(value.original, shape) : value, faults)
}

function isNull(value: unknown): boolean {
  return value === null || (value instanceof JsonText && value.kind === 'null')
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonText)
}

/**
 * Picks the first option that accepts the value unchanged, else the first that accepts it with a conversion: for a
 * union of integer and string, `"10"` is the string. If none accepts it, reports the faults of the closest option.
 */
function unionDecoder(options: readonly Decoder[]): Decoder {
  return (value, faults) => {
    const refusals: (readonly Fault[])[] = []
    const coerced: unknown[] = []
    for (const decode of options) {
      const attempt = faults.attempt()
      const decoded = decode(value, attempt)
      if (attempt.found.length > 0) refusals.push(attempt.found)
      else if (decoded === value || typeof decoded === 'object') return decoded
      else coerced.push(decoded)
    }
    if (coerced.length > 0) return coerced[0]
    return faults.addAll(refusals.reduce(nearer))
  }
}

/** The option that matched deepest into the value, or the one with fewer faults. */
function nearer(left: readonly Fault[], right: readonly Fault[]): readonly Fault[] {
  const difference = shallowest(left) - shallowest(right)
  if (difference !== 0) return difference > 0 ? left : right
  return left.length <= right.length ? left : right
}

function shallowest(faults: readonly Fault[]): number {
  return Math.min(...faults.map((fault) => fault.loc.length))
}

import type { TSchema } from 'typebox'
import type { Issue } from '../../errors.ts'
import { readJson } from '../../json/read.ts'
import { JsonText } from '../../json/text.ts'
import type { Issues } from './issues.ts'
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
  return (value, issues) => {
    if (!isObject(value)) return issues.add('model_type', 'Input should be a valid object', value)
    const decoded: Record<string, unknown> = {}
    for (const { name, required, acceptsNull, decode } of decoders) {
      const member = value[name]
      if (member === undefined && !required) continue
      if (acceptsNull && isNull(member)) continue
      issues.enter(name)
      if (member === undefined) issues.add('missing', 'Field required')
      else decoded[name] = decode(member, issues)
      issues.leave()
    }
    return decoded
  }
}

const decodePayloadObject: Decoder = (value, issues) => {
  if (value instanceof JsonText && value.kind === 'object') return value
  return issues.add('dict_type', 'Input should be a valid dictionary')
}

function arrayDecoder(decodeItem: Decoder, bounds: Bounds): Decoder {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = bounds
  return (value, issues) => {
    if (!Array.isArray(value)) return issues.add('list_type', 'Input should be a valid list', value)
    if (value.length < minItems) return issues.add('too_short', `List should have at least ${minItems} items`)
    if (value.length > maxItems) return issues.add('too_long', `List should have at most ${maxItems} items`)
    const decoded: unknown[] = []
    for (const [index, item] of value.entries()) {
      if (issues.isFull) break
      decoded.push(decodeAt(index, decodeItem, item, issues))
    }
    return decoded
  }
}

/** Keys are user data, so the result has no prototype. */
function recordDecoder(decodeValue: Decoder): Decoder {
  return (value, issues) => {
    if (!isObject(value)) return issues.add('dict_type', 'Input should be a valid dictionary', value)
    const record: Record<string, unknown> = Object.create(null)
    for (const [key, member] of Object.entries(value)) {
      if (issues.isFull) break
      record[key.toWellFormed()] = decodeAt(key, decodeValue, member, issues)
    }
    return record
  }
}

function decodeAt(key: string | number, decode: Decoder, value: unknown, issues: Issues): unknown {
  issues.enter(key)
  const decoded = decode(value, issues)
  issues.leave()
  return decoded
}

function nullableDecoder(decode: Decoder): Decoder {
  return (value, issues) => (isNull(value) ? null : decode(value, issues))
}

/** Parses a union that stayed text (see `shapeOfUnion`) with the shape of one option. */
function optionDecoder(option: TSchema): Decoder {
  const decode = compileDecoder(option)
  const shape = shapeOf(option)
  return (value, issues) =>
    decode(value instanceof JsonText && shape !== 'raw' ? readJson(value.original, shape) : value, issues)
}

function isNull(value: unknown): boolean {
  return value === null || (value instanceof JsonText && value.kind === 'null')
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonText)
}

/**
 * Picks the first option that accepts the value unchanged, else the first that accepts it with a conversion: for a
 * union of integer and string, `"10"` is the string. If none accepts it, reports the issues of the closest option.
 */
function unionDecoder(options: readonly Decoder[]): Decoder {
  return (value, issues) => {
    const refusals: (readonly Issue[])[] = []
    const coerced: unknown[] = []
    for (const decode of options) {
      const attempt = issues.attempt()
      const decoded = decode(value, attempt)
      if (attempt.found.length > 0) refusals.push(attempt.found)
      else if (decoded === value || typeof decoded === 'object') return decoded
      else coerced.push(decoded)
    }
    if (coerced.length > 0) return coerced[0]
    return issues.addAll(refusals.reduce(nearer))
  }
}

/** The option that matched deepest into the value, or the one with fewer issues. */
function nearer(left: readonly Issue[], right: readonly Issue[]): readonly Issue[] {
  const difference = shallowest(left) - shallowest(right)
  if (difference !== 0) return difference > 0 ? left : right
  return left.length <= right.length ? left : right
}

function shallowest(issues: readonly Issue[]): number {
  return Math.min(...issues.map((issue) => issue.loc.length))
}

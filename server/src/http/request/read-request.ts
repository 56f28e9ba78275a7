import { isUtf8 } from 'node:buffer'
import type { Endpoint } from '@heddle/contract/endpoint'
import { JsonSyntaxError } from '@heddle/contract/json-scanner'
import type { Static, TSchema } from 'typebox'
import { type Issue, malformed } from '../../errors.ts'
import { readJson, type Shape } from '../../json/read.ts'
import { jsonTextOf } from '../../json/write.ts'
import type { Received } from '../../operations/operation.ts'
import { fieldsDecoder } from './decode.ts'
import { Issues } from './issues.ts'
import { fieldsOf, type RequestField } from './request-fields.ts'
import type { Decoder } from './scalars.ts'
import { type Fields, schemaKind } from './schema-kind.ts'
import { shapeOfFields } from './shape.ts'

/** The parts of an HTTP request: percent-decoded path and query, raw body. */
export interface RequestParts {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body: Uint8Array | string | undefined
}

/**
 * Compiles the request reader of an endpoint. It collects the fields from path, query string and body into one
 * object, or throws `malformed_request` with all issues.
 */
export function requestReader<Request extends TSchema>(
  endpoint: Endpoint<Request>,
): (parts: RequestParts) => Received<Static<Request>> {
  const readPath = section('path', fieldsDecoder(fieldsIn('path', endpoint)))
  const readQuery = queryReader(fieldsIn('query', endpoint))
  const readBody = bodyReader(fieldsIn('body', endpoint))
  return (parts) => {
    const sections = [readPath(parts.params), readQuery(parts.query), readBody(parts.body)]
    const issues = sections.flatMap((part) => part.issues)
    if (issues.length > 0) throw malformed(issues)
    // The decoders have checked every field, which the type system cannot follow.
    return Object.assign({}, ...sections.map((part) => part.fields)) as Received<Static<Request>>
  }
}

type Place = RequestField['place']

interface Section {
  readonly fields: object
  readonly issues: readonly Issue[]
}

function section(place: Place, decode: Decoder): (value: unknown) => Section {
  return (value) => {
    const issues = new Issues([place])
    const decoded = decode(value, issues)
    return { fields: typeof decoded === 'object' && decoded !== null ? decoded : {}, issues: issues.found }
  }
}

function queryReader(fields: Fields): (query: RequestParts['query']) => Section {
  const readQueryString = queryStringReader(fields)
  const readFields = section('query', fieldsDecoder(fields))
  return (query) => readFields(readQueryString(query))
}

/** Ignores the body if the endpoint has no body fields. */
function bodyReader(fields: Fields): (body: RequestParts['body']) => Section {
  if (fields.size === 0) return () => ({ fields: {}, issues: [] })
  const shape = shapeOfFields(fields)
  const readFields = section('body', fieldsDecoder(fields))
  return (body) => readFields(jsonOf(sourceOf(body), shape))
}

const BYTE_ORDER_MARK = Buffer.from('\ufeff')
const GZIP_START = Buffer.from([0x1f, 0x8b])

/** A missing body counts as an empty object, so that missing fields are reported one by one. */
function sourceOf(body: RequestParts['body'] = ''): Buffer | string {
  const source = typeof body === 'string' ? body : utf8Of(body)
  return source.length === 0 ? '{}' : source
}

function utf8Of(body: Uint8Array): Buffer {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  if (!isUtf8(bytes)) {
    const isGzip = bytes.subarray(0, GZIP_START.length).equals(GZIP_START)
    const reason = isGzip
      ? 'the body is compressed with gzip, which only OTLP requests may be'
      : 'the body is not UTF-8'
    throw malformed([jsonIssue(0, reason)])
  }
  const start = bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0
  return bytes.subarray(start)
}

function jsonOf(source: Buffer | string, shape: Shape): unknown {
  try {
    return readJson(source, shape)
  } catch (error) {
    if (error instanceof JsonSyntaxError) throw malformed([jsonIssue(error.position, error.message)])
    throw error
  }
}

function jsonIssue(position: number, reason: string): Issue {
  return { loc: ['body', position], msg: `JSON decode error: ${reason}`, type: 'json_invalid' }
}

function fieldsIn(place: Place, endpoint: Endpoint): Fields {
  return new Map(fieldsOf(endpoint).flatMap((field) => (field.place === place ? [[field.name, field]] : [])))
}

/**
 * Converts query string values to what their fields expect: arrays take all values, also those that a client joined by commas, and
 * other fields the last one. A payload becomes a JSON string.
 */
function queryStringReader(fields: Fields): (query: Readonly<Record<string, unknown>>) => object {
  const names = [...fields].map(([name, { schema }]) => ({ name, kind: innerKind(schema) }))
  return (query) => {
    const values: Record<string, unknown> = {}
    for (const { name, kind } of names) {
      const given = Object.hasOwn(query, name) ? [query[name]].flat() : []
      if (given.length > 0) values[name] = valueFor(kind, given)
    }
    return values
  }
}

function valueFor(kind: string, given: readonly unknown[]): unknown {
  if (kind === 'array') return given.flatMap((item) => (typeof item === 'string' ? item.split(',') : [item]))
  const last = given.at(-1)
  return kind === 'payload' ? jsonTextOf(last) : last
}

function innerKind(schema: TSchema): string {
  const kind = schemaKind(schema)
  return kind.kind === 'nullable' ? innerKind(kind.inner) : kind.kind
}

import type { Endpoint } from '@heddle/contract/endpoint'
import { addressFor, fieldsOf } from '../../server/src/http/request/request-fields.ts'
import type { Source } from './field-values.ts'
import { hostileText, hostileValue } from './hostile-values.ts'
import { mutate } from './mutate.ts'
import { isObject, RawJson, writeRawJson } from './raw-json.ts'
import { valueFor } from './schema-values.ts'

export interface JsonRequest {
  readonly path: string
  readonly body?: string
  readonly label: string
}

/** A request to a JSON endpoint, generated from its schema or its example and then mutated. */
export function jsonRequest(endpoint: Endpoint, source: Source): JsonRequest {
  const { random } = source
  const made = random.chance(0.2) ? endpoint.example : valueFor(endpoint.request, '', source)
  const changes = random.chance(0.45) ? 0 : 1 + random.below(3)
  let value: unknown = made
  for (let change = 0; change < changes; change++) value = mutate(value, random)
  const fields = isObject(value) ? value : {}
  const path = addressFor(endpoint, addressValues(endpoint, fields, source))
  const label = `${changes} changes`
  if (endpoint.method === 'GET' || endpoint.method === 'DELETE') return { path, label }
  return { path, label, body: isObject(value) ? writeRawJson(bodyOf(endpoint, value)) : writeRawJson(value) }
}

/** Query and path parameters as text, some of it unusual. */
function addressValues(endpoint: Endpoint, fields: object, { random }: Source): ReadonlyMap<string, unknown> {
  const values = new Map<string, unknown>(
    Object.entries(fields).map(([name, value]) => [name, asText(value)]),
  )
  for (const { name, place } of fieldsOf(endpoint)) {
    if (place === 'path' && (!values.has(name) || values.get(name) === '')) values.set(name, 'x')
    if (place !== 'body' && random.chance(0.08)) values.set(name, hostileText(random) || '%')
    if (place === 'query' && random.chance(0.03)) values.set(name, asText(hostileValue(random)))
  }
  return values
}

const PATH_CHARS_MAX = 4_000

function asText(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 50).map(asText)
  const text = value instanceof RawJson ? value.text : isObject(value) ? writeRawJson(value) : String(value)
  // A lone surrogate cannot be encoded in a URL.
  return text.slice(0, PATH_CHARS_MAX).toWellFormed()
}

function bodyOf(endpoint: Endpoint, value: Readonly<Record<string, unknown>>): unknown {
  const inPath = new Set(fieldsOf(endpoint).flatMap(({ name, place }) => (place === 'path' ? [name] : [])))
  return Object.fromEntries(Object.entries(value).filter(([name]) => !inPath.has(name)))
}

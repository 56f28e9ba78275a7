import type { Endpoint } from '@heddle/contract/endpoint'
import type { TSchema } from 'typebox'
import * as Type from 'typebox'

/** A request field and its location. */
export interface RequestField {
  readonly name: string
  readonly place: 'path' | 'query' | 'body'
  readonly required: boolean
  readonly schema: TSchema
  readonly example: unknown
}

/** The fields of an endpoint's request: path parameters in the path, others in the body, or in the query for methods without a body. */
export function fieldsOf(endpoint: Endpoint): RequestField[] {
  const { request, path, method, example } = endpoint
  if (!Type.IsObject(request)) return []
  const elsewhere = method === 'GET' || method === 'DELETE' ? 'query' : 'body'
  const examples = new Map(Object.entries(Object(example)))
  return Object.entries(request.properties).map(([name, schema]) => ({
    name,
    place: path.includes(`{${name}}`) ? 'path' : elsewhere,
    required: request.required?.includes(name) ?? false,
    schema,
    example: examples.get(name),
  }))
}

/** Builds the URL path: parameters filled in, and a query string for methods without a body. */
export function addressFor(endpoint: Endpoint, values: ReadonlyMap<string, unknown>): string {
  let address = endpoint.path
  const query = new URLSearchParams()
  for (const { name, place } of fieldsOf(endpoint)) {
    const value = values.get(name)
    if (value === undefined || value === null) continue
    if (place === 'path') address = address.replace(`{${name}}`, encodeURIComponent(String(value)))
    if (place === 'query') for (const item of [value].flat()) query.append(name, String(item))
  }
  return query.size > 0 ? `${address}?${query}` : address
}

import type { Endpoint } from '@heddle/contract/endpoint'
import type { TSchema } from 'typebox'
import Type from 'typebox'

/** A field of a request, and where it travels. */
export interface RequestField {
  readonly name: string
  readonly place: 'path' | 'query' | 'body'
  readonly required: boolean
  readonly schema: TSchema
  readonly example: unknown
}

/** The fields of an endpoint's request. A field named in the path travels there; methods without a body use the query. */
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

/** Where a request goes: the path with its parameters filled in, and the query where the method has no body. */
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

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

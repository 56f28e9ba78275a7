import type { Endpoint } from '@heddle/contract/endpoint'
import { fieldsOf } from './request-fields.ts'

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

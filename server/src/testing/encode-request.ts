import type { Endpoint } from '@heddle/contract/endpoint'
import type { Static, TSchema } from 'typebox'
import { addressFor, fieldsOf } from '../http/request/request-fields.ts'

export interface EncodedRequest {
  readonly method: Endpoint['method']
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

/** Encodes a request in the form that its endpoint expects. */
export async function encodeRequest<Request extends TSchema>(
  endpoint: Endpoint<Request>,
  request: Static<Request>,
): Promise<EncodedRequest> {
  const values = new Map<string, unknown>(Object.entries(Object(request)))
  const target = { method: endpoint.method, url: addressFor(endpoint, values) }
  const inBody = fieldsOf(endpoint).filter(({ name, place }) => place === 'body' && values.has(name))
  if (endpoint.requestAs === 'form') return { ...target, ...(await encodeForm(inBody, values)) }
  if (endpoint.method === 'GET') return { ...target, headers: {} }
  const body = JSON.stringify(Object.fromEntries(inBody.map(({ name }) => [name, values.get(name)])))
  return { ...target, headers: { 'content-type': 'application/json' }, body }
}

async function encodeForm(
  fields: readonly { readonly name: string }[],
  values: ReadonlyMap<string, unknown>,
) {
  const form = new FormData()
  for (const { name } of fields) {
    const value = values.get(name)
    form.append(name, value instanceof Uint8Array ? new Blob([Buffer.from(value)]) : String(value))
  }
  const encoded = new Response(form)
  return {
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
    body: Buffer.from(await encoded.arrayBuffer()),
  }
}

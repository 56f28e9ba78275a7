import { createClient, refusal } from '@heddle/contract/client'
import type { Endpoint } from '@heddle/contract/endpoint'
import { parseExact } from '../json/exact.ts'
import { BASE_PATH } from '../navigation/base-path.ts'
import { connection } from './connection.ts'

/** Client for the server this page was loaded from; requests carry the session cookie. */
export const client = createClient({ baseUrl: BASE_PATH, fetch: connection.fetch })

/** Same client, but large integers in responses keep all their digits. */
export const exactClient = createClient({ baseUrl: BASE_PATH, fetch: connection.fetch, parse: parseExact })

/** Sends a JSON text verbatim and returns the raw response, so that numbers keep all their digits both ways. */
export async function sendRaw(
  { method, path }: Pick<Endpoint, 'method' | 'path'>,
  body: string,
): Promise<Response> {
  const response = await connection.fetch(`${BASE_PATH}${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body,
  })
  if (!response.ok) throw await refusal(response)
  return response
}

/** Most requests take this many ids at once. */
const IDS_MAX = 1000

/** Ids, or rows that are asked for by their ids, in parts of one request each. */
export function* idBatches<Id>(ids: readonly Id[], size = IDS_MAX): Generator<Id[]> {
  for (let at = 0; at < ids.length; at += size) yield ids.slice(at, at + size)
}

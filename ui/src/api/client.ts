import { createClient, refusal } from '@heddle/contract/client'
import type { Endpoint } from '@heddle/contract/endpoint'
import { parseExact } from '../json/exact.ts'

/** Speaks to the server this page came from; the session's cookie goes along. */
export const client = createClient({ baseUrl: '' })

/** The same for what shows payloads without their text: large numbers keep their digits. */
export const exactClient = createClient({ baseUrl: '', parse: parseExact })

/** Sends JSON as it is written, and gives the reply unread: numbers keep all their digits, both ways. */
export async function sendRaw(
  { method, path }: Pick<Endpoint, 'method' | 'path'>,
  body: string,
): Promise<Response> {
  const response = await fetch(path, { method, headers: { 'content-type': 'application/json' }, body })
  if (!response.ok) throw await refusal(response)
  return response
}

/** As many as the API takes in one request. */
const IDS_MAX = 1000

export function* idPortions(ids: readonly string[]): Generator<string[]> {
  for (let at = 0; at < ids.length; at += IDS_MAX) yield ids.slice(at, at + IDS_MAX)
}

import { refusal } from '@heddle/contract/client'
import type { Endpoint } from '@heddle/contract/endpoint'

/** Sends JSON as it is written, and gives the reply unread: numbers keep all their digits, both ways. */
export async function sendRaw(
  { method, path }: Pick<Endpoint, 'method' | 'path'>,
  body: string,
): Promise<Response> {
  const response = await fetch(path, { method, headers: { 'content-type': 'application/json' }, body })
  if (!response.ok) throw await refusal(response)
  return response
}

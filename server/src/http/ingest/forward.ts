import type { OutgoingHttpHeaders } from 'node:http'
import type { Endpoint } from '@heddle/contract/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { withoutOrigin } from '../mounts.ts'
import type { Ingest } from './ingest-thread.ts'

/** Forwards a request to the ingest thread and sends its response. */
export async function sendForwarded(
  ingest: Ingest,
  { method }: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { originalUrl, ip, body } = request
  if (!(body instanceof Buffer)) throw new Error('only a request with a body is forwarded')
  // Not the URL that was routed, as the thread routes it again.
  const url = withoutOrigin(originalUrl)
  const forwarded = { method, url, headers: headersToForward(request), remoteAddress: ip, body }
  const { status, headers, body: answer } = await ingest.forward(forwarded)
  return reply.code(status).headers(headersToReturn(headers)).send(Buffer.from(answer.buffer))
}

/**
 * Drops hop-by-hop headers. The host is the one that a trusted proxy reports, since the thread trusts none and would not find
 * the session of a browser under another; the log of both threads has one id.
 */
function headersToForward({ headers, host, id }: FastifyRequest) {
  const { connection, 'transfer-encoding': encoding, expect, 'content-length': length, ...rest } = headers
  return { ...rest, host, 'x-request-id': id }
}

/** Drops headers that this thread sets for its own connection. */
function headersToReturn(headers: OutgoingHttpHeaders) {
  const { connection, date, 'transfer-encoding': encoding, ...rest } = headers
  return rest
}

import type { Endpoint } from '@heddle/contract/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { IngestThread } from './ingest-thread.ts'

/** Reading this much takes a few milliseconds; anything larger is better read elsewhere. */
const LARGE_BYTES = 512 * 1024

/** A compressed body is a tenth of what has to be read. */
const LARGE_COMPRESSED_BYTES = 64 * 1024

/** Whether a request is for the ingest thread: it carries a payload, and a large one. */
export function isLarge({ bodySize, requestAs }: Endpoint, { headers, body }: FastifyRequest): boolean {
  if (bodySize !== 'payload' && requestAs !== 'form') return false
  const bytesMax = headers['content-encoding'] ? LARGE_COMPRESSED_BYTES : LARGE_BYTES
  return body instanceof Buffer && body.length > bytesMax
}

/** Has the ingest thread answer the request, and sends its answer. */
export async function sendForwarded(
  ingest: IngestThread,
  { method }: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { url, ip, body } = request
  if (!(body instanceof Buffer)) throw new Error('only a request with a body is forwarded')
  const forwarded = { method, url, headers: headersToForward(request), remoteAddress: ip, body }
  const { status, headers, body: answer } = await ingest.forward(forwarded)
  return reply.code(status).headers(headers).send(Buffer.from(answer.buffer))
}

/** Those about this connection mean nothing on the next. */
function headersToForward({ headers }: FastifyRequest) {
  const { connection, 'transfer-encoding': encoding, expect, 'content-length': length, ...rest } = headers
  return rest
}

import type { Endpoint } from '@heddle/contract/endpoint'
import type { FastifyRequest } from 'fastify'
import type { AnyOperation } from '../../operations/operation.ts'

/** Bodies of this size take a few milliseconds. Spans take longer, because they are also converted to calls. */
export const LARGE_BYTES: Readonly<Record<Endpoint['requestAs'], number>> = {
  json: 512 * 1024,
  form: 512 * 1024,
  otlp: 64 * 1024,
}

/** Bodies compress to about a tenth. One that compresses better turns out to be large when it is read. */
const COMPRESSION = 8

const hasLargeBodies = ({ bodySize, requestAs }: Endpoint): boolean =>
  bodySize === 'payload' || requestAs === 'form'

/** Whether the ingest thread has to know an operation. Without the others it starts faster. */
export const mayBeForwarded = ({ endpoint, offloads }: AnyOperation): boolean =>
  offloads === true || hasLargeBodies(endpoint)

/** Whether a request carries a large payload and belongs on the ingest thread. */
export function isLarge(endpoint: Endpoint, { headers, body }: FastifyRequest): boolean {
  if (!hasLargeBodies(endpoint)) return false
  const bytesMax = LARGE_BYTES[endpoint.requestAs] / (headers['content-encoding'] ? COMPRESSION : 1)
  return body instanceof Buffer && body.length > bytesMax
}

/** Thrown when a request that is being read or performed turns out to belong on the ingest thread. */
export class Offloaded extends Error {
  override readonly name = 'Offloaded'
}

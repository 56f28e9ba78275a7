import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorCode, ServiceError } from '../errors.ts'

interface ErrorReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: object
}

/** What goes wrong on the server is logged whole and told to nobody; the rest is the caller's to mend. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, headers, body } = errorReply(error, request)
  // A reply that breaks off: its client has left, or its rows failed after the head was sent.
  if (reply.raw.headersSent || reply.raw.destroyed) request.log.debug({ err: error }, 'reply broken off')
  else if (status === 500) request.log.error({ err: error }, 'request failed')
  else if (status === 503 || status === 507) request.log.warn({ reason: reasonOf(error) }, 'request refused')
  return reply.code(status).headers(headers).send(body)
}

function errorReply(error: unknown, request: FastifyRequest): ErrorReply {
  if (error instanceof ServiceError) {
    return { status: statusOf(error, request), headers: headersOf(error, request), body: bodyOf(error) }
  }
  const status = clientFaultOf(error)
  if (status !== undefined && error instanceof Error) {
    return { status, headers: {}, body: { reason: error.message } }
  }
  return { status: 500, headers: {}, body: { reason: 'Internal server error' } }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Exporters drop what was answered with 507: the protocol has them retry after 429, 502, 503 and 504 only. */
function statusOf({ code }: ServiceError, { routeOptions }: FastifyRequest): number {
  const isExport = routeOptions.url?.endsWith('/otel/v1/traces')
  return code === 'storage_full' && isExport ? STATUS.unavailable : STATUS[code]
}

const STATUS: Record<ErrorCode, number> = {
  malformed_request: 422,
  invalid_request: 400,
  invalid_field: 422,
  unauthenticated: 401,
  forbidden: 403,
  forbidden_operand: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  throttled: 429,
  unsupported: 501,
  overloaded: 429,
  unavailable: 503,
  storage_full: 507,
  timeout: 504,
  abandoned: 499,
}

function headersOf({ code, details }: ServiceError, request: FastifyRequest): Record<string, string> {
  if (code === 'unauthenticated')
    return isBrowser(request) ? {} : { 'www-authenticate': 'Basic realm="heddle"' }
  // A digest that differs will differ again; the Python SDK would try three times.
  if (code === 'conflict') return { 'x-should-retry': 'false' }
  if (details.retry_after_seconds === undefined) return {}
  return { 'retry-after': String(details.retry_after_seconds) }
}

/** A browser would answer the challenge with a dialog of its own, over the page that can sign in. */
const isBrowser = ({ headers }: FastifyRequest): boolean =>
  (headers['user-agent'] ?? '').startsWith('Mozilla/')

function bodyOf({ code, message, details, faults }: ServiceError): object {
  if (code === 'malformed_request') return { detail: faults }
  if (code === 'unauthenticated') return { detail: message, reason: message }
  if (code === 'forbidden') return { detail: message, reason: 'Forbidden' }
  return { reason: message, ...details }
}

/** Fastify marks with a 4xx status what it refuses itself: too long a body, a wrong length, a bad URL. */
function clientFaultOf(error: unknown): number | undefined {
  if (!(error instanceof Error && 'statusCode' in error)) return undefined
  const { statusCode } = error
  return typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500 ? statusCode : undefined
}

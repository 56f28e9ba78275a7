import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorCode, messageOf, ServiceError } from '../errors.ts'
import { routeOf } from './log/request-log.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether OTLP exporters send to the route. */
    isExport?: boolean
  }
}

interface ErrorReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: object
}

/** Sends an error response. Internal errors are logged in full and their details are not sent. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, headers, body } = errorReply(error, request)
  // The response is incomplete: the client disconnected, or rows failed after the headers were sent.
  if (reply.raw.headersSent || reply.raw.destroyed) request.log.debug({ err: error }, 'response aborted')
  else if (status === 500) request.log.error({ err: error }, 'request failed')
  else if (status === 503 || status === 507)
    request.log.warn(refusal(status, error, request), 'request refused')
  else if (status >= 400) request.log.info(refusal(status, error, request), 'request refused')
  return reply.code(status).headers(headers).send(body)
}

function errorReply(error: unknown, request: FastifyRequest): ErrorReply {
  if (error instanceof ServiceError) {
    return { status: statusOf(error, request), headers: headersOf(error, request), body: bodyOf(error) }
  }
  const status = clientErrorStatus(error)
  if (status !== undefined && error instanceof Error) {
    return { status, headers: {}, body: { reason: error.message } }
  }
  return { status: 500, headers: {}, body: { reason: 'Internal server error' } }
}

/** Without the URL, which may contain user data. */
const refusal = (status: number, error: unknown, request: FastifyRequest) => ({
  method: request.method,
  route: routeOf(request),
  status,
  user: request.caller?.user.name,
  reason: messageOf(error),
})

/** OTLP exporters retry on 429, 502, 503 and 504 only and would drop their data on 507. */
function statusOf({ code }: ServiceError, { routeOptions: { config } }: FastifyRequest): number {
  return code === 'storage_full' && config.isExport ? STATUS.unavailable : STATUS[code]
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
  // Retrying cannot change a digest mismatch; without this header the Python SDK retries three times.
  if (code === 'conflict') return { 'x-should-retry': 'false' }
  if (details.retry_after_seconds === undefined) return {}
  return { 'retry-after': String(details.retry_after_seconds) }
}

/** With `WWW-Authenticate`, a browser would show its own dialog on top of the sign-in page. */
const isBrowser = ({ headers }: FastifyRequest): boolean =>
  (headers['user-agent'] ?? '').startsWith('Mozilla/')

function bodyOf({ code, message, details, issues }: ServiceError): object {
  if (code === 'malformed_request') return { detail: issues }
  if (code === 'unauthenticated') return { detail: message, reason: message }
  if (code === 'forbidden') return { detail: message, reason: 'Forbidden' }
  return { reason: message, ...details }
}

/** The 4xx status of errors that Fastify itself throws, such as for an oversized body or a malformed URL. */
function clientErrorStatus(error: unknown): number | undefined {
  if (!(error instanceof Error && 'statusCode' in error)) return undefined
  const { statusCode } = error
  return typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500 ? statusCode : undefined
}

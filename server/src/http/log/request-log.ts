import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { LoggedQuery, QueryLog } from './query-log.ts'
import { requestShape } from './request-shape.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route's name in metrics: one for all aliases and mounts of an endpoint. */
    metricsRoute?: string
  }
  interface FastifyRequest {
    /** Recorded while its operation runs; null before that, and for routes without one. */
    observed: Observed | null
  }
}

/** What logs and spans show of a request. */
interface Observed {
  /** Undefined if the request carries payloads, which must not be logged. */
  readonly request: unknown
  readonly queries: QueryLog
}

/** The request id that a client or proxy sent, if it is safe in logs and headers. */
export function requestIdOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && /^[\w.:/+=-]{1,128}$/.test(header) ? header : undefined
}

/** Sends the request id, which log lines have too, with every response. */
export function returnRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
}

const QUERIES_SHOWN = 5

/**
 * Logs slow requests as warnings, with their shape and their slowest queries. Other requests are logged at debug level only: a line
 * for each would slow down ingest. Event streams last until their client leaves, so they never count as slow.
 */
export function logRequests(app: FastifyInstance, slowAfterMs: number): void {
  const isVerbose = app.log.level === 'debug' || app.log.level === 'trace'
  app.decorateRequest('observed', null)
  app.addHook('onResponse', async (request, reply) => {
    const isSlow = reply.elapsedTime >= slowAfterMs && !isEventStream(reply)
    if (!isSlow && !isVerbose) return
    const { method } = request
    const outcome = {
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      user: request.caller?.user.name,
    }
    // Slow requests are logged by default, so the line leaves out the URL, which may contain user data.
    if (isSlow)
      request.log.warn(
        { method, route: routeOf(request), ...outcome, ...observations(request) },
        'slow request',
      )
    else request.log.debug({ method, path: request.originalUrl, ...outcome }, 'request')
  })
}

/** The route of a request as logs name it, without values of its path. */
export const routeOf = ({ routeOptions: { config, url = 'unmatched' } }: FastifyRequest): string =>
  config.metricsRoute ?? url

const isEventStream = (reply: FastifyReply): boolean =>
  reply.getHeader('content-type') === 'text/event-stream'

function observations({ observed }: FastifyRequest): object {
  if (!observed) return {}
  const { request, queries } = observed
  return {
    ...(request !== undefined && { shape: requestShape(request) }),
    queries: queries.total,
    rows: queries.rows,
    slowest: slowest(queries.queries).map(({ name, ms, rows }) => ({ name, ms: Math.round(ms), rows })),
  }
}

const slowest = (queries: readonly LoggedQuery[]): LoggedQuery[] =>
  queries.toSorted((a, b) => b.ms - a.ms).slice(0, QUERIES_SHOWN)

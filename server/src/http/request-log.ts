import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ServerLife } from '../operations/server-life.ts'
import type { RequestObserver, ServiceMetrics } from '../operations/service/service-metrics.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route's name in metrics: one for all aliases and mounts of an endpoint. */
    metricsRoute?: string
  }
}

/** The id that a client or proxy gave a request, if it can be written to a log and a header as it is. */
export function requestIdOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && /^[\w.:/+=-]{1,128}$/.test(header) ? header : undefined
}

/** Every response has the id under which the log mentions its request. */
export function returnRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
}

const SLOW_MS = 5_000

/** Logs slow requests as warnings, and every request at debug level: at higher levels a line each would slow ingest down. */
export function logRequests(app: FastifyInstance): void {
  const isVerbose = app.log.level === 'debug' || app.log.level === 'trace'
  app.addHook('onResponse', async (request, reply) => {
    const isSlow = reply.elapsedTime >= SLOW_MS
    if (!isSlow && !isVerbose) return
    const line = {
      method: request.method,
      path: request.url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      user: request.caller?.user.name,
    }
    if (isSlow) request.log.warn(line, 'slow request')
    else request.log.debug(line, 'request')
  })
}

/**
 * Counts requests and records how long they took, by route. Must be called before routes are added. Requests
 * that the ingest thread answers are measured here, as their clients see them.
 */
export function measureRequests(app: FastifyInstance, server: ServerLife, metrics?: ServiceMetrics): void {
  const unmatched = new Map<string, RequestObserver>()

  app.addHook('onResponse', (request, reply, done) => {
    server.requests.add()
    if (reply.statusCode >= 500) server.failures.add()
    if (metrics && request.is404) {
      const { method } = request
      const observe = unmatched.get(method) ?? metrics.requestObserver(method, 'unmatched')
      unmatched.set(method, observe)
      observe(reply.statusCode, reply.elapsedTime / 1000)
    }
    done()
  })
  if (!metrics) return

  // A hook per route finds its labels in a closure: nothing is looked up while a request is answered.
  app.addHook('onRoute', (route) => {
    const name = route.config?.metricsRoute ?? route.url
    const observe = metrics.requestObserver([route.method].flat().join(','), name)
    const measure = (_request: FastifyRequest, reply: FastifyReply, done: () => void) => {
      observe(reply.statusCode, reply.elapsedTime / 1000)
      done()
    }
    route.onResponse = [measure, ...[route.onResponse ?? []].flat()]
  })
}

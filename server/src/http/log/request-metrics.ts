import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ServerLife } from '../../operations/server-life.ts'
import type { RequestObserver, ServiceMetrics } from '../../operations/service/service-metrics.ts'

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

  // Each route has a hook with its labels in a closure, so that requests need no lookup.
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

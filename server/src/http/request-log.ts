import type { FastifyInstance } from 'fastify'

const SLOW_MS = 5_000

/** One line a request, at debug: ingest is busy, and a line each would cost more than it tells. Slow ones warn. */
export function logRequests(app: FastifyInstance): void {
  const talkative = app.log.level === 'debug' || app.log.level === 'trace'
  app.addHook('onResponse', async (request, reply) => {
    const slow = reply.elapsedTime >= SLOW_MS
    if (!slow && !talkative) return
    const line = {
      method: request.method,
      path: request.url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      user: request.caller?.user.name,
    }
    if (slow) request.log.warn(line, 'slow request')
    else request.log.debug(line, 'request')
  })
}

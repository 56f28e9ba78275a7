import type { FastifyInstance } from 'fastify'
import type { ServerLife } from '../operations/server-life.ts'

/** Counts what is asked, and what fails by a fault of ours. */
export function countRequests(app: FastifyInstance, server: ServerLife): void {
  app.addHook('onResponse', async (_request, reply) => {
    server.requests.add()
    if (reply.statusCode >= 500) server.failures.add()
  })
}

import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Hangs up on those who never asked anything when the service stops. Browsers open sockets ahead of
 * need, and Node's own closing of idle connections passes over those.
 */
export function closeSilentSockets(app: FastifyInstance): void {
  const silent = new Set<Socket>()
  app.server.on('connection', (socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  app.server.on('request', ({ socket }) => silent.delete(socket))
  app.addHook('preClose', async () => {
    for (const socket of silent) socket.destroy()
  })
}

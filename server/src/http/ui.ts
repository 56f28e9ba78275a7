import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { PAGE_POLICY } from './security-headers.ts'

/** Serves the built UI from its folder. Its paths are in `public-routes.ts`. */
export async function serveUi(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, { root: folder, serve: false })
  app.get('/', (_request, reply) => sendPage(reply))
  app.get('/favicon.svg', (_request, reply) => reply.sendFile('favicon.svg', { maxAge: '1d' }))
  app.get<{ Params: { '*': string } }>('/assets/*', (request, reply) =>
    // File names contain a content hash.
    reply.sendFile(`assets/${request.params['*']}`, { immutable: true, maxAge: '1y' }),
  )
}

/** Sends the single page of the UI, which does its own routing. */
export function sendPage(reply: FastifyReply): FastifyReply {
  return reply.header('content-security-policy', PAGE_POLICY).sendFile('index.html', { maxAge: 0 })
}

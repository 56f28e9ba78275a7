import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import send from '@fastify/send'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PAGE_POLICY } from './security-headers.ts'

/** Serves the built UI from its folder. Its paths are in `public-routes.ts`. */
export function serveUi(app: FastifyInstance, folder: string, page: string): void {
  app.get('/', (_request, reply) => sendPage(reply, page))
  app.get('/favicon.svg', (request, reply) =>
    sendFile(request, reply, 'favicon.svg', { root: folder, maxAge: '1d' }),
  )
  app.get<{ Params: { '*': string } }>('/assets/*', (request, reply) =>
    // File names contain a content hash.
    sendFile(request, reply, request.params['*'], {
      root: join(folder, 'assets'),
      immutable: true,
      maxAge: '1y',
    }),
  )
}

async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  options: Parameters<typeof send>[2],
): Promise<FastifyReply> {
  const { type, statusCode, headers, stream } = await send(request.raw, encodeURI(path), options)
  if (type === 'file') return reply.code(statusCode).headers(headers).send(stream)
  reply.callNotFound()
  return reply
}

/** Sends the single page of the UI, which does its own routing. */
export function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply
    .headers({ 'content-security-policy': PAGE_POLICY, 'cache-control': 'public, max-age=0' })
    .type('text/html; charset=utf-8')
    .send(page)
}

/** Reads the page and writes the base path into it: into the URLs of its assets, and into a meta tag for its scripts. */
export function readPage(folder: string, basePath: string): string {
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  return html
    .replaceAll('="./', `="${basePath}/`)
    .replace('<head>', `<head><meta name="heddle-base-path" content="${basePath}" />`)
}

import { createClient } from '@heddle/contract/client'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ServiceError } from '../errors.ts'
import { keyFrom } from './access/credentials.ts'
import { fetchFrom } from './inject-fetch.ts'

const BODY_BYTES_MAX = 256 * 1024

/**
 * Serves MCP over streamable HTTP, without sessions: every request is complete in itself, so any server behind a proxy
 * can answer it. Tools send their requests through this application with the caller's own key, so that its gate decides
 * what they may read and write.
 */
export function serveMcp(app: FastifyInstance, basePath: string): void {
  app.post('/mcp', { bodyLimit: BODY_BYTES_MAX }, async (request, reply) => {
    // Loaded with the first request: the server starts faster without it.
    const { answerHttp } = await import('../mcp/server.ts')
    const client = createClient({ baseUrl: basePath, apiKey: keyOf(request), fetch: fetchFrom(app) })
    const response = await answerHttp({ client, projectId: projectOf(request) }, webRequest(request))
    reply.code(response.status)
    for (const [name, value] of response.headers) reply.header(name, value)
    return reply.send(Buffer.from(await response.arrayBuffer()))
  })
  // Tells clients that there is no stream to listen to and no session to end.
  app.route({
    method: ['GET', 'DELETE'],
    url: '/mcp',
    handler: (_request, reply) =>
      reply.code(405).header('allow', 'POST').send({ reason: 'MCP is served with POST alone' }),
  })
}

/** A browser session is not enough: requests of tools carry a key. */
function keyOf({ headers }: FastifyRequest): string {
  const key = keyFrom(headers)
  if (key === undefined) throw new ServiceError('unauthenticated', 'MCP needs an API key, as a bearer token')
  return key
}

function projectOf({ query }: FastifyRequest): string | undefined {
  const project =
    typeof query === 'object' && query !== null && 'project' in query ? query.project : undefined
  return typeof project === 'string' ? project : undefined
}

function webRequest({ headers, body }: FastifyRequest): Request {
  const sent = new Headers({ 'content-type': 'application/json' })
  for (const name of ['accept', 'content-type', 'mcp-protocol-version']) {
    const value = headers[name]
    if (typeof value === 'string') sent.set(name, value)
  }
  return new Request('http://localhost/mcp', {
    method: 'POST',
    headers: sent,
    body: Buffer.isBuffer(body) ? new Uint8Array(body) : '',
  })
}

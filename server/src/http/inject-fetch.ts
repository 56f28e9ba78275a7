import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'

/** A `fetch` that sends requests to an application in this process, without a port. */
export const fetchFrom =
  (app: FastifyInstance): typeof fetch =>
  async (url, { method, headers, body, signal } = {}) => {
    const reply = await app.inject({
      method: method === 'GET' || method === 'PUT' || method === 'DELETE' ? method : 'POST',
      url: String(url),
      headers: Object.fromEntries(new Headers(headers)),
      ...(typeof body === 'string' && { payload: body }),
      ...(signal && { signal }),
      payloadAsStream: true,
    })
    const received = new Headers()
    for (const [name, value] of Object.entries(reply.headers)) received.set(name, String(value))
    return new Response(Readable.toWeb(reply.stream()), { status: reply.statusCode, headers: received })
  }

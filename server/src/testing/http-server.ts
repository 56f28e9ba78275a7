import { once } from 'node:events'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

/** Serves HTTP on loopback until the test has finished, and returns its `host:port`. */
export async function serveHttp(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return `127.0.0.1:${address.port}`
}

/** Serves HTTP that does not respond until `respond` is called, and then with nothing. */
export async function serveHeldHttp() {
  const bodies: string[] = []
  const waiting: ServerResponse[] = []
  let isHolding = true
  const host = await serveHttp(async (request, response) => {
    bodies.push(await text(request))
    if (isHolding) waiting.push(response)
    else response.end()
  })
  return {
    host,
    bodies,
    respond() {
      isHolding = false
      for (const response of waiting) response.end()
    },
  }
}

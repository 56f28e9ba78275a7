import { once } from 'node:events'
import { createServer } from 'node:http'
import { message } from './anthropic.mjs'
import { generateContent } from './gemini.mjs'
import { chatCompletion, embeddings, response } from './openai.mjs'

const ROUTES = [
  { path: /\/chat\/completions$/, reply: chatCompletion },
  { path: /\/responses$/, reply: response },
  { path: /\/embeddings$/, reply: embeddings },
  { path: /\/v1\/messages$/, reply: message },
  {
    path: /\/models\/([^/:]+):generateContent$/,
    reply: (request, _, [, model]) => generateContent(request, model),
  },
]

/**
 * A provider of models on loopback that always answers the same: OpenAI's, Anthropic's and Gemini's APIs.
 * `onServed` is told what was asked and answered, with the tokens that were reported.
 */
export async function startProvider(onServed) {
  let requests = 0
  const server = createServer(async (incoming, outgoing) => {
    try {
      const { pathname } = new URL(incoming.url, 'http://provider')
      const body = JSON.parse(Buffer.concat(await incoming.toArray()).toString())
      requests += 1
      const reply = replyTo(pathname, body, String(requests).padStart(4, '0'))
      onServed(reply.served)
      send(outgoing, reply)
    } catch (error) {
      console.error(`provider: ${incoming.method} ${incoming.url}: ${error.message}`)
      outgoing.writeHead(501).end(error.message)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() }
}

function replyTo(pathname, body, id) {
  for (const { path, reply } of ROUTES) {
    const match = path.exec(pathname)
    if (match) return reply(body, id, match)
  }
  throw new Error('there is no such route')
}

function send(outgoing, { status = 200, body, events }) {
  if (!events) {
    outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    return
  }
  outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const { event, data } of events) {
    const text = typeof data === 'string' ? data : JSON.stringify(data)
    outgoing.write(`${event ? `event: ${event}\n` : ''}data: ${text}\n\n`)
  }
  outgoing.end()
}

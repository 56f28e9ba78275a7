import { once } from 'node:events'
import { createServer } from 'node:http'
import { gunzipSync, inflateSync } from 'node:zlib'
import { decodeOtlp } from './otlp.mjs'

/**
 * A server on loopback that keeps what a library sends. OTLP is acknowledged; everything else is passed on to `upstream`,
 * a Heddle, so that clients which read back find what they wrote.
 */
export async function startRecorder(upstream) {
  const scenarios = []
  const server = createServer(async (incoming, outgoing) => {
    try {
      const bytes = decompress(incoming.headers, Buffer.concat(await incoming.toArray()))
      const { pathname } = new URL(incoming.url, 'http://recorder')
      if (pathname === '/scenario') {
        scenarios.push({ name: JSON.parse(bytes).name, served: [], requests: [] })
        outgoing.end()
        return
      }
      const signal = /\/v1\/(traces|logs|metrics)$/.exec(pathname)?.[1]
      if (signal !== 'metrics' && (signal || isWrite(incoming.method, pathname))) {
        scenarios.at(-1)?.requests.push(recordedRequest(incoming, bytes, signal))
      }
      if (signal) acknowledge(incoming, outgoing)
      else await passOn(upstream, incoming, bytes, outgoing)
    } catch (error) {
      console.error(`recorder: ${incoming.method} ${incoming.url}: ${error.stack}`)
      outgoing.writeHead(500).end()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    scenarios,
    close: () => server.close(),
  }
}

/** Requests of the Weave SDKs that store something; the rest read. The files hold the source of ops, which means nothing here. */
function isWrite(method, pathname) {
  if (method === 'GET' || pathname === '/file/create') return false
  return /\/(start|end|upsert_batch|create|update|complete)$/.test(pathname)
}

/** Headers that belong to the connection, or that the replay sets itself. */
const UNRECORDED_HEADERS = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'connection',
  'content-encoding',
  'content-length',
  'host',
  'sec-fetch-mode',
  'transfer-encoding',
  'wandb-api-key',
])

function recordedRequest({ method, url, headers }, bytes, signal) {
  const kept = Object.entries(headers).filter(
    ([name]) => !UNRECORDED_HEADERS.has(name) && !name.startsWith('x-stainless-'),
  )
  return { method, path: url, headers: Object.fromEntries(kept), ...recordedBody(headers, bytes, signal) }
}

/** Protobuf becomes OTLP's JSON, and the replay sends it as such. */
function recordedBody(headers, bytes, signal) {
  const type = headers['content-type'] ?? ''
  if (signal && type.includes('protobuf')) return { json: decodeOtlp(signal, bytes) }
  const text = bytes.toString('utf8')
  return type.includes('json') && survivesParsing(text) ? { json: JSON.parse(text) } : { text }
}

/** Whether the numbers of a JSON text are the same after JSON.parse. */
function survivesParsing(text) {
  const withoutStrings = text.replace(/"(?:[^"\\]|\\.)*"/g, '')
  return !/(?<![.\d])\d{16}|NaN|Infinity/.test(withoutStrings)
}

function decompress(headers, bytes) {
  if (headers['content-encoding'] === 'gzip') return gunzipSync(bytes)
  return headers['content-encoding'] === 'deflate' ? inflateSync(bytes) : bytes
}

function acknowledge({ headers }, outgoing) {
  const isJson = headers['content-type']?.includes('json')
  outgoing.writeHead(200, { 'content-type': isJson ? 'application/json' : 'application/x-protobuf' })
  outgoing.end(isJson ? '{}' : '')
}

async function passOn(upstream, { method, url, headers }, bytes, outgoing) {
  const { host: _, connection: __, 'content-length': ___, 'content-encoding': ____, ...others } = headers
  const reply = await fetch(upstream + url, {
    method,
    headers: others,
    ...(method !== 'GET' && method !== 'HEAD' && { body: bytes }),
  })
  outgoing.writeHead(reply.status, { 'content-type': reply.headers.get('content-type') ?? 'text/plain' })
  outgoing.end(Buffer.from(await reply.arrayBuffer()))
}

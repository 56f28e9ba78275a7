import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import type { ServerSpan } from '../http/log/request-spans.ts'
import { finished, recordFinished } from '../testing/builders.ts'
import { serveHttp } from '../testing/http-server.ts'
import { startService } from '../testing/service.ts'
import { SpanExporter } from './span-exporter.ts'

const silent = pino({ level: 'silent' })
const TRACE = 'a'.repeat(32)
const PARENT = 'b'.repeat(16)

/** A receiver that answers with the given status, and what it received. */
async function startReceiver(status = 200) {
  const received: { headers: IncomingMessage['headers']; body: unknown }[] = []
  const server = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await json(request) })
    response.writeHead(status).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return { received, host: `127.0.0.1:${port}` }
}

const span: ServerSpan = {
  traceId: TRACE,
  spanId: 'c'.repeat(16),
  name: 'GET /x',
  kind: 'server',
  startedAt: 1_000_000,
  endedAt: 1_500_000,
  attributes: { 'http.route': '/x', 'http.response.status_code': 500 },
  failed: true,
}

test('spans are sent as OTLP, with the credentials of the URL, and marked as not sampled', async () => {
  const { received, host } = await startReceiver()
  const exporter = new SpanExporter(`http://api:s%3Acret@${host}/v1/traces`, silent)

  exporter.add([span])
  await exporter.close()

  expect(received).toHaveLength(1)
  expect(received[0]?.headers).toMatchObject({
    authorization: `Basic ${Buffer.from('api:s:cret').toString('base64')}`,
    traceparent: expect.stringMatching(/-00$/),
  })
  expect(received[0]?.body).toMatchObject({
    resourceSpans: [
      {
        scopeSpans: [
          {
            spans: [
              {
                traceId: TRACE,
                kind: 2,
                startTimeUnixNano: '1000000000',
                endTimeUnixNano: '1500000000',
                status: { code: 2 },
                attributes: [
                  { key: 'http.route', value: { stringValue: '/x' } },
                  { key: 'http.response.status_code', value: { intValue: '500' } },
                ],
              },
            ],
          },
        ],
      },
    ],
  })
})

test('a receiver that refuses or is unreachable causes a warning, and nothing else', async () => {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  const { host, received } = await startReceiver(503)
  const refused = new SpanExporter(`http://${host}/v1/traces`, log)
  const nowhere = new SpanExporter('http://127.0.0.1:1/v1/traces', log)

  refused.add(Array.from({ length: 10_000 }, () => span))
  refused.add([span])
  nowhere.add([span])
  await Promise.all([refused.close(), nowhere.close()])

  expect(lines).toHaveLength(2)
  expect(received.length).toBeLessThanOrEqual(9)
})

test('a receiver that does not answer holds up the end of the server for a moment only', async () => {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  let requests = 0
  const host = await serveHttp(() => void requests++)
  const exporter = new SpanExporter(`http://${host}/v1/traces`, log)

  exporter.add(Array.from({ length: 4_000 }, () => span))
  await exporter.close()

  expect(requests).toBe(1)
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ dropped: 4_000 }])
}, 9_000)

test('a request becomes a span of the trace that its client named, with one for each query', async () => {
  const spans: ServerSpan[] = []
  const service = await startService({ spans: (added) => void spans.push(...added) })
  await recordFinished(service, finished('team/app', 'a'))
  spans.length = 0

  await service.post(
    '/calls/query_stats',
    { project_id: 'team/app' },
    { headers: { traceparent: `00-${TRACE}-${PARENT}-01` } },
  )

  const [request, ...queries] = spans
  expect(request).toMatchObject({
    traceId: TRACE,
    parentSpanId: PARENT,
    name: 'POST /calls/query_stats',
    attributes: { 'http.route': '/calls/query_stats', 'http.response.status_code': 200 },
  })
  expect(queries.map(({ name }) => name)).toContain('calls.count')
  for (const query of queries) expect(query).toMatchObject({ traceId: TRACE, parentSpanId: request?.spanId })
})

test('a server that sends its traces to itself stores them, and does not trace that', async () => {
  const spans: ServerSpan[] = []
  const service = await startService({ spans: (added) => void spans.push(...added) })
  const url = new URL(await service.listen())
  url.username = 'api'
  url.password = service.adminKey
  url.pathname = '/otel/v1/traces'
  url.search = '?project_id=ops/heddle'
  const exporter = new SpanExporter(url.href, silent)
  await service.post('/calls/query_stats', { project_id: 'team/app' })
  const made = spans.length

  exporter.add(spans)
  await exporter.close()

  expect(spans).toHaveLength(made)
  const stored = await service.post('/calls/query_stats', { project_id: 'ops/heddle' })
  expect(stored.body).toMatchObject({ count: made })
})

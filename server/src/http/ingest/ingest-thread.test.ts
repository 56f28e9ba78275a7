import { Worker } from 'node:worker_threads'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { forwardedRequest as request } from '../../testing/forwarded-request.ts'
import { startService } from '../../testing/service.ts'
import { type ForwardedReply, type ForwardedRequest, IngestThread } from './ingest-thread.ts'

/** A thread that runs `code` for each task, with `id`, `request` and `answer` in scope. */
function open(code: string, options: { idleMs?: number; timeoutMs?: number; heapMib?: number } = {}) {
  const { idleMs = 60_000, timeoutMs = 60_000, heapMib = 64 } = options
  const source = `
    const port = require('node:worker_threads').parentPort
    const answer = (id, status) => port.postMessage({ id, reply: { status, headers: {}, body: new Uint8Array(0) } })
    port.on('message', (task) => {
      if (task === 'close') return port.close()
      const { id, request } = task
      ${code}
    })`
  let started = 0
  const thread = new IngestThread({
    start() {
      started++
      return new Worker(source, { eval: true, resourceLimits: { maxOldGenerationSizeMb: heapMib } })
    },
    idleMs,
    timeoutMs,
  })
  onTestFinished(() => thread.close())
  return { thread, started: () => started }
}

const OUT_OF_MEMORY = 'const kept = []; for (;;) kept.push(new Array(1000).fill(id))'

test('the thread starts with the first request, and each request gets its own response', async () => {
  const { thread, started } = open('answer(id, 200 + request.body.length)')
  expect(started()).toBe(0)

  const replies = await Promise.all([thread.forward(request('a')), thread.forward(request('bb'))])

  expect(replies.map(({ status }) => status)).toEqual([201, 202])
  expect(started()).toBe(1)
})

test('a request that exhausts the memory of the thread fails with too_large, and the next one succeeds', async () => {
  const { thread } = open(`if (request.body.length > 1) { ${OUT_OF_MEMORY} } answer(id, 200)`)

  await expect(thread.forward(request('too much'))).rejects.toMatchObject({ code: 'too_large' })

  expect(await thread.forward(request('a'))).toMatchObject({ status: 200 })
})

test('all pending requests of a crashed thread fail with unavailable, so that clients retry them', async () => {
  const { thread } = open('if (request.body.length > 1) throw new Error("broken")')

  const waiting = [thread.forward(request('a')), thread.forward(request('broken'))]

  const results = await Promise.allSettled(waiting)
  expect(results).toMatchObject([{ reason: { code: 'unavailable' } }, { reason: { code: 'unavailable' } }])
})

test('a thread that does not respond in time is replaced', async () => {
  const { thread, started } = open('if (request.body.length > 1) for (;;); answer(id, 200)', {
    // Long enough for the replacement to start on a busy machine.
    timeoutMs: 2_000,
  })

  await expect(thread.forward(request('endless'))).rejects.toMatchObject({ code: 'unavailable' })

  expect(await thread.forward(request('a'))).toMatchObject({ status: 200 })
  expect(started()).toBe(2)
})

test('an idle thread is stopped, and another is started on demand', async () => {
  const { thread, started } = open('answer(id, 200)', { idleMs: 20 })
  await thread.forward(request('a'))

  await new Promise((resolve) => setTimeout(resolve, 300))
  await thread.forward(request('b'))

  expect(started()).toBe(2)
})

test('requests that are pending when the thread is stopped fail with unavailable', async () => {
  const { thread } = open('')
  const waiting = thread.forward(request('a'))

  const [stopped] = await Promise.allSettled([waiting, thread.close()])

  expect(stopped).toMatchObject({ reason: { code: 'unavailable' } })
})

const KIB = 1024

/** A service whose ingest thread replies with these headers, and what the thread was sent. */
async function startForwarding(
  options: Parameters<typeof startService>[0] = {},
  replyHeaders: ForwardedReply['headers'] = {},
) {
  const sent: ForwardedRequest[] = []
  const ingest = {
    async forward(request: ForwardedRequest): Promise<ForwardedReply> {
      sent.push(request)
      return { status: 200, headers: replyHeaders, body: new Uint8Array(0) }
    },
  }
  const service = await startService({ ...options, ingest })
  const send = (body: Buffer, headers: Record<string, string> = {}) =>
    service.request({ method: 'POST', url: '/otel/v1/traces', body, headers })
  return { send, sent }
}

test('the thread gets the host that a trusted proxy reports, and the id that the reply has', async () => {
  const { send, sent } = await startForwarding({ trustedProxies: ['127.0.0.1'] })

  const reply = await send(Buffer.alloc(65 * KIB), {
    host: '127.0.0.1:6340',
    'x-forwarded-host': 'traces.example:8443',
    'x-request-id': 'not a valid id',
  })

  const id = reply.headers['x-request-id']
  expect(sent).toMatchObject([{ headers: { host: 'traces.example:8443', 'x-request-id': id } }])
})

test('headers about the connection of the thread are not returned', async () => {
  const date = 'Thu, 01 Jan 1970 00:00:00 GMT'
  const type = 'application/x-protobuf'
  const { send } = await startForwarding(
    {},
    { 'content-type': type, date, connection: 'close', 'transfer-encoding': 'chunked' },
  )

  const { headers } = await send(Buffer.alloc(65 * KIB))

  expect(headers).toMatchObject({ 'content-type': type, connection: 'keep-alive' })
  expect(headers).not.toHaveProperty('transfer-encoding')
  expect(headers.date).not.toBe(date)
})

test('a compressed export is forwarded as it was sent if it turns out to be large, and its memory is released', async () => {
  const { send, sent } = await startForwarding({ bytesInFlightMax: 200 * KIB })
  const emptyMessages = (bytes: number) => gzipSync(Buffer.alloc(bytes, Buffer.from([0x12, 0x00])))
  const headers = { 'content-type': 'application/x-protobuf', 'content-encoding': 'gzip' }
  const large = emptyMessages(1024 * KIB)

  for (let attempt = 0; attempt < 3; attempt++) {
    expect(await send(large, headers)).toMatchObject({ status: 200 })
  }
  expect(await send(emptyMessages(64 * KIB), headers)).toMatchObject({ status: 200 })

  expect(sent.map(({ body }) => body)).toEqual([large, large, large])
})

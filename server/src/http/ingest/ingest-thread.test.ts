import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { forwardedRequest as request } from '../../testing/forwarded-request.ts'
import { IngestThread } from './ingest-thread.ts'

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

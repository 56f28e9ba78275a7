import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { forwardedRequest as request } from '../../testing/forwarded-request.ts'
import { IngestThread } from './ingest-thread.ts'
import { IngestThreads } from './ingest-threads.ts'

/** Threads that answer with their number: at once, or after a moment if the body is `slow`. */
function open(count: number) {
  const source = (number: number) => `
    const port = require('node:worker_threads').parentPort
    const answer = (id) => port.postMessage({ id, reply: { status: ${number}, headers: {}, body: new Uint8Array(0) } })
    port.on('message', (task) => {
      if (task === 'close') return port.close()
      if (Buffer.from(task.request.body).toString() !== 'slow') answer(task.id)
      else setTimeout(answer, 300, task.id)
    })`
  const started: number[] = []
  const threads = Array.from({ length: count }, (_, number) => {
    const start = () => {
      started.push(number)
      return new Worker(source(number), { eval: true })
    }
    return new IngestThread({ start, idleMs: 60_000, timeoutMs: 60_000 })
  })
  const all = new IngestThreads(threads)
  onTestFinished(() => all.close())
  return { threads: all, started }
}

test('another thread is started only when those that run have two requests each', async () => {
  const { threads, started } = open(3)
  const answers = (...bodies: string[]) =>
    Promise.all(bodies.map(async (body) => (await threads.forward(request(body))).status))

  expect(await answers('quick', 'quick')).toEqual([0, 0])
  expect(started).toEqual([0])
  expect(await answers('slow', 'slow', 'slow', 'quick', 'slow')).toEqual([0, 0, 1, 1, 2])
  expect(started).toEqual([0, 1, 2])
})

test('a request goes to the thread with the fewest', async () => {
  const { threads } = open(2)
  const answer = async (body: string) => (await threads.forward(request(body))).status
  const slow = ['slow', 'slow', 'slow'].map(answer)

  expect(await answer('quick')).toBe(1)
  expect(await Promise.all(slow)).toEqual([0, 0, 1])
  expect(await answer('quick')).toBe(0)
})

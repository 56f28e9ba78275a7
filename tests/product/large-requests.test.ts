import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ServerProcess, startServer } from '../server/server-process.ts'
import { isLong, pausesSince, reportingPauses } from './event-loop.ts'

const MIB = 1024 ** 2
const API_KEY = 'l'.repeat(40)
const folder = mkdtempSync(join(tmpdir(), 'heddle-large-'))
const PROJECT = 'team/large'
const PAUSES = join(folder, 'event-loop.ndjson')

let server: ServerProcess
beforeAll(async () => {
  server = await startServer({ data: folder, apiKey: API_KEY, environment: reportingPauses(PAUSES) })
})
afterAll(async () => {
  await server.kill()
  rmSync(folder, { recursive: true, force: true })
})

const post = (path: string, body: string | FormData) =>
  fetch(server.url + path, { method: 'POST', headers: { authorization: `Bearer ${API_KEY}` }, body })

const batchOf = (count: number, bytesEach: number, prefix: string) =>
  JSON.stringify({
    batch: Array.from({ length: count }, (_, index) => ({
      mode: 'start',
      req: {
        start: {
          project_id: PROJECT,
          id: `${prefix}-${index}`,
          trace_id: `${prefix}-${index}`,
          op_name: 'op',
          started_at: '2025-03-01T10:00:00Z',
          attributes: {},
          inputs: { text: 'x'.repeat(bytesEach) },
        },
      },
    })),
  })

const countOf = async (): Promise<unknown> => {
  const reply = await post('/calls/query_stats', JSON.stringify({ project_id: PROJECT }))
  return Object(await reply.json()).count
}

test('a large batch is stored when it is answered', async () => {
  const before = Number(await countOf())

  const reply = await post('/call/upsert_batch', batchOf(100, 50_000, 'stored'))

  expect(reply.status).toBe(200)
  expect(await countOf()).toBe(before + 100)
})

test('a large batch is found below a base path that is also the first part of its path', async () => {
  const data = mkdtempSync(join(tmpdir(), 'heddle-large-base-path-'))
  const environment = { HEDDLE_BASE_PATH: '/call' }
  const below = await startServer({ data, apiKey: API_KEY, environment })
  try {
    for (const count of [1, 100]) {
      const reply = await fetch(`${below.url}/call/upsert_batch`, {
        method: 'POST',
        headers: { authorization: `Bearer ${API_KEY}` },
        body: batchOf(count, 50_000, `below-${count}`),
      })
      expect(reply.status).toBe(200)
    }
  } finally {
    await below.kill()
    rmSync(data, { recursive: true, force: true })
  }
})

test('a large batch for a whole URL, as clients of a proxy send it, is stored; one for a URL that is not valid is refused', async () => {
  const { hostname, port } = new URL(server.url)
  const postTo = (path: string, body: string) =>
    new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${API_KEY}` }
      const sent = request({ hostname, port, path, method: 'POST', headers }, (reply) =>
        resolve(reply.resume().statusCode),
      )
      sent.on('error', reject).end(body)
    })

  const path = '/traces/call/upsert_batch'
  expect(await postTo(`http://heddle.local${path}`, batchOf(100, 50_000, 'whole'))).toBe(200)
  expect(await postTo(`http://heddle.local:99999${path}`, batchOf(100, 50_000, 'invalid'))).toBe(400)
})

test('a large request is refused like a small one', async () => {
  const wrongKey = await fetch(`${server.url}/call/upsert_batch`, {
    method: 'POST',
    headers: { authorization: `Bearer ${'w'.repeat(40)}` },
    body: batchOf(100, 50_000, 'refused'),
  })
  const notJson = await post('/call/upsert_batch', `{"batch":[${' '.repeat(2 * MIB)}`)
  const missing = await post('/call/upsert_batch', `{"batch":[{}],"padding":"${'x'.repeat(2 * MIB)}"}`)

  expect([wrongKey.status, notJson.status, missing.status]).toEqual([401, 422, 422])
  expect(await missing.json()).toMatchObject({ detail: [{ loc: ['body', 'batch', 0, 'req'] }] })
})

test('a large file is returned as it was stored', async () => {
  const bytes = Buffer.alloc(3 * MIB, 'heddle')
  const form = new FormData()
  form.append('project_id', PROJECT)
  form.append('file', new Blob([bytes]), 'large.bin')

  const { digest } = Object(await (await post('/file/create', form)).json())

  const content = await post('/file/content', JSON.stringify({ project_id: PROJECT, digest }))
  expect(Buffer.from(await content.arrayBuffer()).equals(bytes)).toBe(true)
})

/** Number of health checks that the server answers before it answers the request. */
async function answersDuring(request: Promise<Response>): Promise<number> {
  let isDone = false
  void request.finally(() => {
    isDone = true
  })
  let answered = 0
  while (!isDone) {
    const reply = await fetch(`${server.url}/health`)
    if (reply.status === 200 && !isDone) answered++
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return answered
}

test('others are answered while a large request is read', async () => {
  // Many numbers: a second or more of work.
  const val = `[${'0.123456,'.repeat(1_500_000)}0]`
  const large = post('/obj/create', `{"obj":{"project_id":"${PROJECT}","object_id":"numbers","val":${val}}}`)

  expect(await answersDuring(large)).toBeGreaterThan(5)
  expect((await large).status).toBe(200)
})

test('others are answered while a large call is read as messages', async () => {
  const messages = Array.from({ length: 150_000 }, () => ({ role: 'user', content: 'Hi' }))
  const start = { project_id: PROJECT, id: 'chat', trace_id: 'chat', op_name: 'op', attributes: {} }
  const started_at = '2025-03-01T10:00:00Z'
  await post('/call/start', JSON.stringify({ start: { ...start, started_at, inputs: { messages } } }))

  const askedAt = Date.now()
  const read = post('/calls/messages', JSON.stringify({ project_id: PROJECT, ids: ['chat'] }))

  expect(await answersDuring(read)).toBeGreaterThan(5)
  expect(pausesSince(askedAt, PAUSES).filter(isLong)).toEqual([])
  const { calls } = Object(await (await read).json())
  expect(calls[0].input).toHaveLength(messages.length)
})

test('no turn of the event loop is long while statistics with many buckets are written', async () => {
  const batch = Array.from({ length: 50 }, (_, n) => ({
    project_id: PROJECT,
    id: `used-${n}`,
    trace_id: `used-${n}`,
    op_name: 'op',
    started_at: '2025-03-01T10:00:00Z',
    ended_at: '2025-03-01T10:00:01Z',
    attributes: {},
    inputs: {},
    output: null,
    summary: { usage: { [`model-${n}`]: { prompt_tokens: n } } },
  }))
  await post('/v2/team/large/calls/complete', JSON.stringify({ batch }))
  const askedAt = Date.now()

  const reply = await post(
    '/calls/stats',
    JSON.stringify({
      project_id: PROJECT,
      start: '2025-03-01T00:00:00Z',
      end: '2025-03-02T00:00:00Z',
      granularity: 60,
      usage_metrics: [{ metric: 'input_tokens', aggregations: ['sum'] }],
    }),
  )

  expect(Object(await reply.json()).usage_buckets).toHaveLength(24 * 60 * batch.length)
  expect(pausesSince(askedAt, PAUSES).filter(isLong)).toEqual([])
})

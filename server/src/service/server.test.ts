import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { serve, textAfter } from '../testing/serve.ts'
import { basicAuth } from '../testing/service.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { openTerminal } from '../testing/terminal.ts'
import { openStorage } from './open-storage.ts'

const NEW_KEY = /API key {2}([0-9a-f]{40})/

test('metrics count what the ingest thread answers and writes, and describe the process', async () => {
  const folder = temporaryFolder()
  const writesIn = (metrics: string) =>
    Number(/^heddle_write_duration_seconds_count (\d+)$/m.exec(metrics)?.[1])
  let [before, after] = ['', '']

  await serve(folder, async (url) => {
    const headers = { authorization: basicAuth(readFileSync(join(folder, 'admin-key'), 'utf8').trim()) }
    const body = JSON.stringify({ project_id: 'team/app', rows: [{ text: 'x'.repeat(1024 ** 2) }] })
    const metrics = () => fetch(`${url}/metrics`, { headers }).then((reply) => reply.text())
    before = await metrics()
    await fetch(`${url}/table/create`, { method: 'POST', headers, body: `{"table":${body}}` })
    // The thread reports its writes on a channel of their own, which may lag behind its reply.
    await expect
      .poll(async () => writesIn(await metrics()), { timeout: 10_000 })
      .toBeGreaterThan(writesIn(before))
    after = await metrics()
  })

  expect(after).toMatch(
    /^heddle_request_duration_seconds_count\{.*route="\/table\/create",status="2xx"\} 1$/m,
  )
  expect(after).toMatch(/^process_resident_memory_bytes \d+$/m)
})

test('two servers cannot share a data folder', async () => {
  const folder = temporaryFolder()
  let second = { code: 0, noted: [''] }

  await serve(folder, async () => {
    second = await serve(folder, async () => {})
  })

  expect(second.code).toBe(1)
  expect(second.noted.join('\n')).toContain(folder)
})

test('a database file of another format fails the start with one message', async () => {
  const folder = temporaryFolder()
  const path = join(folder, 'heddle.sqlite')
  writeFileSync(path, 'notes of mine')

  const { code, noted } = await openTerminal(folder).run('serve')

  expect(code).toBe(1)
  expect(noted).toEqual([expect.stringMatching(`^heddle: ${path} is not a SQLite database: [^\n]+$`)])
  expect(readFileSync(path, 'utf8')).toBe('notes of mine')
})

test('a port in use is reported, and the data folder is not created', async () => {
  const folder = join(temporaryFolder(), 'data')
  const port = await takePort()

  const refused = await serve(folder, async () => {}, { HEDDLE_PORT: String(port) })
  const wasMade = existsSync(folder)
  const next = await serve(folder, async () => {})

  expect(refused.code).toBe(1)
  expect(refused.noted.join('\n')).toContain(String(port))
  expect(wasMade).toBe(false)
  expect(next.code).toBe(0)
  expect(textAfter(NEW_KEY, next.printed)).not.toBe('')
})

test('a gRPC port in use is reported with its flag, and nothing is left behind', async () => {
  const folder = temporaryFolder()
  const port = await takePort()

  const refused = await serve(folder, async () => {}, { HEDDLE_OTLP_GRPC_PORT: String(port) })
  const next = await serve(folder, async () => {}, { HEDDLE_OTLP_GRPC_PORT: '0' })

  expect(refused.code).toBe(1)
  expect(refused.noted.join('\n')).toMatch(new RegExp(`${port}.*--otlp-grpc-port`))
  expect(next.code).toBe(0)
  expect(next.printed.join('\n')).toMatch(/gRPC on port \d+/)
})

test('a server whose URL cannot be written to its folder ends, and no longer listens', async () => {
  const folder = temporaryFolder()
  const port = await freePort()
  const withoutPlace = (...args: Parameters<typeof openStorage>) => {
    mkdirSync(join(folder, 'server-url'))
    return openStorage(...args)
  }

  const refused = await serve(
    folder,
    async () => {},
    { HEDDLE_PORT: String(port) },
    { openStorage: withoutPlace },
  )

  expect(refused.code).toBe(1)
  expect(refused.noted.join('\n')).toContain(join(folder, 'server-url'))
  await expect(fetch(`http://127.0.0.1:${port}/health`)).rejects.toThrow()
})

test('a request in progress is answered before the server stops', async () => {
  const folder = temporaryFolder()
  let answer: Promise<number> | undefined

  await serve(folder, async (url) => {
    const begun = await beginRequest(url, readFileSync(join(folder, 'admin-key'), 'utf8').trim())
    answer = begun.answer
    // The server is stopped while the rest of the request is still to be sent.
    setImmediate(begun.finish)
  })

  expect(await answer).toBe(200)
})

test('an idle socket does not keep the server from stopping', async () => {
  const { code } = await serve(temporaryFolder(), async (url) => {
    const silent = connect(Number(new URL(url).port), '127.0.0.1')
    await new Promise((resolve) => silent.once('connect', resolve))
  })

  expect(code).toBe(0)
})

test('a server removes expired calls on start', async () => {
  const folder = temporaryFolder()
  const key = 'k'.repeat(40)
  const post = async (url: string, path: string, body: object): Promise<unknown> => {
    const headers = { authorization: basicAuth(key), 'content-type': 'application/json' }
    const reply = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    return reply.json()
  }
  const project_id = 'team/app'
  const count = (url: string) => post(url, '/calls/query_stats', { project_id })
  const environment = { HEDDLE_API_KEY: key }
  let stored: unknown

  await serve(
    folder,
    async (url) => {
      const started_at = '2025-03-01T10:00:00Z'
      const start = { project_id, id: 'c1', op_name: 'answer', started_at, attributes: {}, inputs: {} }
      await post(url, '/call/start', { start })
      await post(url, '/project/ttl_settings/update', { project_id, retention_days: 30 })
      stored = await count(url)
    },
    environment,
  )
  expect(stored).toMatchObject({ count: 1 })

  await serve(folder, (url) => expect.poll(() => count(url)).toMatchObject({ count: 0 }), environment)
})

/** Sends the headers of a request and waits until the server has received them. */
function beginRequest(url: string, key: string) {
  const sent = request(`${url}/service/projects_info`, {
    method: 'POST',
    headers: { authorization: basicAuth(key), expect: '100-continue', 'transfer-encoding': 'chunked' },
  })
  const answer = new Promise<number>((resolve, reject) => {
    sent.on('response', (response) => resolve(response.resume().statusCode ?? 0)).on('error', reject)
  })
  const finish = () => sent.end('{"project_ids":["team/app"]}')
  return new Promise<{ answer: Promise<number>; finish: () => void }>((resolve) => {
    sent.on('continue', () => resolve({ answer, finish })).flushHeaders()
  })
}

function takePort(): Promise<number> {
  const server = createServer()
  onTestFinished(() => void server.close())
  return portOf(server)
}

async function freePort(): Promise<number> {
  const server = createServer()
  const port = await portOf(server)
  await new Promise((resolve) => server.close(resolve))
  return port
}

function portOf(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
}

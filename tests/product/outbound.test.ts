import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, expect, test, vi } from 'vitest'
import { encodeRequest } from '../../server/src/testing/encode-request.ts'
import { endpoints } from '../../server/src/testing/endpoints.ts'
import { startServer } from '../server/server-process.ts'

const PRELOAD = fileURLToPath(new URL('deny-outbound.cjs', import.meta.url))
const API_KEY = 'o'.repeat(40)
const PAGES = ['/', '/docs', '/openapi.json', '/team/app/weave']

// It sends one request after another to every endpoint.
vi.setConfig({ testTimeout: 120_000 })

const folder = mkdtempSync(join(tmpdir(), 'heddle-outbound-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('with the outbound network denied everything works, and no connection was attempted', async () => {
  const log = join(folder, 'server.log')
  const server = await startServer({ data: join(folder, 'data'), apiKey: API_KEY, environment: denied(log) })

  const answered = []
  for (const endpoint of endpoints) answered.push(await answers(server.url, endpoint))
  const pages = await Promise.all(PAGES.map((page) => fetch(server.url + page)))
  expect(await server.stop()).toBe(0)

  expect(answered.filter(Boolean).length).toBeGreaterThan(endpoints.length / 2)
  expect(pages.filter((page) => page.ok).length).toBeGreaterThan(0)
  expect(attemptsIn(log)).toEqual([])
})

test('a program that does connect is detected', async () => {
  const log = join(folder, 'program.log')
  const program = `
    fetch('http://192.0.2.1/').catch(() => {})
    require('node:dns').lookup('example.invalid', () => {})
    new (require('node:worker_threads').Worker)("require('node:net').connect(9, '192.0.2.2').on('error', () => {})", { eval: true })`

  await promisify(execFile)(process.execPath, ['-e', program], { env: { ...process.env, ...denied(log) } })

  expect(attemptsIn(log).sort()).toEqual([
    'connect 192.0.2.1:80',
    'connect 192.0.2.2:9',
    'lookup example.invalid',
  ])
})

const denied = (log: string) => ({ NODE_OPTIONS: `--require ${PRELOAD}`, OUTBOUND_LOG: log })

const attemptsIn = (log: string): string[] =>
  existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n') : []

/** Whether the example of an endpoint was answered; some name things that do not exist. */
async function answers(url: string, endpoint: (typeof endpoints)[number]): Promise<boolean> {
  const { method, url: path, headers, body } = await encodeRequest({ ...endpoint }, endpoint.example)
  const authorization = `Bearer ${API_KEY}`
  const reply = await fetch(url + path, {
    method,
    headers: { ...headers, authorization },
    body: body ?? null,
  })
  // Event streams never end.
  if (endpoint.replyAs === 'events') await reply.body?.cancel()
  else await reply.arrayBuffer()
  return reply.ok
}

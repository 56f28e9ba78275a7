import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { startServer } from '../server/server-process.ts'

const FAULTS = fileURLToPath(new URL('faults.cjs', import.meta.url))
const API_KEY = 'f'.repeat(40)

const folder = mkdtempSync(join(tmpdir(), 'heddle-faults-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const isHealthy = async (url: string) => (await fetch(`${url}/health`)).ok

test('an uncaught error is logged, and the server keeps running', async () => {
  const server = await startServer({
    data: join(folder, 'uncaught'),
    apiKey: API_KEY,
    environment: { NODE_OPTIONS: `--require ${FAULTS}` },
  })

  process.kill(server.pid, 'SIGUSR2')
  await expect.poll(() => server.stderr()).toContain('thrown by a test')
  await expect.poll(() => server.stderr()).toContain('rejected by a test')

  expect(await isHealthy(server.url)).toBe(true)
  expect(await server.stop()).toBe(0)
})

test('a log that cannot be written does not end the service', async () => {
  const full = openSync('/dev/full', 'w')
  const server = await startServer({
    data: join(folder, 'full'),
    apiKey: API_KEY,
    environment: { HEDDLE_LOG_LEVEL: 'debug' },
    stderr: full,
  })
  closeSync(full)

  for (let request = 0; request < 5; request++) expect(await isHealthy(server.url)).toBe(true)

  expect(await server.stop()).toBe(0)
})

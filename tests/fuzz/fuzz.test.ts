import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { residentMiB } from '../../bench/processes/process-usage.ts'
import { openDatabase } from '../../server/src/storage/sqlite/database/driver.ts'
import { temporaryFolder } from '../../server/src/testing/temporary-folder.ts'
import { TEST_SEED } from '../seed.ts'
import { type ServerProcess, startServer } from '../server/server-process.ts'
import { fuzz } from './run.ts'
import { IS_ON_CLICKHOUSE } from './send.ts'

/** `npm run fuzz` for the long version; `HEDDLE_TEST_SEED` repeats a run that failed. */
const REQUESTS = Number(process.env.HEDDLE_FUZZ_REQUESTS ?? (IS_ON_CLICKHOUSE ? 2_000 : 20_000))
const API_KEY = 'f'.repeat(40)

const HEALTH_MS_MAX = 1_000
const STOP_MS_MAX = 15_000
/** SQLite's page caches fill up as the database grows: 64 MiB of the writer and 192 MiB of the readers. */
const PAGE_CACHES_MIB = 256
const GROWTH_MIB_MAX = PAGE_CACHES_MIB + 150
const SETTLE_MS = 10_000
/** Ten times the duration of a request on two cores. */
const REQUEST_MS_MAX = IS_ON_CLICKHOUSE ? 300 : 60

test(
  `no request out of ${REQUESTS} ends the server, takes it too long or makes it fail (HEDDLE_TEST_SEED=${TEST_SEED})`,
  async () => {
    const data = temporaryFolder()
    // Searches take longer in long runs, which store much, but must still be answered in time.
    const environment = { HEDDLE_OTLP_GRPC_PORT: '0', HEDDLE_READ_TIMEOUT: '3s' }
    const server = await startServer({ data, apiKey: API_KEY, environment })
    onTestFinished(() => server.kill())
    const atStart = residentMiB(server.pid)

    const { failures, tally } = await fuzz({
      ...(await targetOf(server)),
      seed: TEST_SEED,
      apiKey: API_KEY,
      requests: REQUESTS,
    })

    console.info(`HEDDLE_TEST_SEED=${TEST_SEED}`, tally)
    expect(
      failures.join('\n\n'),
      `HEDDLE_TEST_SEED=${TEST_SEED}; the server printed\n${server.output()}`,
    ).toBe('')
    // The test would prove nothing if all requests were refused.
    expect(tally['http 200']).toBeGreaterThan(REQUESTS / 5)
    expect(await healthMs(server.url)).toBeLessThan(HEALTH_MS_MAX)
    expect(await grownMiB(server, atStart)).toBeLessThan(GROWTH_MIB_MAX)
    expect(await stopped(server)).toEqual({ code: 0, isInTime: true })
    if (!IS_ON_CLICKHOUSE) expect(integrityOf(data)).toBe('ok')
  },
  120_000 + REQUESTS * REQUEST_MS_MAX,
)

/** The port for gRPC is printed a moment after the address. */
async function targetOf(server: ServerProcess) {
  let grpcPort: string | undefined
  while (grpcPort === undefined) {
    await wait(10)
    grpcPort = /gRPC on port (\d+)/.exec(server.output())?.[1]
  }
  return {
    url: server.url,
    port: Number(new URL(server.url).port),
    grpcPort: Number(grpcPort),
    exit: server.exit,
  }
}

async function healthMs(url: string): Promise<number> {
  const startedAt = performance.now()
  const reply = await fetch(`${url}/health`)
  expect(reply.status).toBe(200)
  return performance.now() - startedAt
}

/** Growth of the process's memory since its start; 0 if the system does not report it. */
async function grownMiB({ pid }: ServerProcess, atStart: number): Promise<number> {
  const deadline = performance.now() + SETTLE_MS
  let grown = residentMiB(pid) - atStart
  while (grown >= GROWTH_MIB_MAX && performance.now() < deadline) {
    await wait(500)
    grown = residentMiB(pid) - atStart
  }
  return Number.isNaN(grown) ? 0 : grown
}

async function stopped(server: ServerProcess) {
  const startedAt = performance.now()
  const code = await server.stop()
  return { code, isInTime: performance.now() - startedAt < STOP_MS_MAX }
}

/** Opens the database like the next start, and runs SQLite's integrity check. */
function integrityOf(data: string): unknown {
  const db = openDatabase(join(data, 'heddle.sqlite'), { readOnly: false })
  try {
    return db.prepare('pragma integrity_check').get()?.integrity_check
  } finally {
    db.close()
  }
}

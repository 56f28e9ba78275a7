import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL from which tests request a ClickHouse: scripts/clickhouse/starter.mjs. */
    readonly clickhouses: string
  }
}

export type ClickHouseSetup = 'single' | 'another-time-zone' | 'two-shards'

export interface TestClickHouse {
  /** `clickhouse://user:password@host:port`, without a database; one of each node. */
  readonly urls: readonly string[]
}

/**
 * A ClickHouse for this run, started on the first request, or the user's own. If there is none, logs a warning and returns
 * undefined: the caller skips its tests.
 */
export async function clickhouseForTests(
  setup: ClickHouseSetup = 'single',
): Promise<TestClickHouse | undefined> {
  const { HEDDLE_TEST_CLICKHOUSE_URL: own, HEDDLE_TEST_CLICKHOUSE: setups } = process.env
  if (own && setup === 'single') return { urls: [own] }
  // The whole suite once more takes minutes, so that only `npm run test:clickhouse` runs it.
  if (setup !== 'single' && setups !== 'all') return undefined
  const reply = await fetch(`${inject('clickhouses')}/${setup}`)
  const { urls, missing }: Partial<TestClickHouse & { missing: string }> = JSON.parse(await reply.text())
  if (urls) return { urls }
  console.warn(`SKIPPED: the tests on ClickHouse (${setup}). ${missing}`)
  return undefined
}

let databases = 0

/** A URL with a database that nobody else uses. Opening a storage on it creates it. */
export function newDatabaseUrl(server: string): string {
  const url = new URL(server)
  url.pathname = `/heddle_test_${process.pid}_${Date.now()}_${databases++}`
  return url.href
}

export async function dropDatabase(databaseUrl: string): Promise<void> {
  const { host, username, password, pathname } = new URL(databaseUrl)
  const headers = { 'X-ClickHouse-User': username, 'X-ClickHouse-Key': password }
  const body = `DROP DATABASE IF EXISTS ${pathname.slice(1)}`
  const reply = await fetch(`http://${host}/`, { method: 'POST', headers, body })
  if (!reply.ok) throw new Error(await reply.text())
}

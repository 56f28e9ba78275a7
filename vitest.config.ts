import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { whyMissing } from './scripts/clickhouse/packages.mjs'

/** Suites of the server that run on SQLite, and on ClickHouse as well if all tests of it are asked for. */
const ON_EVERY_ENGINE = [
  'tests/{interface,sdk,otlp,browser}/**/*.test.ts',
  'tests/fuzz/fuzz.test.ts',
  'tests/product/{mcp,client}.test.ts',
  'server/src/sql/**/*.test.ts',
  'server/src/operations/otel/late-events.test.ts',
]

function onClickHouse(): TestProjectInlineConfiguration[] {
  if (process.env.HEDDLE_TEST_CLICKHOUSE !== 'all') return []
  const missing = whyMissing()
  if (missing !== undefined) {
    console.warn(`SKIPPED: the suites of the server on ClickHouse. ${missing}`)
    return []
  }
  const env = { HEDDLE_TEST_STORAGE: 'clickhouse' }
  return [{ extends: true, test: { name: 'on-clickhouse', env, include: ON_EVERY_ENGINE } }]
}

export default defineConfig({
  test: {
    // A worker on every core: most tests wait for disk and sockets, so the main thread needs none to itself.
    maxWorkers: '100%',
    // Brings the build up to date, so that no test runs against an old one.
    globalSetup: ['scripts/vitest-setup.mjs'],
    setupFiles: ['tests/seed.ts'],
    // What hangs fails; what is slow does not, on whatever machine: tests with ClickHouse take half a minute on a busy one.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'rooms',
          // Files share the modules of their worker: loading them anew for each takes longer than the tests. They keep no global state.
          isolate: false,
          include: ['{contract,server,ui}/src/**/*.test.ts', 'bench/**/*.test.ts', 'scripts/*.test.mjs'],
        },
      },
      { extends: true, test: { name: 'product', include: ['tests/**/*.test.ts'] } },
      ...onClickHouse(),
    ],
  },
})

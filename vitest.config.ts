import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // A worker on every core: most tests wait for disk and sockets, so the main thread needs none to itself.
    maxWorkers: '100%',
    // Brings the build up to date, so that no test runs against an old one.
    globalSetup: ['scripts/vitest-setup.mjs'],
    setupFiles: ['tests/seed.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
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
    ],
  },
})

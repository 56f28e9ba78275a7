// Before any test: the threads of the storage, and everything in tests/, run from the build.

import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { serveClickHouses } from './clickhouse/starter.mjs'

/** Returns the teardown. */
export async function setup(project) {
  const build = fileURLToPath(new URL('build.mjs', import.meta.url))
  // Vitest's own NODE_ENV would make a build of the UI that is for development.
  const { NODE_ENV: _, ...env } = process.env
  execFileSync(process.execPath, [build], { stdio: 'inherit', env })
  const clickhouses = await serveClickHouses()
  project.provide('clickhouses', clickhouses.address)
  return clickhouses.stop
}

import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** `chdb` carries ClickHouse 26.7. */
export const PACKAGES = { chdb: '3.4.0', 'ffi-rs': '1.3.7' }

export const cachedPackages = () =>
  join(homedir(), '.cache/heddle-test', `clickhouse-chdb-${PACKAGES.chdb}-ffi-${PACKAGES['ffi-rs']}`)

/** Why there is no package for this machine; undefined if there is one. */
export function unsupportedPlatform() {
  if (process.platform === 'linux' && process.arch === 'x64') return undefined
  const machine = `${process.platform} ${process.arch}`
  return `The npm package chdb has a ClickHouse for Linux on x64 only, not for ${machine}: set HEDDLE_TEST_CLICKHOUSE_URL to a server of your own.`
}

/** Why tests cannot start a ClickHouse, nor use one of the user's own; undefined if they can. */
export function whyMissing() {
  if (process.env.HEDDLE_TEST_CLICKHOUSE_URL) return undefined
  return unsupportedPlatform() ?? notInstalled()
}

function notInstalled() {
  if (existsSync(cachedPackages())) return undefined
  return 'It is not installed: run `npm run test:clickhouse`, or set HEDDLE_TEST_CLICKHOUSE_URL to a server of your own.'
}

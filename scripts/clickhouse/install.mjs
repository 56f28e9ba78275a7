// Installs ClickHouse for tests into a cache folder: the library of the npm package `chdb`, which carries the whole of
// ClickHouse, and a package to call it. Together 550 MB, so they are no dependencies of this repository.
//
// Where there is no package for the platform it says so, and never fails: the tests then say what they skip.

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cachedPackages, PACKAGES, unsupportedPlatform } from './packages.mjs'

install()

function install() {
  const unsupported = unsupportedPlatform()
  if (unsupported) return console.warn(`SKIPPED: the tests on ClickHouse. ${unsupported}`)
  const folder = cachedPackages()
  if (existsSync(folder)) return
  const draft = `${folder}.${process.pid}`
  try {
    mkdirSync(draft, { recursive: true })
    writeFileSync(join(draft, 'package.json'), '{ "private": true }')
    const packages = Object.entries(PACKAGES).map(([name, version]) => `${name}@${version}`)
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', ...packages], {
      cwd: draft,
    })
    renameSync(draft, folder)
    console.log(`installed ClickHouse for tests into ${folder}`)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    console.warn(`SKIPPED: the tests on ClickHouse. Cannot install it: ${error.message}`)
  }
}

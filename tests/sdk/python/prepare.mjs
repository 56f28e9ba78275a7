// Makes the virtual environments of the Python suites under .venv, each with one version of the SDK.
// Where that cannot be done it says which suite will be skipped, and why; it never fails.

import { execFile } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { environments } from './environments.mjs'

const run = promisify(execFile)
const INSTALL_MS_MAX = 300_000

// One after another: the second finds most of its packages in the cache that the first one filled.
for (const environment of environments) await prepare(environment)

async function prepare({ version, folder, packages }) {
  const stampFile = join(folder, '.prepared')
  const stamp = packages.join('\n')
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return
  try {
    rmSync(folder, { recursive: true, force: true })
    await run('python3', ['-m', 'venv', folder])
    await run(join(folder, 'bin/pip'), ['install', '--quiet', '--disable-pip-version-check', ...packages], {
      timeout: INSTALL_MS_MAX,
    })
    writeFileSync(stampFile, stamp)
    console.log(`prepared Python SDK ${version}`)
  } catch (error) {
    console.warn(`SKIPPED: the suites of the Python SDK ${version}. Cannot prepare them: ${reason(error)}`)
  }
}

function reason(error) {
  return (error.stderr || error.message).trim().split('\n').at(-1)
}

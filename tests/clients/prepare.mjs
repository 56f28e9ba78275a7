// Installs the generators of typed clients under .venv. Where that cannot be done it says which test will be skipped, and why.

import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { python, typescript } from './environments.mjs'

const run = promisify(execFile)

await prepare('TypeScript', typescript, async ({ folder, packages }) => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  await run('npm', ['install', '--no-audit', '--no-fund', ...packages], { cwd: folder })
})

await prepare('Python', python, async ({ folder, packages }) => {
  await run('python3', ['-m', 'venv', folder])
  await run(join(folder, 'bin/pip'), ['install', '--quiet', '--disable-pip-version-check', ...packages])
})

async function prepare(language, environment, install) {
  const stampFile = join(environment.folder, '.prepared')
  const stamp = environment.packages.join('\n')
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return
  try {
    rmSync(environment.folder, { recursive: true, force: true })
    await install(environment)
    writeFileSync(stampFile, stamp)
    console.log(`prepared the generator for ${language}`)
  } catch (error) {
    const reason = (error.stderr || error.message).trim().split('\n').at(-1)
    console.warn(`SKIPPED: the typed client for ${language}. Cannot install its generator: ${reason}`)
  }
}

import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A package from PyPI in a virtual environment of its own. */
export interface PythonPackage {
  readonly name: string
  readonly version: string
  /** The folder of the environment. */
  readonly folder: string
  /** Other packages that are installed with it. */
  readonly with?: readonly string[]
}

/** Installs it, unless an earlier run has done so. Needs Python 3 with `venv`, and PyPI. */
export async function installPython({
  name,
  version,
  folder,
  with: others = [],
}: PythonPackage): Promise<void> {
  const marker = join(folder, 'installed')
  if (existsSync(marker)) return
  process.stderr.write(`Installing ${name} ${version} into ${folder}\n`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await run('python3', ['-m', 'venv', folder])
  const pip = [
    '-m',
    'pip',
    'install',
    '--quiet',
    '--disable-pip-version-check',
    `${name}==${version}`,
    ...others,
  ]
  await run(join(folder, 'bin/python'), pip, { maxBuffer: 2 ** 26 })
  writeFileSync(marker, '')
}

/** Where its modules are. */
export function sitePackages({ folder }: PythonPackage): string {
  const [python = ''] = readdirSync(join(folder, 'lib'))
  return join(folder, 'lib', python, 'site-packages')
}

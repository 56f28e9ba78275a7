import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../../server/src/testing/free-port.ts'
import { HttpClient } from '../processes/http-client.ts'
import { launch } from '../processes/server.ts'
import type { Contender, RunningContender } from './contender.ts'

/** A package from PyPI in a virtual environment of its own. */
interface PythonPackage {
  readonly name: string
  readonly version: string
  /** The folder of the environment. */
  readonly folder: string
  /** Other packages that are installed with it. */
  readonly with?: readonly string[]
}

interface PythonService extends Pick<Contender, 'name' | 'format'> {
  readonly package: PythonPackage
  /** Script of the environment that starts the server, such as `bin/mlflow`. */
  readonly script: string
  /** A path that answers 200 when the server is ready. */
  readonly probe: string
  start(
    port: number,
    folder: string,
  ): Promise<{ readonly args: readonly string[]; readonly env: Readonly<Record<string, string>> }>
  /** How the running server is used, with a client of one connection that sends no headers. */
  connect(client: HttpClient): Omit<RunningContender, 'server'>
}

/** A service from PyPI, on a free port of the loopback interface. */
export function pythonContender({ name, format, package: installed, ...service }: PythonService): Contender {
  return {
    name,
    version: installed.version,
    format,
    install: () => install(installed),
    async start(folder) {
      const port = await freePort()
      const server = await launch({
        command: join(installed.folder, service.script),
        ...(await service.start(port, folder)),
        folder,
        port,
        probe: service.probe,
      })
      return { server, ...service.connect(new HttpClient(server.url, {}, 1)) }
    },
  }
}

/** Installs it, unless an earlier run has done so. Needs Python 3 with `venv`, and PyPI. */
async function install({ name, version, folder, with: others = [] }: PythonPackage): Promise<void> {
  const marker = join(folder, 'installed')
  if (existsSync(marker)) return
  process.stderr.write(`Installing ${name} ${version} into ${folder}\n`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const run = promisify(execFile)
  await run('python3', ['-m', 'venv', folder])
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', `${name}==${version}`]
  await run(join(folder, 'bin/python'), [...pip, ...others], { maxBuffer: 2 ** 26 })
  writeFileSync(marker, '')
}

/** Where the modules of an environment are. */
export function sitePackages(folder: string): string {
  const [python = ''] = readdirSync(join(folder, 'lib'))
  return join(folder, 'lib', python, 'site-packages')
}

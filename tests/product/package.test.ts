import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '../../server/src/testing/temporary-folder.ts'
import { startServer } from '../server/server-process.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Dependencies of the package: SQLite for Node 20, and the loader of its binary. */
const DEPENDENCIES = ['@photostructure/sqlite', 'node-gyp-build']

vi.setConfig({ testTimeout: 180_000 })

/** Packs the server and installs it as npm does, without asking a registry. */
function install(): string {
  const folder = temporaryFolder()
  execFileSync('npm', ['pack', '--pack-destination', folder, '--loglevel=error'], {
    cwd: join(ROOT, 'server'),
    stdio: 'pipe',
  })
  const [tarball = ''] = readdirSync(folder)
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, 'heddle'), { recursive: true })
  mkdirSync(join(modules, '@photostructure'))
  execFileSync('tar', ['-xzf', join(folder, tarball), '-C', join(modules, 'heddle'), '--strip-components=1'])
  for (const name of DEPENDENCIES) symlinkSync(join(ROOT, 'node_modules', name), join(modules, name))
  return join(modules, 'heddle')
}

test('the packed server is installed and serves its page with nothing but Node', async () => {
  const installed = install()
  const { bin } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
  const bundle = join(installed, bin.heddle)

  const version = execFileSync(process.execPath, [bundle, '-v'], { encoding: 'utf8' })
  const server = await startServer({ data: join(temporaryFolder(), 'data'), apiKey: 'k'.repeat(40), bundle })
  onTestFinished(() => server.kill())

  expect(version).toMatch(/^\d+\.\d+\.\d+\n$/)
  expect((await fetch(`${server.url}/ready`)).status).toBe(200)
  expect(await (await fetch(server.url)).text()).toContain('<title>Heddle</title>')
  expect(readdirSync(installed).sort()).toEqual([
    'LICENSE',
    'README.md',
    'THIRD-PARTY-NOTICES.txt',
    'bin',
    'dist',
    'package.json',
  ])
  const notices = readFileSync(join(installed, 'THIRD-PARTY-NOTICES.txt'), 'utf8')
  for (const bundled of ['fastify', 'react', '@clickhouse/client', 'pino'])
    expect(notices).toMatch(new RegExp(`^${bundled} \\d+\\.\\d+\\.\\d+\\S* \\(`, 'm'))
  // Not bundled: npm installs it with its own license.
  expect(notices).not.toMatch(/^@photostructure\/sqlite /m)
  expect(readdirSync(join(installed, 'dist')).filter((name) => name.endsWith('.map'))).toEqual([])
})

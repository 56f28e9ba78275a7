import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { completeCalls } from '@heddle/contract/call-batches'
import { createClient } from '@heddle/contract/client'
import { runSql } from '@heddle/contract/sql'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../server/src/storage/sqlite/database/driver.ts'
import { temporaryFolder } from '../../server/src/testing/temporary-folder.ts'
import { startServer } from '../server/server-process.ts'
import { healthCheck } from './health-check.ts'

const API_KEY = 'd'.repeat(40)
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0
if (!hasSystemd) console.warn('SKIPPED: the systemd unit is not checked, since systemd-analyze is missing')

test.skipIf(!hasSystemd)(
  'the systemd unit has no errors, and leaves the service little to do harm with',
  () => {
    const unit = join(temporaryFolder(), 'heddle.service')
    copyFileSync(join(ROOT, 'deploy/heddle.service'), unit)

    const verified = spawnSync('systemd-analyze', ['verify', '--man=no', unit], { encoding: 'utf8' })
    const rated = execFileSync('systemd-analyze', ['security', '--offline=true', unit], { encoding: 'utf8' })

    expect(verified.stderr.split('\n').filter((line) => line.includes('heddle.service'))).toEqual([])
    expect(Number(/Overall exposure level.*: ([\d.]+)/.exec(rated)?.[1])).toBeLessThan(2)
  },
)

const canTrace = hasSystemd && spawnSync('strace', ['-f', '-D', '--seccomp-bpf', 'true']).status === 0
if (!canTrace) console.warn('SKIPPED: the server under the filter of the systemd unit, which needs strace')

test.skipIf(!canTrace)(
  'the server writes, seals, answers SQL and stops with the system calls that the unit allows',
  async () => {
    const folder = temporaryFolder()
    const data = join(folder, 'data')
    const log = join(folder, 'refused')
    const others = `!${[...allowedSystemCalls()].map((name) => `?${name}`).join()}`
    const refuseOthers = ['-e', `trace=${others}`, '-e', `inject=${others}:error=${errorOfRefusals()}`]
    const server = await startServer({
      data,
      apiKey: API_KEY,
      environment: { HEDDLE_SEAL_AFTER: '100ms' },
      // With `-D` the server keeps its process id.
      prefix: ['strace', '-f', '-D', '-qq', '--seccomp-bpf', '-o', log, ...refuseOthers],
    })
    onTestFinished(() => server.kill())
    const client = createClient({ baseUrl: server.url, apiKey: API_KEY })

    await client.call(completeCalls, { entity: 'team', project: 'app', batch: endedCalls(600) })
    await expect.poll(() => segmentsIn(data), { timeout: 20_000 }).toBeGreaterThan(0)
    const sql = 'select count(*) as n from calls'
    const { rows } = await client.call(runSql, { project_id: 'team/app', sql })

    expect(rows).toEqual([[600]])
    expect(await server.stop()).toBe(0)
    // SQLite gives its files to the owner of the database when it runs as root, which the unit does not.
    const refused = readFileSync(log, 'utf8').match(/(?<=^\d+ +)\w+(?=\()/gm) ?? []
    expect(refused.filter((name) => name !== 'fchown')).toEqual([])
  },
  60_000,
)

const endedCalls = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    project_id: 'team/app',
    id: `call-${n}`,
    trace_id: `call-${n}`,
    op_name: 'answer',
    started_at: '2026-01-01T00:00:00Z',
    ended_at: '2026-01-01T00:00:01Z',
    attributes: {},
    inputs: {},
    summary: {},
  }))

function segmentsIn(data: string): unknown {
  const db = openDatabase(join(data, 'heddle.sqlite'), { readOnly: true })
  try {
    return db.prepare('select count(*) as n from call_segments').get<{ n: number }>()?.n
  } finally {
    db.close()
  }
}

const unit = (): string => readFileSync(join(ROOT, 'deploy/heddle.service'), 'utf8')

/** Without it, systemd kills the server at the first system call that is not allowed. */
const errorOfRefusals = (): string | undefined => /^SystemCallErrorNumber=(\w+)$/m.exec(unit())?.[1]

/** The system calls that the filters of the unit let pass, in the order in which systemd applies them. */
function allowedSystemCalls(): Set<string> {
  const allowed = new Set<string>()
  for (const [, denies, names = ''] of unit().matchAll(/^SystemCallFilter=(~?)(.*)$/gm)) {
    for (const name of names.split(' ').flatMap(systemCallsOf)) {
      if (denies) allowed.delete(name)
      else allowed.add(name)
    }
  }
  return allowed
}

/** The system calls of a set such as `@chown`, or the one of that name. */
function systemCallsOf(name: string): string[] {
  if (!name.startsWith('@')) return [name]
  const [, ...lines] = execFileSync('systemd-analyze', ['syscall-filter', name], { encoding: 'utf8' }).split(
    '\n',
  )
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .flatMap(systemCallsOf)
}

test('the image runs as an unprivileged user, checks its health, and keeps its data in a volume', () => {
  const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')

  for (const line of [/^USER node$/m, /^HEALTHCHECK /m, /^VOLUME \/data$/m, /^ENTRYPOINT \["heddle"\]$/m])
    expect(dockerfile).toMatch(line)
})

test('the health check of the image passes while the server is ready', async () => {
  const server = await startServer({ data: join(temporaryFolder(), 'data'), apiKey: API_KEY })
  onTestFinished(() => server.kill())

  const whileReady = await healthCheck(server.url)
  await server.stop()

  expect({ whileReady, after: await healthCheck(server.url) }).toEqual({ whileReady: 0, after: 1 })
})

test.each(['compose.yaml', 'deploy/compose.clickhouse.yaml'])(
  '%s opens ports on this machine only, drops capabilities and has no secret in it',
  (file) => {
    const compose = readFileSync(join(ROOT, file), 'utf8')

    expect(compose).toMatch(/ports: \["127\.0\.0\.1:6340:6340"\]/)
    expect(compose).toMatch(/cap_drop: \[ALL\]/)
    expect(compose).not.toMatch(/:latest|(?:PASSWORD|API_KEY): (?!\$\{)/)
  },
)

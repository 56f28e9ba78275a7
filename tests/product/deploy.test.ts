import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../server/src/testing/temporary-folder.ts'

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

test('the image runs as an unprivileged user, checks its health, and keeps its data in a volume', () => {
  const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')

  for (const line of [/^USER node$/m, /^HEALTHCHECK /m, /^VOLUME \/data$/m, /^ENTRYPOINT \["heddle"\]$/m])
    expect(dockerfile).toMatch(line)
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

import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../server/src/testing/free-port.ts'
import { temporaryFolder } from '../../server/src/testing/temporary-folder.ts'
import { startServer } from '../server/server-process.ts'

/** The package nginx-light of Debian; `HEDDLE_TEST_NGINX` names another one. */
const NGINX = [process.env.HEDDLE_TEST_NGINX ?? '', 'nginx', '/usr/sbin/nginx'].find(
  (path) => path !== '' && spawnSync(path, ['-v']).status === 0,
)
const GUIDE = fileURLToPath(new URL('../../docs/guide/deploy.md', import.meta.url))
const apiKey = 'k'.repeat(40)

if (NGINX === undefined)
  console.warn('Skipped: there is no nginx. Install nginx-light, or set HEDDLE_TEST_NGINX to its path.')

/** The server block of the guide, below a path, on a port without TLS. */
function configOf(folder: string, port: number, target: string, passesPath: boolean): string {
  const [, block = ''] = /```nginx\n([\s\S]*?)```/.exec(readFileSync(GUIDE, 'utf8')) ?? []
  const server = block
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replace(/ssl_certificate.*;/g, '')
    .replace('location / {', 'location /heddle/ {')
    .replace('http://127.0.0.1:6340;', `${target}${passesPath ? '' : '/'};`)
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const temporary = paths.map((name) => `${name}_temp_path ${join(folder, name)};`).join('\n')
  return `daemon off; master_process off; pid ${join(folder, 'pid')}; error_log stderr;
    events {} http { access_log off; ${temporary} ${server} }`
}

/** Runs nginx until the test is over, and returns the URL of Heddle behind it. */
async function openNginx(target: string, passesPath: boolean): Promise<string> {
  const [folder, port] = [temporaryFolder(), await freePort()]
  const config = join(folder, 'nginx.conf')
  writeFileSync(config, configOf(folder, port, target, passesPath))
  const nginx = spawn(NGINX ?? '', ['-p', folder, '-c', config, '-e', 'stderr'], { stdio: 'inherit' })
  onTestFinished(() => void nginx.kill())
  const url = `http://127.0.0.1:${port}/heddle`
  for (let attempt = 0; attempt < 100; attempt++) {
    if (await fetch(`${url}/health`).catch(() => undefined)) return url
    await sleep(100)
  }
  throw new Error('nginx did not start')
}

describe.skipIf(NGINX === undefined).each([true, false])(
  'behind nginx, with a path that is passed on: %s',
  (passesPath) => {
    test('pages, sessions, calls and exports work as the guide says', { timeout: 60_000 }, async () => {
      const environment = { HEDDLE_BASE_PATH: '/heddle', HEDDLE_TRUSTED_PROXIES: '127.0.0.1' }
      const server = await startServer({ data: join(temporaryFolder(), 'data'), apiKey, environment })
      onTestFinished(() => server.kill())
      const url = await openNginx(new URL(server.url).origin, passesPath)
      const authorization = `Basic ${Buffer.from(`api:${apiKey}`).toString('base64')}`
      const post = (path: string, body: object, headers: Record<string, string> = { authorization }) =>
        fetch(`${url}${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify(body),
        })

      const page = await (await fetch(`${url}/`, { headers: { accept: 'text/html' } })).text()
      const [, script = ''] = /src="(\/heddle\/assets\/[^"]+)"/.exec(page) ?? []
      const signedIn = await post('/session', { key: apiKey }, {})
      const [cookie = ''] = signedIn.headers.getSetCookie()
      const span = {
        traceId: '5b8efff798038103d269b633813fc60c',
        spanId: 'eee19b7ec3c1b174',
        name: 'a',
        startTimeUnixNano: '1',
      }
      const large = { text: 'x'.repeat(5_000_000) }
      const start = {
        project_id: 'team/app',
        id: 'c',
        op_name: 'o',
        started_at: '2026-01-01',
        attributes: {},
        inputs: large,
      }

      expect((await fetch(new URL(script, url))).status).toBe(200)
      expect(
        (await fetch(`${url}/session`, { headers: { cookie: cookie.split(';')[0] ?? '' } })).status,
      ).toBe(200)
      expect((await post('/call/start', { start })).status).toBe(200)
      // nginx drops headers with an underscore by default.
      const exported = { resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] }
      expect(
        (await post('/otel/v1/traces', exported, { authorization, project_id: 'team/app' })).status,
      ).toBe(200)
      const found = await post('/calls/query', { project_id: 'team/app', columns: ['id'] })
      expect(await found.json()).toMatchObject({ calls: [{}, {}] })
      expect((await fetch(new URL('/health', url))).status).toBe(404)
    })
  },
)

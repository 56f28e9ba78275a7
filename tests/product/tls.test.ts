import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { get } from 'node:https'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../server/src/testing/temporary-folder.ts'
import { runHeddle } from '../server/command.ts'
import { startServer } from '../server/server-process.ts'
import { healthCheck } from './health-check.ts'

const hasOpenssl = spawnSync('openssl', ['version']).status === 0
if (!hasOpenssl) console.warn('SKIPPED: HTTPS is not tested, since openssl is missing')

const apiKey = 'k'.repeat(40)

/** A certificate that signs itself, for an address or a name. */
function certificate(subjectAltName = 'IP:127.0.0.1') {
  const folder = temporaryFolder()
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const subject = ['-subj', '/CN=localhost', '-addext', `subjectAltName=${subjectAltName}`]
  const options = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...subject]
  execFileSync('openssl', [...options, '-keyout', key, '-out', cert], { stdio: 'pipe' })
  return { cert, key }
}

const statusOf = (url: string, ca: Buffer): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    get(url, { ca, headers: { authorization: `Bearer ${apiKey}` } }, (reply) => {
      reply.resume().once('end', () => resolve(reply.statusCode))
    }).once('error', reject)
  })

test.skipIf(!hasOpenssl)('a server with a certificate serves HTTPS alone, and stops in order', async () => {
  const { cert, key } = certificate()
  const environment = { HEDDLE_TLS_CERT: cert, HEDDLE_TLS_KEY: key }
  const server = await startServer({ data: join(temporaryFolder(), 'data'), apiKey, environment })
  onTestFinished(() => server.kill())

  expect(server.url).toMatch(/^https:/)
  expect(await statusOf(`${server.url}/session`, readFileSync(cert))).toBe(200)
  expect(await healthCheck(server.url, environment)).toBe(0)
  await expect(fetch(server.url.replace('https:', 'http:'))).rejects.toThrow()
  expect(await server.stop()).toBe(0)
})

test.skipIf(!hasOpenssl)(
  'a certificate that cannot be used ends the start with one sentence, and nothing is created',
  async () => {
    const { cert } = certificate()
    const environment = { HEDDLE_TLS_CERT: cert, HEDDLE_TLS_KEY: cert }

    const data = join(temporaryFolder(), 'data')

    const started = startServer({ data, apiKey, environment })

    await expect(started).rejects.toThrow(/certificate in --tls-cert and --tls-key cannot be used/)
    expect(existsSync(data)).toBe(false)
  },
)

test.skipIf(!hasOpenssl).each([
  ['127.0.0.1', 'IP:127.0.0.1', { result: 'ok' }],
  [
    'its public name',
    'DNS:heddle.example.org',
    { result: 'warn', message: expect.stringContaining('ERR_TLS_CERT_ALTNAME_INVALID') },
  ],
])('heddle doctor finds a server ready whose certificate is for %s', async (_, name, expected) => {
  const { cert, key } = certificate(name)
  const cwd = temporaryFolder()
  const data = join(cwd, 'data')
  const environment = { HEDDLE_TLS_CERT: cert, HEDDLE_TLS_KEY: key }
  const server = await startServer({ data, apiKey, environment })
  onTestFinished(() => server.kill())

  const { code, out } = await runHeddle(['doctor', '--json'], {
    cwd,
    env: { HEDDLE_DATA: data, HEDDLE_PORT: new URL(server.url).port, NODE_EXTRA_CA_CERTS: cert },
  })

  expect(code).toBe(0)
  expect(JSON.parse(out)).toContainEqual(expect.objectContaining({ check: 'server', ...expected }))
})

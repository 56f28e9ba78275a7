import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashSecret } from '../../domain/accounts/account.ts'
import { basicAuth, openService, type Service, startService } from '../../testing/service.ts'

const STATS = '/project/stats'
const inTeam = { project_id: 'team/app' }

let service: Service

beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

test('a request without a key gets 401 and instructions', async () => {
  const reply = await service.post(STATS, inTeam, { key: null })

  expect(reply).toMatchObject({
    status: 401,
    headers: { 'www-authenticate': expect.stringMatching(/^Basic/) },
    body: { detail: expect.any(String), reason: expect.any(String) },
  })
})

test('an unknown key gets 401', async () => {
  expect(await service.post(STATS, inTeam, { key: 'f'.repeat(40) })).toMatchObject({ status: 401 })
})

test.each([
  ['basic', (key: string) => ({ authorization: basicAuth(key) })],
  ['bearer', (key: string) => ({ authorization: `Bearer ${key}` })],
  ['wandb-api-key', (key: string) => ({ 'wandb-api-key': key })],
])('a key sent as %s is accepted', async (_name, headersFor) => {
  const reply = await service.post(STATS, inTeam, { key: null, headers: headersFor(service.adminKey) })

  expect(reply.status).toBe(200)
})

test('a member has access to the projects of their entity only', async () => {
  const { key } = await service.createUser({ entity: 'team', role: 'viewer' })

  expect(await service.post(STATS, inTeam, { key })).toMatchObject({ status: 200 })
  expect(await service.post(STATS, { project_id: 'other/app' }, { key })).toMatchObject({
    status: 403,
    body: { reason: 'Forbidden' },
  })
})

test('one forbidden project among many rejects the request', async () => {
  const { key } = await service.createUser({ entity: 'team' })

  const reply = await service.post(
    '/service/projects_info',
    { project_ids: ['team/app', 'other/app'] },
    { key },
  )

  expect(reply.status).toBe(403)
})

test('a key for one project does not give access to another of the same entity', async () => {
  const { key } = await service.createUser({ entity: 'team', key: { project_id: 'team/other' } })

  expect(await service.post(STATS, inTeam, { key })).toMatchObject({ status: 403 })
})

test('a write-only key cannot read', async () => {
  const { key } = await service.createUser({ entity: 'team', key: { scope: 'write' } })

  expect(await service.post(STATS, inTeam, { key })).toMatchObject({ status: 403 })
})

test.each(['team', 'team/', '/app', 'team/app/more', ''])('%j is not a project id', async (project_id) => {
  expect(await service.post(STATS, { project_id })).toMatchObject({ status: 400 })
})

test('a revoked key stops working within a second', async () => {
  const clock = { micros: 0 }
  const clocked = await startService({ now: () => clock.micros })
  const { user, key } = await clocked.createUser({ entity: 'team' })
  expect(await clocked.post(STATS, inTeam, { key })).toMatchObject({ status: 200 })

  for (const { id } of await clocked.storage.accounts.keys(user.id))
    await clocked.storage.accounts.removeKey(id)
  clock.micros += 1_000_000

  expect(await clocked.post(STATS, inTeam, { key })).toMatchObject({ status: 401 })
})

test('a revoked key stops working even if the clock was set back', async () => {
  const clock = { micros: 86_400_000_000 }
  const clocked = await startService({ now: () => clock.micros })
  const { user, key } = await clocked.createUser({ entity: 'team' })
  expect(await clocked.post(STATS, inTeam, { key })).toMatchObject({ status: 200 })

  for (const { id } of await clocked.storage.accounts.keys(user.id))
    await clocked.storage.accounts.removeKey(id)
  clock.micros = 0

  expect(await clocked.post(STATS, inTeam, { key })).toMatchObject({ status: 401 })
})

const fill = async (guessed: Service, headers = {}) => {
  for (let attempt = 0; attempt < 20; attempt++) {
    const reply = await guessed.post(STATS, inTeam, { key: `guess-${attempt}`, headers })
    expect(reply).toMatchObject({ status: 401 })
  }
}

test('after 20 wrong keys an address is throttled, but valid keys keep working', async () => {
  const clock = { micros: 0 }
  const clocked = await startService({ now: () => clock.micros })
  const late = await clocked.createUser({ entity: 'team' })
  expect(await clocked.post(STATS, inTeam)).toMatchObject({ status: 200 })

  await fill(clocked)
  clock.micros += 2_000_000

  for (const key of ['guess-21', 'f'.repeat(40)]) {
    expect(await clocked.post(STATS, inTeam, { key })).toMatchObject({
      status: 429,
      headers: { 'retry-after': '58' },
    })
  }
  expect(await clocked.post(STATS, inTeam)).toMatchObject({ status: 200 })
  expect(await clocked.post(STATS, inTeam, { key: late.key })).toMatchObject({ status: 200 })
})

test('a key short enough to be guessed is throttled like a wrong one', async () => {
  const clock = { micros: 0 }
  const clocked = await startService({ now: () => clock.micros })
  const { user } = await clocked.createUser({ entity: 'team' })
  const hash = hashSecret('short')
  const key = { id: 'short', user_id: user.id, name: 'short', hash, scope: 'all', project_id: null } as const
  await clocked.storage.accounts.putKey({ ...key, created_at: 0, expires_at: null })

  await fill(clocked)

  expect(await clocked.post(STATS, inTeam, { key: 'short' })).toMatchObject({ status: 429 })
  clock.micros += 60_000_000
  expect(await clocked.post(STATS, inTeam, { key: 'short' })).toMatchObject({ status: 200 })
})

test('behind a trusted proxy, clients are throttled separately', async () => {
  const proxied = await startService({ trustedProxies: ['127.0.0.0/8'], now: () => 0 })
  const from = (address: string) => ({ key: 'wrong', headers: { 'x-forwarded-for': address } })

  await fill(proxied, from('192.0.2.1').headers)

  expect(await proxied.post(STATS, inTeam, from('192.0.2.1'))).toMatchObject({ status: 429 })
  expect(await proxied.post(STATS, inTeam, from('192.0.2.2'))).toMatchObject({ status: 401 })
})

test('an untrusted client cannot spoof its address', async () => {
  const direct = await startService({ trustedProxies: ['192.0.2.9'], now: () => 0 })

  await fill(direct, { 'x-forwarded-for': '192.0.2.1' })

  const headers = { 'x-forwarded-for': '192.0.2.2' }
  expect(await direct.post(STATS, inTeam, { key: 'wrong', headers })).toMatchObject({ status: 429 })
})

test('public routes need no key and ignore a wrong one', async () => {
  for (const path of [
    '/health',
    '/healthz',
    '/readyz',
    '/server_info',
    '/version',
    '/openapi.json',
    '/docs',
    '/traces/health',
  ]) {
    expect(await service.get(path, { key: null })).toMatchObject({ status: 200 })
    expect(await service.get(path, { key: 'wrong' })).toMatchObject({ status: 200 })
  }
})

test('an unknown route gets 401 rather than 404 without a key', async () => {
  expect(await service.get('/nothing/here', { key: null })).toMatchObject({ status: 401 })
  expect(await service.get('/nothing/here')).toMatchObject({ status: 404 })
})

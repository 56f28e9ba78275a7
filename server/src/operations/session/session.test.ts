import { closeSession, openSession, readSession } from '@heddle/contract/session'
import { expect, test } from 'vitest'
import { type Service, startService } from '../../testing/service.ts'

const PAGE = { 'sec-fetch-site': 'same-origin' }
const DAY = 86_400_000_000

/** The cookie as a browser sends it back. */
const cookieOf = (headers: Readonly<Record<string, unknown>>) =>
  String(headers['set-cookie']).split(';')[0] ?? ''

async function signIn(service: Service, secret: { key: string } | { token: string }) {
  const reply = await service.post('/session', secret, { key: null })
  return { ...reply, cookie: cookieOf(reply.headers) }
}

const asBrowser = (cookie: string, headers: Record<string, string> = PAGE) => ({
  key: null,
  headers: { cookie, ...headers },
})

const PROJECTS = '/projects/query'

test('a key signs in, and the cookie then has the access of the key', async () => {
  const service = await startService()

  const { body, cookie } = await signIn(service, { key: service.adminKey })

  const { id, name } = service.admin
  expect(body).toMatchObject({ user: { id, name, server_admin: true }, scope: 'all', project_id: null })
  expect(await service.get(readSession.path, asBrowser(cookie))).toMatchObject({ status: 200, body })
  expect(await service.post(PROJECTS, {}, asBrowser(cookie))).toMatchObject({ status: 200 })
})

test('the cookie is not accessible to scripts and other sites', async () => {
  const service = await startService()

  const { headers } = await signIn(service, { key: service.adminKey })

  expect(headers['set-cookie']).toMatch(/; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Strict$/)
})

const FORWARDED = {
  host: '127.0.0.1:6340',
  'x-forwarded-host': 'traces.example:8443',
  'x-forwarded-proto': 'https',
}

test('behind a trusted proxy that speaks HTTPS, the cookie is never sent over plain HTTP', async () => {
  const service = await startService({ trustedProxies: ['127.0.0.1'] })

  const reply = await service.post('/session', { key: service.adminKey }, { key: null, headers: FORWARDED })

  expect(reply.headers['set-cookie']).toMatch(/^heddle_session_8443=.*; Secure$/)
})

test('proxy headers are trusted only from a trusted proxy', async () => {
  const service = await startService()

  const reply = await service.post('/session', { key: service.adminKey }, { key: null, headers: FORWARDED })

  expect(reply.headers['set-cookie']).toMatch(/^heddle_session_6340=.*; SameSite=Strict$/)
})

test('a page loaded over HTTPS gets a secure cookie even without a trusted proxy', async () => {
  const service = await startService()
  const headers = { host: 'traces.example', origin: 'https://traces.example' }

  const reply = await service.post('/session', { key: service.adminKey }, { key: null, headers })

  expect(reply.headers['set-cookie']).toMatch(/^heddle_session=.*; Secure$/)
})

test('a one-time token signs in once', async () => {
  const service = await startService()
  const token = service.signInTokens.issue(service.admin.id)

  const first = await signIn(service, { token })
  const second = await signIn(service, { token })

  expect(first).toMatchObject({ status: 200, body: { user: { id: service.admin.id } } })
  expect(await service.get('/session', asBrowser(first.cookie))).toMatchObject({ status: 200 })
  expect(second).toMatchObject({ status: 401 })
})

test('nobody is signed in without a session, and browsers are not asked for a password', async () => {
  const service = await startService()
  const headers = { 'user-agent': 'Mozilla/5.0', cookie: 'heddle_session_80=wrong' }

  const reply = await service.get('/session', { key: null, headers })

  expect(reply.status).toBe(401)
  expect(reply.headers).not.toHaveProperty('www-authenticate')
})

test('signing out ends the session on the server too', async () => {
  const service = await startService()
  const { cookie } = await signIn(service, { key: service.adminKey })
  const browser = asBrowser(cookie)
  expect(await service.get('/session', browser)).toMatchObject({ status: 200 })

  const reply = await service.request({ method: 'DELETE', url: closeSession.path, ...browser })

  expect(reply).toMatchObject({
    status: 200,
    headers: { 'set-cookie': expect.stringContaining('Max-Age=0') },
  })
  expect(await service.get('/session', browser)).toMatchObject({ status: 401 })
})

test.each([
  ['a page of another site', { 'sec-fetch-site': 'cross-site' }],
  ['a page of another subdomain', { 'sec-fetch-site': 'same-site' }],
  ['a page of another port', { origin: 'http://localhost:1' }],
  ['a document without an origin', { origin: 'null' }],
  ['nobody knows where', {}],
])('with a session, nothing that could change something is taken from %s', async (_, headers) => {
  const service = await startService()
  const { cookie } = await signIn(service, { key: service.adminKey })

  expect(await service.post(PROJECTS, {}, asBrowser(cookie, headers))).toMatchObject({ status: 403 })
})

test('without Sec-Fetch-Site, the origin of the page is checked', async () => {
  const service = await startService()
  const host = '192.0.2.1:6340'
  const { headers } = await service.post(
    '/session',
    { key: service.adminKey },
    { key: null, headers: { host } },
  )
  const from = (origin: string) => asBrowser(cookieOf(headers), { host, origin })

  expect(await service.post(PROJECTS, {}, from(`http://${host}`))).toMatchObject({ status: 200 })
  expect(await service.post(PROJECTS, {}, from('http://192.0.2.1:9999'))).toMatchObject({ status: 403 })
})

test('another site cannot sign anyone in', async () => {
  const service = await startService()
  const headers = { 'sec-fetch-site': 'cross-site' }

  const reply = await service.post('/session', { key: service.adminKey }, { key: null, headers })

  expect(reply).toMatchObject({ status: 403 })
  expect(reply.headers).not.toHaveProperty('set-cookie')
})

test('a key takes precedence over a cookie, and may come from any page', async () => {
  const service = await startService()
  const { cookie } = await signIn(service, { key: service.adminKey })

  expect(await service.post(PROJECTS, {}, { headers: { cookie } })).toMatchObject({ status: 200 })
  expect(await service.post(PROJECTS, {}, { key: 'wrong', headers: { cookie, ...PAGE } })).toMatchObject({
    status: 401,
  })
})

test('a session has the limits of its key, and ends with it', async () => {
  const clock = { micros: 0 }
  const service = await startService({ now: () => clock.micros })
  const { user, key } = await service.createUser({ entity: 'team', key: { scope: 'read' } })
  const { cookie } = await signIn(service, { key })
  const note = { project_id: 'team/app', weave_ref: 'weave:///team/app/call/c1' }

  const write = await service.post(
    '/feedback/create',
    { ...note, feedback_type: 'x', payload: {} },
    asBrowser(cookie),
  )
  expect(write).toMatchObject({ status: 403 })

  for (const { id } of await service.storage.accounts.keys(user.id))
    await service.storage.accounts.removeKey(id)
  clock.micros += 1_000_000

  expect(await service.get('/session', asBrowser(cookie))).toMatchObject({ status: 401 })
})

test('a key that was just revoked opens no session', async () => {
  const service = await startService()
  const { user, key } = await service.createUser({ entity: 'team' })
  expect(await service.post(PROJECTS, {}, { key })).toMatchObject({ status: 200 })

  for (const { id } of await service.storage.accounts.keys(user.id))
    await service.storage.accounts.removeKey(id)

  expect(await signIn(service, { key })).toMatchObject({ status: 401 })
})

test('a session lasts thirty days', async () => {
  const clock = { micros: 0 }
  const service = await startService({ now: () => clock.micros })
  const { cookie } = await signIn(service, { key: service.adminKey })

  clock.micros = 30 * DAY - 1
  expect(await service.get('/session', asBrowser(cookie))).toMatchObject({ status: 200 })
  clock.micros = 30 * DAY + 1_000_000
  expect(await service.get('/session', asBrowser(cookie))).toMatchObject({ status: 401 })
})

test('an address that guesses keys and tokens is throttled', async () => {
  const service = await startService({ now: () => 0 })

  for (let attempt = 0; attempt < 20; attempt++) {
    const guess = attempt % 2 === 0 ? { key: `guess-${attempt}` } : { token: `guess-${attempt}` }
    expect(await signIn(service, guess)).toMatchObject({ status: 401 })
  }

  expect(await signIn(service, { key: 'guess' })).toMatchObject({ status: 429 })
  expect(await signIn(service, { token: 'guess' })).toMatchObject({ status: 429 })
})

test('a valid key or token signs in even if others guess from the same address', async () => {
  const service = await startService({ now: () => 0 })
  for (let attempt = 0; attempt < 30; attempt++) await signIn(service, { key: `guess-${attempt}` })

  const token = service.signInTokens.issue(service.admin.id)

  expect(await signIn(service, { key: service.adminKey })).toMatchObject({ status: 200 })
  expect(await signIn(service, { token })).toMatchObject({ status: 200 })
})

test('signing in takes a key or a token, and not both', async () => {
  const service = await startService()

  expect(await service.post(openSession.path, {}, { key: null })).toMatchObject({ status: 400 })
  expect(await service.post(openSession.path, { key: 'a', token: 'b' }, { key: null })).toMatchObject({
    status: 400,
  })
})

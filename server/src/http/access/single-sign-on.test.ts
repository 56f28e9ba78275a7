import { queryAuditLog } from '@heddle/contract/audit'
import { readServerInfo } from '@heddle/contract/service'
import { SessionReply } from '@heddle/contract/session'
import { addUser, setMember } from '@heddle/contract/settings'
import * as Type from 'typebox'
import * as Value from 'typebox/value'
import { expect, test } from 'vitest'
import { parseClaimRules } from '../../domain/accounts/single-sign-on.ts'
import { type Service, startService } from '../../testing/service.ts'
import { CLIENT, openForgingProvider, openSignInProvider } from '../../testing/sign-in-provider.ts'

/** Claims of the provider's users, by login. */
const PEOPLE: Readonly<Record<string, object>> = {
  ada: { email: 'Ada@Example.org', email_verified: true, groups: ['ml'] },
  bob: { email: 'bob@example.org', email_verified: true, groups: ['ops', 'ml'] },
  eve: { email: 'eve@elsewhere.org', email_verified: true, groups: ['ml'] },
  mal: { email: 'ada@example.org', email_verified: false, groups: ['ml'] },
  nil: { email: 'nil@example.org', email_verified: true, groups: [] },
}

/** A service with single sign-on by a real provider. */
async function serviceWithProvider() {
  const { issuer, serve } = await openSignInProvider((login) => PEOPLE[login] ?? {})
  const policy = {
    domains: ['example.org'],
    rules: parseClaimRules('groups=ml:team/editor, groups=ops:admin') ?? [],
  }
  const service = await startService({ singleSignOn: { name: 'Example', issuer, ...CLIENT, policy } })
  const url = await service.listen()
  serve(url)
  return { service, url }
}

/** A browser that follows redirects by itself, with the cookies of each site. */
class TestBrowser {
  readonly #cookies = new Map<string, string>()

  cookieOf(name: string): string | undefined {
    return [...this.#cookies].find(([key]) => key.endsWith(` ${name}`))?.[1]
  }

  async visit(url: string, form?: Record<string, string>): Promise<{ url: string; reply: Response }> {
    const { origin } = new URL(url)
    const sent = [...this.#cookies].flatMap(([key, value]) => {
      const [site = '', name = ''] = key.split(' ')
      return site === origin ? [`${name}=${value}`] : []
    })
    const reply = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: sent.join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const line of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      this.#cookies.set(`${origin} ${name}`, value)
    }
    return { url, reply }
  }

  /** Visits a page and those it redirects to, up to one of the given path. */
  async follow(start: string, isEnd: (url: URL) => boolean, form?: Record<string, string>) {
    let { url, reply } = await this.visit(start, form)
    for (let hop = 0; hop < 10 && reply.status >= 300 && reply.status < 400; hop++) {
      const next = new URL(reply.headers.get('location') ?? '', url)
      if (isEnd(next)) return next
      ;({ url, reply } = await this.visit(next.href))
    }
    return new URL(url)
  }

  /** Signs in at the provider, up to the callback. */
  async authorize(url: string, login: string, to = '/'): Promise<URL> {
    const isCallback = ({ pathname }: URL) => pathname === '/auth/oidc/callback'
    const start = `${url}/auth/oidc/start?to=${encodeURIComponent(to)}`
    const asked = await this.follow(start, isCallback)
    const consent = await this.follow(asked.href, isCallback, { prompt: 'login', login, password: 'any' })
    return this.follow(consent.href, isCallback, { prompt: 'consent' })
  }
}

/** Signs somebody in. Returns the page on which they end up, and their session. */
async function signIn(url: string, login: string, to = '/') {
  const browser = new TestBrowser()
  const callback = await browser.authorize(url, login, to)
  const { reply } = await browser.visit(callback.href)
  const session = await browser.visit(`${url}/session`)
  return {
    to: reply.headers.get('location'),
    cookies: reply.headers.getSetCookie(),
    status: session.reply.status,
    session: Value.Parse(Type.Partial(SessionReply), await session.reply.json()),
  }
}

test('people sign in through the provider, with the roles of their claims', async () => {
  const { url, service } = await serviceWithProvider()

  const ada = await signIn(url, 'ada', '/team/app/weave/traces?range=1d')
  const bob = await signIn(url, 'bob')

  expect(ada).toMatchObject({
    to: '/team/app/weave/traces?range=1d',
    status: 200,
    session: {
      user: { name: 'ada@example.org', server_admin: false },
      memberships: [{ entity: 'team', role: 'editor' }],
      scope: 'all',
    },
  })
  expect(ada.cookies.join('\n')).toMatch(/heddle_session\w*=[^;]+;.*HttpOnly; SameSite=Strict/)
  expect(bob.session).toMatchObject({ user: { server_admin: true } })
  const { entries } = await service.call(queryAuditLog, { user_name: 'single sign-on' })
  expect(entries.map(({ action, target }) => `${action} ${target}`)).toEqual(
    expect.arrayContaining([
      'user.add ada@example.org',
      'role.grant ada@example.org',
      'user.add bob@example.org',
    ]),
  )
  expect(await service.call(readServerInfo, {})).toMatchObject({ single_sign_on: 'Example' })
})

test('somebody who signs in again is the same user, and loses roles that their claims no longer give', async () => {
  const { url, service } = await serviceWithProvider()
  const first = await signIn(url, 'ada')
  await service.storage.accounts.putMembership({
    user_id: first.session.user?.id ?? '',
    entity: 'team',
    role: 'admin',
  })
  await service.storage.accounts.putMembership({
    user_id: first.session.user?.id ?? '',
    entity: 'own',
    role: 'viewer',
  })

  const second = await signIn(url, 'ada')

  expect(second.session.user).toEqual(first.session.user)
  expect(second.session.memberships).toEqual(
    expect.arrayContaining([
      { entity: 'team', role: 'editor' },
      { entity: 'own', role: 'viewer' },
    ]),
  )
})

test('somebody whom an admin added with capital letters is that user', async () => {
  const { url, service } = await serviceWithProvider()
  await service.call(addUser, { name: 'Nil@Example.org' })
  await service.call(setMember, { user_name: 'Nil@Example.org', entity: 'own', role: 'viewer' })

  expect((await signIn(url, 'nil')).session).toMatchObject({
    user: { name: 'Nil@Example.org' },
    memberships: [{ entity: 'own', role: 'viewer' }],
  })
})

test('a server admin whose claims no longer give any role is refused, and loses that access everywhere', async () => {
  const { url, service } = await serviceWithProvider()
  const { accounts } = service.storage
  const nil = { id: 'nil', name: 'nil@example.org', server_admin: true, created_at: 1 }
  await accounts.putUser(nil)
  await accounts.putMembership({ user_id: nil.id, entity: 'team', role: 'admin' })

  expect(await signIn(url, 'nil')).toMatchObject({ to: '/?sign_in=refused', status: 401 })

  expect((await accounts.users()).find(({ id }) => id === nil.id)).toEqual({ ...nil, server_admin: false })
  expect(await accounts.memberships(nil.id)).toEqual([])
  const { entries } = await service.call(queryAuditLog, { action: 'role.revoke' })
  expect(entries.map(({ entity, target }) => [entity, target])).toEqual([
    [null, nil.name],
    ['team', nil.name],
  ])
})

test.each<[string, string, (claims: object) => object]>([
  ['an honest ID token', '/', (claims) => claims],
  ['an address with an apostrophe', '/', (claims) => ({ ...claims, email: "o'brien@example.org" })],
  ['a token for another client', '/?sign_in=failed', (claims) => ({ ...claims, aud: 'other' })],
  ['a token of another sign-in', '/?sign_in=failed', (claims) => ({ ...claims, nonce: 'other' })],
  ['a token without a nonce', '/?sign_in=failed', (claims) => ({ ...claims, nonce: undefined })],
  ['a token of another issuer', '/?sign_in=failed', (claims) => ({ ...claims, iss: 'http://127.0.0.1:1' })],
  ['a token that has expired', '/?sign_in=failed', (claims) => ({ ...claims, iat: 1, exp: 2 })],
  ['a token without an address', '/?sign_in=refused', (claims) => ({ ...claims, email: undefined })],
  ['a token with the name of a local user', '/?sign_in=refused', (claims) => ({ ...claims, email: 'admin' })],
])('a sign-in with %s ends at %s', async (_, to, forge) => {
  const issuer = await openForgingProvider(forge)
  const policy = { domains: [], rules: parseClaimRules('*:team/viewer') ?? [] }
  const service = await startService({ singleSignOn: { name: 'x', issuer, ...CLIENT, policy } })
  const url = await service.listen()
  const browser = new TestBrowser()
  const callback = await browser.follow(
    `${url}/auth/oidc/start`,
    ({ pathname }) => pathname === '/auth/oidc/callback',
  )

  const { reply } = await browser.visit(callback.href)

  expect(reply.headers.get('location')).toBe(to)
  expect((await browser.visit(`${url}/session`)).reply.status).toBe(to === '/' ? 200 : 401)
})

test.each(['eve', 'mal', 'nil'])('%s is refused, and no user is added', async (login) => {
  const { url, service } = await serviceWithProvider()
  const before = await service.storage.accounts.users()

  expect(await signIn(url, login)).toMatchObject({ to: '/?sign_in=refused', status: 401 })

  expect(await service.storage.accounts.users()).toEqual(before)
})

test('a callback from another browser, with another state or sent twice signs nobody in', async () => {
  const { url } = await serviceWithProvider()
  const browser = new TestBrowser()
  const callback = await browser.authorize(url, 'ada')
  const stranger = new TestBrowser()
  const other = new URL(callback)
  other.searchParams.set('state', 'another')

  const failed = async (visitor: TestBrowser, at: string) =>
    (await visitor.visit(at)).reply.headers.get('location') === '/?sign_in=failed'

  expect(await failed(stranger, callback.href)).toBe(true)
  expect(await failed(browser, other.href)).toBe(true)
  expect(await failed(browser, callback.href)).toBe(true)
  expect((await browser.visit(`${url}/session`)).reply.status).toBe(401)
})

test.each([
  '//evil.example/x',
  '/.//evil.example/x',
  '/..//evil.example/x',
  '/./\\evil.example',
  'https://evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  '%',
])('a sign-in does not end at %s', async (to) => {
  const { url } = await serviceWithProvider()

  expect((await signIn(url, 'ada', to)).to).toBe('/')
})

test('an unreachable provider is explained on the sign-in page, and API keys keep working', async () => {
  const policy = { domains: [], rules: [] }
  const service: Service = await startService({
    singleSignOn: { name: 'x', issuer: 'http://127.0.0.1:1', clientId: 'a', clientSecret: 'b', policy },
  })

  const reply = await fetch(`${await service.listen()}/auth/oidc/start`, { redirect: 'manual' })

  expect(reply.headers.get('location')).toBe('/?sign_in=unavailable')
  expect(await service.get('/session')).toMatchObject({ status: 200 })
})

test('without a provider there is no single sign-on', async () => {
  const service = await startService()

  expect((await service.get('/auth/oidc/start', { key: null })).status).toBe(401)
  expect(await service.call(readServerInfo, {})).toMatchObject({ single_sign_on: null })
})

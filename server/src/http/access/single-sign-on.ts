import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { newSession } from '../../domain/accounts/account.ts'
import type { Claims, SignInPolicy } from '../../domain/accounts/single-sign-on.ts'
import { messageOf, ServiceError } from '../../errors.ts'
import type { Services } from '../../operations/operation.ts'
import { signInByClaims } from '../../operations/session/single-sign-on.ts'
import type { Authenticator } from './authenticator.ts'
import { browserOf } from './browser.ts'

/** An OpenID Connect provider that people sign in with. */
export interface SingleSignOn {
  /** Shown on the button of the sign-in page. */
  readonly name: string
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly policy: SignInPolicy
}

export const SIGN_ON_PATHS = { start: '/auth/oidc/start', callback: '/auth/oidc/callback' } as const

/** What a sign-in needs when the provider sends the browser back. Kept in a cookie, so that any server can complete it. */
interface Pending {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  /** Where to go afterwards. */
  readonly to: string
}

const COOKIE = 'heddle_oidc'
const PENDING_SECONDS = 600
const PROVIDER_TIMEOUT_SECONDS = 10

/**
 * Signs browsers in with the authorization code flow with PKCE, state and nonce. The cookie of a sign-in in progress is sent with
 * the visit that comes from the provider's site; that of the session is not, and never is from other sites.
 */
export function serveSingleSignOn(
  app: FastifyInstance,
  sso: SingleSignOn,
  services: Services,
  authenticator: Authenticator,
  basePath: string,
): void {
  const provider = providerOf(sso)
  const callbackUrl = ({ protocol, host }: FastifyRequest): string =>
    `${protocol}://${host}${basePath}${SIGN_ON_PATHS.callback}`

  /** Shows the sign-in page with what went wrong, since a person looks at the answer. */
  const explain = (request: FastifyRequest, reply: FastifyReply, error: unknown) => {
    request.log.warn({ err: error }, 'single sign-on failed')
    const code = error instanceof ServiceError ? error.code : undefined
    const outcome = code === 'forbidden' ? 'refused' : code === 'unavailable' ? code : 'failed'
    return reply.redirect(`${basePath}/?sign_in=${outcome}`)
  }

  app.get<{ Querystring: { to?: unknown } }>(SIGN_ON_PATHS.start, async (request, reply) => {
    const found = await provider().catch((error: unknown) => void explain(request, reply, error))
    if (!found) return reply
    const { client, config } = found
    const verifier = client.randomPKCECodeVerifier()
    const pending: Pending = {
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier,
      to: pathWithin(basePath, request.query.to),
    }
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: callbackUrl(request),
      scope: 'openid email profile',
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state: pending.state,
      nonce: pending.nonce,
    })
    setCookie(request, reply, basePath, Buffer.from(JSON.stringify(pending)).toString('base64url'))
    return reply.redirect(url.href)
  })

  app.get(SIGN_ON_PATHS.callback, async (request, reply) => {
    setCookie(request, reply, basePath, '')
    try {
      const pending = pendingIn(request)
      const claims = await claimsFor(provider, new URL(callbackUrl(request)), request, pending)
      const actor = { via: 'server', actor_id: null, actor_name: 'single sign-on' } as const
      const user = await signInByClaims({ ...services, actor }, claims, sso.policy)
      const { id, session } = newSession({ user_id: user.id, key_id: null }, services.now())
      await services.storage.accounts.putSession(session)
      browserOf(request, reply, authenticator).keep(id)
      return reply.redirect(pending.to)
    } catch (error) {
      return explain(request, reply, error)
    }
  })
}

type Client = typeof import('openid-client')
type Provider = () => Promise<{ client: Client; config: Awaited<ReturnType<Client['discovery']>> }>

/** Discovers the provider with the first sign-in, and again after a failure: the server starts without it. */
function providerOf({ issuer, clientId, clientSecret }: SingleSignOn): Provider {
  let found: ReturnType<Provider> | undefined
  const discover: Provider = async () => {
    const client = await import('openid-client')
    const url = new URL(issuer)
    const insecure = url.protocol === 'http:' ? { execute: [client.allowInsecureRequests] } : {}
    const options = { timeout: PROVIDER_TIMEOUT_SECONDS, ...insecure }
    return { client, config: await client.discovery(url, clientId, clientSecret, undefined, options) }
  }
  return () => {
    found ??= discover().catch((error: unknown) => {
      found = undefined
      const reason = messageOf(error)
      throw new ServiceError('unavailable', `The sign-in provider cannot be reached: ${reason}`)
    })
    return found
  }
}

/** Checks state, nonce, PKCE and the ID token. Many providers return addresses and groups only from their userinfo endpoint. */
async function claimsFor(
  provider: Provider,
  callback: URL,
  request: FastifyRequest,
  { state, nonce, verifier }: Pending,
): Promise<Claims> {
  const { client, config } = await provider()
  callback.search = new URL(request.url, callback).search
  const tokens = await client.authorizationCodeGrant(config, callback, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims) throw new Error('the provider sent no ID token')
  if (!config.serverMetadata().userinfo_endpoint) return claims
  return { ...(await client.fetchUserInfo(config, tokens.access_token, claims.sub)), ...claims }
}

function pendingIn({ headers }: FastifyRequest): Pending {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim().split('=', 2))
  const [, value = ''] = pairs.find(([name]) => name === COOKIE) ?? []
  const parsed: unknown = value === '' ? null : JSON.parse(Buffer.from(value, 'base64url').toString())
  if (!isPending(parsed)) throw new Error('no sign-in is in progress in this browser')
  return parsed
}

const isPending = (value: unknown): value is Pending =>
  typeof value === 'object' &&
  value !== null &&
  ['state', 'nonce', 'verifier', 'to'].every(
    (name) => typeof new Map<string, unknown>(Object.entries(value)).get(name) === 'string',
  )

/** A path of this server, so that a link cannot make a sign-in end elsewhere. */
function pathWithin(basePath: string, to: unknown): string {
  const [here, home] = ['http://here', `${basePath}/`]
  if (typeof to !== 'string' || !to.startsWith('/') || !URL.canParse(to, here)) return home
  const { origin, pathname, search } = new URL(to, here)
  // A browser takes what follows two slashes for another host.
  const isHere = origin === here && pathname.startsWith(home) && !pathname.startsWith('//')
  return isHere ? `${pathname}${search}` : home
}

function setCookie(request: FastifyRequest, reply: FastifyReply, basePath: string, value: string): void {
  const age = value === '' ? 0 : PENDING_SECONDS
  const secure = request.protocol === 'https' ? '; Secure' : ''
  const path = `${basePath}/auth/oidc`
  void reply.header(
    'set-cookie',
    `${COOKIE}=${value}; Path=${path}; Max-Age=${age}; HttpOnly; SameSite=Lax${secure}`,
  )
}

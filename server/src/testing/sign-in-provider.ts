import { generateKeyPairSync, sign } from 'node:crypto'
import { createServer } from 'node:http'
import Provider from 'oidc-provider'
import { onTestFinished } from 'vitest'

export const CLIENT = { clientId: 'heddle', clientSecret: 'secret-of-the-client-at-the-provider' } as const

interface SignInProvider {
  readonly issuer: string
  /** Starts the provider, which redirects browsers back to this service. */
  readonly serve: (serviceUrl: string) => void
}

/** A real OpenID Connect provider on a port of its own, until the test is over. `claimsOf` returns the claims of a login. */
export async function openSignInProvider(claimsOf: (login: string) => object): Promise<SignInProvider> {
  const { server, issuer } = await listen()
  return {
    issuer,
    serve(serviceUrl) {
      const redirect_uris = [`${serviceUrl}/auth/oidc/callback`]
      const provider = new Provider(issuer, {
        clients: [{ client_id: CLIENT.clientId, client_secret: CLIENT.clientSecret, redirect_uris }],
        claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['groups'] },
        findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, ...claimsOf(id) }) }),
        pkce: { required: () => true },
      })
      server.on('request', provider.callback())
    },
  }
}

/** A provider that signs everybody in at once, with an ID token whose claims the test changes. Returns its issuer. */
export async function openForgingProvider(forge: (claims: object) => object): Promise<string> {
  const { server, issuer } = await listen()
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  let nonce = ''

  function idToken(): string {
    const now = Math.floor(Date.now() / 1000)
    const honest = { iss: issuer, aud: CLIENT.clientId, sub: 'ada', nonce, iat: now, exp: now + 60 }
    const signed = [{ alg: 'RS256', kid: 'key' }, forge({ ...honest, email: 'ada@example.org' })]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.')
    return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`
  }

  const documents: Readonly<Record<string, () => object>> = {
    '/.well-known/openid-configuration': () => ({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
    }),
    '/keys': () => ({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'key', alg: 'RS256' }] }),
    '/token': () => ({ access_token: 'any', token_type: 'bearer', id_token: idToken() }),
  }
  server.on('request', ({ url = '' }, reply) => {
    const { pathname, searchParams } = new URL(url, issuer)
    const document = documents[pathname]
    if (document)
      return void reply.setHeader('content-type', 'application/json').end(JSON.stringify(document()))
    nonce = searchParams.get('nonce') ?? ''
    const state = encodeURIComponent(searchParams.get('state') ?? '')
    reply.writeHead(303, { location: `${searchParams.get('redirect_uri')}?code=any&state=${state}` }).end()
  })
  return issuer
}

/** A server on a free port of this machine, until the test is over. */
async function listen() {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  return { server, issuer: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}` }
}

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
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  const issuer = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
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

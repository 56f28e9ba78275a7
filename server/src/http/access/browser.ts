import type { FastifyReply, FastifyRequest } from 'fastify'
import { SESSION_SECONDS } from '../../domain/accounts/account.ts'
import { ServiceError } from '../../errors.ts'
import type { Browser } from '../../operations/operation.ts'
import type { Authenticator } from './authenticator.ts'

/** The session of the requesting browser, read from and written to cookies. */
export function browserOf(
  request: FastifyRequest,
  reply: FastifyReply,
  authenticator: Authenticator,
): Browser {
  const sessionId = sessionIdFrom(request)
  return {
    sessionId,
    async prove(secret) {
      // Prevents login CSRF: another site could sign people in to an account that reads what they record.
      if (isOtherOrigin(request)) throw new ServiceError('forbidden', 'Sign in on a page of this server')
      return authenticator.prove(secret, request.ip)
    },
    keep: (id) => void reply.header('set-cookie', sessionCookie(request, id)),
    forget() {
      if (sessionId !== undefined) authenticator.forget(sessionId)
      reply.header('set-cookie', noSessionCookie(request))
    },
  }
}

/** `host` and `protocol` are those that a trusted proxy reports, if there is one. */
type Request = Pick<FastifyRequest, 'headers' | 'host' | 'protocol'>

/**
 * Whether the request comes from a page of this server. Browsers send `Sec-Fetch-Site` over HTTPS and from
 * localhost; elsewhere they send `Origin`, with every method but GET and HEAD.
 */
export function isSameOrigin({ headers, host }: Request): boolean {
  const { 'sec-fetch-site': site, origin } = headers
  if (site !== undefined) return site === 'same-origin'
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === host
}

/** Whether the request comes from a page of another site. Clients other than browsers send neither header. */
function isOtherOrigin(request: Request): boolean {
  const { headers } = request
  const isPage = headers['sec-fetch-site'] !== undefined || headers.origin !== undefined
  return isPage && !isSameOrigin(request)
}

/** The id of the session a request belongs to. */
export function sessionIdFrom(request: Request): string | undefined {
  const name = nameFor(request)
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [key = '', value = ''] = pair.trim().split('=', 2)
    if (key === name && value !== '') return value
  }
  return undefined
}

/** A cookie that scripts cannot read and that is not sent with requests from other sites. */
function sessionCookie(request: Request, sessionId: string): string {
  return cookie(request, sessionId, SESSION_SECONDS)
}

function noSessionCookie(request: Request): string {
  return cookie(request, '', 0)
}

function cookie(request: Request, value: string, seconds: number): string {
  const secure = isSecure(request) ? '; Secure' : ''
  return `${nameFor(request)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`
}

/** Whether the page was loaded over HTTPS, as a trusted proxy or the browser's `Origin` says. */
function isSecure(request: Request): boolean {
  if (request.protocol === 'https') return true
  const { origin } = request.headers
  return origin?.startsWith('https://') === true && isSameOrigin(request)
}

/** Cookies are shared by all ports of a host, so the port is part of the name. */
function nameFor({ host }: Request): string {
  const port = /:(\d+)$/.exec(host)?.[1]
  return port === undefined ? 'heddle_session' : `heddle_session_${port}`
}

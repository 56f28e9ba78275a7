import type { FastifyRequest } from 'fastify'
import { SESSION_SECONDS } from '../domain/accounts/account.ts'
import { isSameOrigin } from './same-origin.ts'

type Request = Pick<FastifyRequest, 'headers' | 'host' | 'protocol'>

/** The id of the session a request belongs to. */
export function sessionIdFrom(request: Request): string | undefined {
  const name = nameFor(request)
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [key = '', value = ''] = pair.trim().split('=', 2)
    if (key === name && value !== '') return value
  }
  return undefined
}

/** Keeps the session in the browser, out of reach of scripts and of other sites. */
export function sessionCookie(request: Request, sessionId: string): string {
  return cookie(request, sessionId, SESSION_SECONDS)
}

export function noSessionCookie(request: Request): string {
  return cookie(request, '', 0)
}

function cookie(request: Request, value: string, seconds: number): string {
  const secure = isSecure(request) ? '; Secure' : ''
  return `${nameFor(request)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`
}

/** Whether a trusted proxy speaks TLS for this server, or the browser says that its page came that way. */
function isSecure(request: Request): boolean {
  if (request.protocol === 'https') return true
  const { origin } = request.headers
  return origin?.startsWith('https://') === true && isSameOrigin(request)
}

/** Browsers keep cookies by host and not by port; the name keeps two servers on one host apart. */
function nameFor({ host }: Request): string {
  const port = /:(\d+)$/.exec(host)?.[1]
  return port === undefined ? 'heddle_session' : `heddle_session_${port}`
}

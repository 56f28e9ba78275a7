import type { IncomingHttpHeaders } from 'node:http'
import { SESSION_SECONDS } from '../domain/session.ts'

/** The id of the session a request belongs to. */
export function sessionIdFrom(headers: IncomingHttpHeaders): string | undefined {
  const name = nameFor(headers)
  for (const pair of (headers.cookie ?? '').split(';')) {
    const [key = '', value = ''] = pair.trim().split('=', 2)
    if (key === name && value !== '') return value
  }
  return undefined
}

/** Keeps the session in the browser, out of reach of scripts and of other sites. */
export function sessionCookie(headers: IncomingHttpHeaders, sessionId: string): string {
  return cookie(headers, sessionId, SESSION_SECONDS)
}

export function noSessionCookie(headers: IncomingHttpHeaders): string {
  return cookie(headers, '', 0)
}

function cookie(headers: IncomingHttpHeaders, value: string, seconds: number): string {
  const secure = headers['x-forwarded-proto'] === 'https' ? '; Secure' : ''
  return `${nameFor(headers)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`
}

/** Browsers keep cookies by host and not by port; the name keeps two servers on one host apart. */
function nameFor({ host = '' }: IncomingHttpHeaders): string {
  const port = /:(\d+)$/.exec(host)?.[1]
  return port === undefined ? 'heddle_session' : `heddle_session_${port}`
}

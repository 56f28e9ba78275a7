import type { FastifyRequest } from 'fastify'

/** `host` is the one a trusted proxy names, where there is one. */
type Request = Pick<FastifyRequest, 'headers' | 'host'>

/**
 * Whether a browser says that a page of this server asks. Browsers tell the site of the page over
 * HTTPS and on this machine; elsewhere they tell its origin, on all but GET and HEAD.
 */
export function isSameOrigin({ headers, host }: Request): boolean {
  const { 'sec-fetch-site': site, origin } = headers
  if (site !== undefined) return site === 'same-origin'
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === host
}

/** Whether a browser says that a page of another server asks. What is no browser says nothing. */
export function isOtherOrigin(request: Request): boolean {
  const { headers } = request
  const isPage = headers['sec-fetch-site'] !== undefined || headers.origin !== undefined
  return isPage && !isSameOrigin(request)
}

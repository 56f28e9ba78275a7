import type { IncomingHttpHeaders } from 'node:http'

/**
 * Whether a browser says that a page of this server asks. Browsers tell the site of the page over
 * HTTPS and on this machine; elsewhere they tell its origin, on all but GET and HEAD.
 */
export function isSameOrigin({ 'sec-fetch-site': site, origin, host }: IncomingHttpHeaders): boolean {
  if (site !== undefined) return site === 'same-origin'
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === host
}

/** Whether a browser says that a page of another server asks. What is no browser says nothing. */
export function isOtherOrigin(headers: IncomingHttpHeaders): boolean {
  const isPage = headers['sec-fetch-site'] !== undefined || headers.origin !== undefined
  return isPage && !isSameOrigin(headers)
}

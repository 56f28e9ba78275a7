import type { FastifyRequest } from 'fastify'

/**
 * Everything that answers without a key. None of it says anything about what is stored.
 * Every other route, known or not, asks for a key first.
 */
const PUBLIC_PATHS: readonly string[] = [
  '/health',
  '/ready',
  '/server_info',
  '/version',
  '/openapi.json',
  '/docs',
  '/',
  '/favicon.svg',
  '/assets/*',
]

/** Open to POST alone: whoever signs in has no key to show yet. It slows down those who guess. */
const SIGN_IN_PATH = '/session'

/** Where the API is mounted: at the root, and where clients look that know only the base URL. */
export const MOUNTS = ['', '/traces'] as const

export function isPublic(request: FastifyRequest): boolean {
  const route = request.routeOptions.url
  if (route === undefined) return isPageVisit(request)
  return PUBLIC_ROUTES.has(route) || (request.method === 'POST' && SIGN_IN_ROUTES.has(route))
}

/** A person following a link to a page of the UI, which finds its way by the address. */
export function isPageVisit(request: FastifyRequest): boolean {
  const { method, headers } = request
  return (method === 'GET' || method === 'HEAD') && (headers.accept ?? '').includes('text/html')
}

const onAllMounts = (paths: readonly string[]): ReadonlySet<string> =>
  new Set(MOUNTS.flatMap((mount) => paths.map((path) => mount + path)))

const PUBLIC_ROUTES = onAllMounts(PUBLIC_PATHS)
const SIGN_IN_ROUTES = onAllMounts([SIGN_IN_PATH])

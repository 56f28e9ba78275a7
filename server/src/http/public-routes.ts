import type { FastifyRequest } from 'fastify'

/**
 * Everything that answers without a key. None of it says anything about what is stored.
 * Every other route, known or not, asks for a key first.
 */
const PUBLIC_PATHS: readonly string[] = [
  '/health',
  '/server_info',
  '/version',
  '/openapi.json',
  '/docs',
  '/',
  '/favicon.svg',
  '/assets/*',
]

/** Where the API is mounted: at the root, and where clients look that know only the base URL. */
export const MOUNTS = ['', '/traces'] as const

export function isPublic(request: FastifyRequest): boolean {
  const route = request.routeOptions.url
  return route === undefined ? isPageVisit(request) : PUBLIC_ROUTES.has(route)
}

/** A person following a link to a page of the UI, which finds its way by the address. */
export function isPageVisit(request: FastifyRequest): boolean {
  const { method, headers } = request
  return (method === 'GET' || method === 'HEAD') && (headers.accept ?? '').includes('text/html')
}

const PUBLIC_ROUTES: ReadonlySet<string> = new Set(
  MOUNTS.flatMap((mount) => PUBLIC_PATHS.map((path) => mount + path)),
)

import type { FastifyRequest } from 'fastify'
import { SIGN_ON_PATHS } from './single-sign-on.ts'

/**
 * Paths that need no authentication. None of them reveals stored data. Every other path, including unknown
 * ones, requires it.
 */
const PUBLIC_PATHS: ReadonlySet<string> = new Set([
  '/health',
  '/healthz',
  '/ready',
  '/readyz',
  '/server_info',
  '/version',
  '/openapi.json',
  '/docs',
  '/',
  '/favicon.svg',
  '/assets/*',
  SIGN_ON_PATHS.start,
  SIGN_ON_PATHS.callback,
])

/** Public for POST only, to sign in. Failed attempts are throttled. */
const SIGN_IN_PATH = '/session'

export function isPublic(request: FastifyRequest): boolean {
  const route = request.routeOptions.url
  if (route === undefined) return isPageVisit(request)
  return PUBLIC_PATHS.has(route) || (request.method === 'POST' && route === SIGN_IN_PATH)
}

/** Whether a browser navigates to a page of the UI, which does its own routing. */
export function isPageVisit(request: FastifyRequest): boolean {
  const { method, headers } = request
  return (method === 'GET' || method === 'HEAD') && (headers.accept ?? '').includes('text/html')
}

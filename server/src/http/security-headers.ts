import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/** Content security policy: pages load resources from this server only, and have no inline scripts and styles. */
export const PAGE_POLICY = policy("'self'")

/** For a page with one inline style. */
export const policyWithStyle = (style: string): string =>
  policy(`'sha256-${createHash('sha256').update(style).digest('base64')}'`)

function policy(styles: string): string {
  return [
    "default-src 'self'",
    "script-src 'self'",
    `style-src ${styles}`,
    "img-src 'self' data: blob:",
    "media-src 'self' data: blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Disables MIME sniffing and referrers on every response. */
export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' })
  })
}

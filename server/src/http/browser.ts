import type { FastifyReply, FastifyRequest } from 'fastify'
import { ServiceError } from '../errors.ts'
import type { Browser } from '../operations/operation.ts'
import type { Authenticator } from './authenticator.ts'
import { isOtherOrigin } from './same-origin.ts'
import { noSessionCookie, sessionCookie, sessionIdFrom } from './session-cookie.ts'

/** The browser at the other end, or whatever behaves like one. */
export function browserOf(
  request: FastifyRequest,
  reply: FastifyReply,
  authenticator: Authenticator,
): Browser {
  const sessionId = sessionIdFrom(request)
  return {
    sessionId,
    async prove(secret) {
      // Else another site could sign people in as someone who then reads what they record.
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

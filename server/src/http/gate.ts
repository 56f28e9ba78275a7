import type { FastifyInstance } from 'fastify'
import { ANONYMOUS, type Caller, mayAccess } from '../domain/access.ts'
import { ServiceError } from '../domain/errors.ts'
import { checkProjectId } from '../domain/project.ts'
import type { AnyOperation } from '../operations/operation.ts'
import type { Authenticator } from './authenticator.ts'
import { keyFrom } from './credentials.ts'
import { isPublic } from './public-routes.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; null on public routes. */
    caller: Caller | null
  }
}

/** Stands in front of every route, before any of the body is read. Whoever has no good key goes no further. */
export function guard(app: FastifyInstance, authenticator: Authenticator): void {
  app.decorateRequest('caller', null)
  app.addHook('onRequest', async (request) => {
    if (isPublic(request)) return
    const key = keyFrom(request.headers)
    if (key === undefined) throw missingKey()
    request.caller = await authenticator.callerOf(key, request.ip)
  })
}

/**
 * Lets a decoded request through to its operation, or refuses it. Public operations pass anyone;
 * all others need a caller who may enter every project the request names.
 */
export function admit(gate: AnyOperation['gate'], received: never, caller: Caller | null): Caller {
  if (gate.access === 'public') return caller ?? ANONYMOUS
  if (!caller) throw missingKey()
  for (const projectId of gate.projects(received)) {
    checkProjectId(projectId)
    if (mayAccess(caller, gate.access, projectId)) continue
    throw new ServiceError('forbidden', `This key may not ${gate.access} in ${projectId}`)
  }
  return caller
}

function missingKey(): ServiceError {
  return new ServiceError(
    'unauthenticated',
    'An API key is needed: send it as the password of Basic authentication',
  )
}

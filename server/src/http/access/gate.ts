import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  type Access,
  ANONYMOUS,
  type Caller,
  mayAccess,
  mayAccessSomewhere,
  mayAdminister,
} from '../../domain/accounts/access.ts'
import { checkProjectId } from '../../domain/projects/project.ts'
import { type ErrorCode, ServiceError } from '../../errors.ts'
import type { AnyOperation } from '../../operations/operation.ts'
import type { Authenticator } from './authenticator.ts'
import { isSameOrigin, sessionIdFrom } from './browser.ts'
import { keyFrom } from './credentials.ts'
import { isPublic } from './public-routes.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The authenticated caller; null on public routes. */
    caller: Caller | null
  }
}

/**
 * Authenticates every request before its body is read, except on public routes. Browsers send cookies with
 * requests from any site, so a request that is authenticated by a session and may change data must come from a
 * page of this server.
 */
export function guard(app: FastifyInstance, authenticator: Authenticator): void {
  app.decorateRequest('caller', null)
  app.addHook('onRequest', async (request) => {
    if (!isPublic(request)) request.caller = await authenticate(request, authenticator)
  })
}

async function authenticate(request: FastifyRequest, authenticator: Authenticator): Promise<Caller> {
  const key = keyFrom(request.headers)
  if (key !== undefined) return authenticator.callerOf(key, request.ip)
  const sessionId = sessionIdFrom(request)
  if (sessionId === undefined) throw missingKey()
  if (!isSafe(request) && !isSameOrigin(request)) throw otherOrigin()
  return authenticator.callerOfSession(sessionId)
}

/** Whether a request that was admitted would be admitted again now. */
export async function isStillAdmitted(
  gate: AnyOperation['gate'],
  received: never,
  request: FastifyRequest,
  authenticator: Authenticator,
): Promise<boolean> {
  try {
    admit(gate, received, await authenticate(request, authenticator))
    return true
  } catch (error) {
    if (error instanceof ServiceError && REFUSALS.has(error.code)) return false
    throw error
  }
}

const REFUSALS: ReadonlySet<ErrorCode> = new Set(['unauthenticated', 'forbidden', 'throttled'])

/**
 * Authorizes a decoded request and returns its caller, or throws. Public operations admit everyone; all others
 * need a caller, with access to every project that the request names.
 */
export function admit(gate: AnyOperation['gate'], received: never, caller: Caller | null): Caller {
  if (gate.access === 'public') return caller ?? ANONYMOUS
  if (!caller) throw missingKey()
  if (gate.access === 'key') return caller
  if (gate.access === 'admin') return admitAdmin(gate.entity?.(received), caller)
  for (const projectId of gate.projects(received)) admitToProject(projectId, gate.access, caller)
  return caller
}

/**
 * Rejects a caller before the body is read if no body could be admitted: the caller has this access nowhere, or not
 * in the project that the path or a header names. `admit` still checks the decoded request.
 */
export function admitBody(gate: AnyOperation['gate'], projectId: string | undefined, caller: Caller): void {
  if (gate.access !== 'read' && gate.access !== 'write') return
  if (projectId !== undefined) admitToProject(projectId, gate.access, caller)
  else if (!mayAccessSomewhere(caller, gate.access))
    throw new ServiceError('forbidden', `This key may not ${gate.access} in any project`)
}

function admitToProject(projectId: string, access: Access, caller: Caller): void {
  checkProjectId(projectId)
  if (mayAccess(caller, access, projectId)) return
  throw new ServiceError('forbidden', `This key may not ${access} in ${projectId}`)
}

function admitAdmin(entity: string | undefined, caller: Caller): Caller {
  if (mayAdminister(caller, entity)) return caller
  throw new ServiceError('forbidden', `Only an admin of ${entity ?? 'the server'} may do this`)
}

const isSafe = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD'

function otherOrigin(): ServiceError {
  return new ServiceError('forbidden', 'Requests with a session are accepted from pages of this server only')
}

function missingKey(): ServiceError {
  return new ServiceError(
    'unauthenticated',
    'An API key is required: send it as the password of Basic authentication',
  )
}

import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  type Access,
  ANONYMOUS,
  type Caller,
  mayAccess,
  mayAccessSomewhere,
  mayAdminister,
} from '../domain/accounts/access.ts'
import { checkProjectId } from '../domain/projects/project.ts'
import { type ErrorCode, ServiceError } from '../errors.ts'
import type { AnyOperation } from '../operations/operation.ts'
import type { Authenticator } from './authenticator.ts'
import { isSameOrigin, sessionIdFrom } from './browser.ts'
import { keyFrom } from './credentials.ts'
import { isPublic } from './public-routes.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; null on public routes. */
    caller: Caller | null
  }
}

/**
 * Stands in front of every route, before any of the body is read. Whoever has neither a good key nor
 * a session goes no further. A browser sends its cookie whichever page asks, so that with a session
 * whatever could change something must come from a page of this server.
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

/** Whether a request that was let in would be let in again. */
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
 * Lets a decoded request through to its operation, or refuses it. Public operations pass anyone;
 * all others need a caller, and those with projects one who may enter every project the request names.
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
 * Refuses, before any of the body is read, a caller whom no body could get in: one who has this access
 * nowhere, or not in the project that the path or a header names. `admit` still judges what is read.
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
  throw new ServiceError('forbidden', `This takes an admin of ${entity ?? 'the server'}`)
}

const isSafe = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD'

function otherOrigin(): ServiceError {
  return new ServiceError('forbidden', 'With a session, requests are taken from pages of this server only')
}

function missingKey(): ServiceError {
  return new ServiceError(
    'unauthenticated',
    'An API key is needed: send it as the password of Basic authentication',
  )
}

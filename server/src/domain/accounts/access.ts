import type { Micros } from '../../time.ts'
import { entityOf } from '../projects/project.ts'
import type { KeyScope, Membership, Role, User } from './account.ts'

export type Access = 'read' | 'write'

/** The authenticated sender of a request. */
export interface Caller {
  readonly user: User
  readonly memberships: readonly Membership[]
  readonly scope: KeyScope
  /** The only project the key works in; null for all the user may enter. */
  readonly project_id: string | null
  /** When the key stops working; null for never. */
  readonly key_expires_at: Micros | null
}

/** The caller on public routes. Has access to no project. */
export const ANONYMOUS: Caller = {
  user: { id: 'anonymous', name: 'anonymous', server_admin: false, created_at: 0 },
  memberships: [],
  scope: 'read',
  project_id: null,
  key_expires_at: null,
}

/** Both the user and the key must allow it: a key never gives more than its user has. */
export function mayAccess(caller: Caller, access: Access, projectId: string): boolean {
  return keyAllows(caller, access, projectId) && userAllows(caller, access, projectId)
}

/** Whether the caller may have this access in any project. If not, the body of a request need not be read. */
export function mayAccessSomewhere({ user, memberships, scope }: Caller, access: Access): boolean {
  if (!SCOPE_GIVES[scope].includes(access)) return false
  return user.server_admin || memberships.some(({ role }) => ROLE_GIVES[role].includes(access))
}

/**
 * Whether the caller may manage accounts: a server admin all of them, an admin of the entity its
 * members. A key with less access than its user may manage none.
 */
export function mayAdminister(caller: Caller, entity?: string): boolean {
  if (isNarrowed(caller)) return false
  if (caller.user.server_admin) return true
  return caller.memberships.some((membership) => membership.entity === entity && membership.role === 'admin')
}

/** Whether the key allows less than its user may do. */
export function isNarrowed({ scope, project_id }: Caller): boolean {
  return scope !== 'all' || project_id !== null
}

const ROLE_GIVES: Record<Role, readonly Access[]> = {
  viewer: ['read'],
  editor: ['read', 'write'],
  admin: ['read', 'write'],
}

const SCOPE_GIVES: Record<KeyScope, readonly Access[]> = {
  all: ['read', 'write'],
  read: ['read'],
  write: ['write'],
}

function keyAllows(caller: Caller, access: Access, projectId: string): boolean {
  return SCOPE_GIVES[caller.scope].includes(access) && (caller.project_id ?? projectId) === projectId
}

function userAllows(caller: Caller, access: Access, projectId: string): boolean {
  if (caller.user.server_admin) return true
  const entity = entityOf(projectId)
  return caller.memberships.some(
    (membership) => membership.entity === entity && ROLE_GIVES[membership.role].includes(access),
  )
}

/**
 * The entity of projects that are named without one: that of the key's only project, else the first one that the user
 * may write to, or read. A server admin without memberships has one by name.
 */
export function defaultEntity({ user, memberships, project_id }: Caller): string | null {
  if (project_id !== null) return entityOf(project_id)
  const byName = [...memberships].sort((a, b) => (a.entity < b.entity ? -1 : 1))
  const home = byName.find(({ role }) => role !== 'viewer') ?? byName[0]
  return home?.entity ?? (user.server_admin ? user.name : null)
}

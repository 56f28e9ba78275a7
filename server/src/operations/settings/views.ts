import { formatDateTime } from '../../time.ts'
import type { OwnedKey, UserWithRoles } from './accounts.ts'

export function userView({ id, name, server_admin, created_at, memberships }: UserWithRoles) {
  return {
    id,
    name,
    server_admin,
    created_at: formatDateTime(created_at),
    memberships: memberships.map(({ entity, role }) => ({ entity, role })),
  }
}

export function memberView({ id, name, server_admin, memberships }: UserWithRoles, entity: string) {
  const role = memberships.find((membership) => membership.entity === entity)?.role ?? null
  return { id, name, role, server_admin }
}

/** The hash stays here. */
export function keyView({ id, name, user_id, user_name, scope, project_id, created_at }: OwnedKey) {
  return { id, name, user_id, user_name, scope, project_id, created_at: formatDateTime(created_at) }
}

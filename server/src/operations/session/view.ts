import type { Caller } from '../../domain/accounts/access.ts'

/** What is told to those who ask who they are. */
export function sessionView({ user, memberships, scope, project_id }: Caller) {
  return {
    user: { id: user.id, name: user.name, server_admin: user.server_admin },
    memberships: memberships.map(({ entity, role }) => ({ entity, role })),
    scope,
    project_id,
  }
}

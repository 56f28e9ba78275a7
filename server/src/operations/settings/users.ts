import * as contract from '@heddle/contract/settings'
import { entityOf } from '../../domain/projects/project.ts'
import { ServiceError } from '../../errors.ts'
import { formatDateTime } from '../../time.ts'
import { forAdmins, forAdminsOfEntity, inProject, operation } from '../operation.ts'
import {
  addUser,
  editorOf,
  everyone,
  grantRole,
  removeUser,
  revokeRole,
  type UserWithRoles,
} from './accounts.ts'

export const userOperations = [
  operation(contract.listUsers, forAdmins, async (_, { storage }) => ({
    users: (await everyone(storage.accounts)).map(userView),
  })),

  operation(contract.addUser, forAdmins, async (request, context) => {
    const { name, server_admin = false } = request
    const user = await addUser(editorOf(context), { name, server_admin })
    return userView({ ...user, memberships: [] })
  }),

  operation(contract.removeUser, forAdmins, async (request, context) => {
    const users = await context.storage.accounts.users()
    const user = users.find(({ id }) => id === request.user_id)
    if (!user) throw new ServiceError('not_found', `There is no user with the id ${request.user_id}`)
    await removeUser(editorOf(context), user)
    return {}
  }),

  operation(contract.listMembers, inProject('read'), async (request, { storage }) => {
    const entity = entityOf(request.project_id)
    const members = (await everyone(storage.accounts)).map((user) => memberView(user, entity))
    return { members: members.filter(({ role, server_admin }) => role !== null || server_admin) }
  }),

  operation(contract.setMember, forAdminsOfEntity, async (request, context) => {
    await grantRole(editorOf(context), request)
    return {}
  }),

  operation(contract.removeMember, forAdminsOfEntity, async (request, context) => {
    await revokeRole(editorOf(context), request.user_name, request.entity)
    return {}
  }),
]

function userView({ id, name, server_admin, created_at, memberships }: UserWithRoles) {
  return {
    id,
    name,
    server_admin,
    created_at: formatDateTime(created_at),
    memberships: memberships.map(({ entity, role }) => ({ entity, role })),
  }
}

function memberView({ id, name, server_admin, memberships }: UserWithRoles, entity: string) {
  const role = memberships.find((membership) => membership.entity === entity)?.role ?? null
  return { id, name, role, server_admin }
}

import { listMembers, removeMember, setMember } from '@heddle/contract/settings'
import { entityOf } from '../../domain/projects/project.ts'
import { forAdminsOfEntity, inProject, operation } from '../operation.ts'
import { everyone, grantRole, revokeRole } from './accounts.ts'
import { memberView } from './views.ts'

export const membersQuery = operation(listMembers, inProject('read'), async (request, { storage }) => {
  const entity = entityOf(request.project_id)
  const members = (await everyone(storage.accounts)).map((user) => memberView(user, entity))
  return { members: members.filter(({ role, server_admin }) => role !== null || server_admin) }
})

export const memberSet = operation(setMember, forAdminsOfEntity, async (request, { storage }) => {
  await grantRole(storage.accounts, request)
  return {}
})

export const memberDelete = operation(removeMember, forAdminsOfEntity, async (request, { storage }) => {
  await revokeRole(storage.accounts, request.user_name, request.entity)
  return {}
})

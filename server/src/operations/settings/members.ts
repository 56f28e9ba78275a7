import { removeMember, setMember } from '@heddle/contract/settings'
import { forAdminsOfEntity, operation } from '../operation.ts'
import { grantRole, revokeRole } from './accounts.ts'

export const memberSet = operation(setMember, forAdminsOfEntity, async (request, { storage }) => {
  await grantRole(storage.accounts, request)
  return {}
})

export const memberDelete = operation(removeMember, forAdminsOfEntity, async (request, { storage }) => {
  await revokeRole(storage.accounts, request.user_name, request.entity)
  return {}
})

import {
  addUser as addEndpoint,
  listUsers as listEndpoint,
  removeUser as removeEndpoint,
} from '@heddle/contract/settings'
import { ServiceError } from '../../errors.ts'
import { forAdmins, operation } from '../operation.ts'
import { addUser, everyone, removeUser } from './accounts.ts'
import { userView } from './views.ts'

export const usersQuery = operation(listEndpoint, forAdmins, async (_, { storage }) => ({
  users: (await everyone(storage.accounts)).map(userView),
}))

export const userCreate = operation(addEndpoint, forAdmins, async (request, context) => {
  const { name, server_admin = false } = request
  const user = await addUser(context.storage.accounts, context, { name, server_admin })
  return userView({ ...user, memberships: [] })
})

export const userDelete = operation(removeEndpoint, forAdmins, async (request, { storage }) => {
  const users = await storage.accounts.users()
  const user = users.find(({ id }) => id === request.user_id)
  if (!user) throw new ServiceError('not_found', `There is no user with the id ${request.user_id}`)
  await removeUser(storage.accounts, user)
  return {}
})

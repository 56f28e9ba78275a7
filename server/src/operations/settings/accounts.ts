import {
  type ApiKey,
  checkEntity,
  checkUserName,
  hasExpired,
  hashSecret,
  type KeyScope,
  type Membership,
  newApiKey,
  type Role,
  type User,
} from '../../domain/accounts/account.ts'
import { groupBy } from '../../domain/measures/group-by.ts'
import { checkProjectId } from '../../domain/projects/project.ts'
import { ServiceError } from '../../errors.ts'
import type { Micros } from '../../time.ts'
import type { Context } from '../operation.ts'

export type Accounts = Context['storage']['accounts']

/** Clock and id source for new accounts, provided by the caller. */
type Maker = Pick<Context, 'now' | 'newId'>

export interface UserWithRoles extends User {
  readonly memberships: readonly Membership[]
}

export interface OwnedKey extends ApiKey {
  readonly user_name: string
  readonly last_used_at: Micros | null
}

/** All users by name, with their access. */
export async function everyone(accounts: Accounts): Promise<UserWithRoles[]> {
  const [users, memberships] = await Promise.all([accounts.users(), accounts.allMemberships()])
  const byUser = groupBy(memberships, ({ user_id }) => user_id)
  return users.map((user) => ({ ...user, memberships: byUser.get(user.id) ?? [] }))
}

export async function findUser(accounts: Accounts, name: string): Promise<User> {
  const user = (await accounts.users()).find((candidate) => candidate.name === name)
  if (!user) throw new ServiceError('not_found', `There is no user ${name}`)
  return user
}

export async function addUser(
  accounts: Accounts,
  { now, newId }: Maker,
  { name, server_admin }: { readonly name: string; readonly server_admin: boolean },
): Promise<User> {
  checkUserName(name)
  const users = await accounts.users()
  if (users.some((user) => user.name === name)) {
    throw new ServiceError('conflict', `There is a user ${name} already`)
  }
  const user = { id: newId(), name, server_admin, created_at: now() }
  await accounts.putUser(user)
  return user
}

/** Throws for the last server admin: nobody could create another. */
export async function removeUser(accounts: Accounts, user: User): Promise<void> {
  const admins = (await accounts.users()).filter(({ server_admin }) => server_admin)
  if (user.server_admin && admins.length === 1) {
    throw new ServiceError('conflict', `${user.name} is the last admin of the server`)
  }
  await accounts.removeUser(user.id)
}

export async function grantRole(
  accounts: Accounts,
  { user_name, entity, role }: { readonly user_name: string; readonly entity: string; readonly role: Role },
): Promise<void> {
  checkEntity(entity)
  const user = await findUser(accounts, user_name)
  await accounts.putMembership({ user_id: user.id, entity, role })
}

export async function revokeRole(accounts: Accounts, userName: string, entity: string): Promise<void> {
  const user = await findUser(accounts, userName)
  const memberships = await accounts.memberships(user.id)
  if (!memberships.some((membership) => membership.entity === entity))
    throw new ServiceError('not_found', `${userName} has no role in ${entity}`)
  await accounts.removeMembership(user.id, entity)
}

export async function keysOf(accounts: Accounts, users: readonly User[]): Promise<OwnedKey[]> {
  const keys = await Promise.all(
    users.map(async ({ id, name }) => {
      const [owned, uses] = await Promise.all([accounts.keys(id), accounts.keyUses(id)])
      const lastUse = new Map(uses.map(({ key_id, last_used_at }) => [key_id, last_used_at]))
      return owned.map((key) => ({ ...key, user_name: name, last_used_at: lastUse.get(key.id) ?? null }))
    }),
  )
  return keys.flat()
}

interface NewKey {
  readonly name?: string | undefined
  readonly scope?: KeyScope | undefined
  readonly project_id?: string | undefined
  readonly expires_at?: Micros | undefined
}

/** Creates a key for the user. Only its hash is stored, so it is returned only once. */
export async function createKey(
  accounts: Accounts,
  { now, newId }: Maker,
  user: User,
  { name = '', scope = 'all', project_id, expires_at }: NewKey,
): Promise<{ readonly key: string; readonly record: OwnedKey }> {
  if (project_id !== undefined) checkProjectId(project_id)
  const key = newApiKey()
  const record = {
    id: newId(),
    user_id: user.id,
    name,
    hash: hashSecret(key),
    scope,
    project_id: project_id ?? null,
    created_at: now(),
    expires_at: expires_at ?? null,
  }
  if (hasExpired(record, record.created_at)) {
    throw new ServiceError('invalid_request', 'expires_at is in the past')
  }
  await accounts.putKey(record)
  return { key, record: { ...record, user_name: user.name, last_used_at: null } }
}

/** Revokes the key if it belongs to one of these users; otherwise throws `not_found`. */
export async function revokeKey(accounts: Accounts, users: readonly User[], keyId: string): Promise<void> {
  const keys = await keysOf(accounts, users)
  if (!keys.some(({ id }) => id === keyId)) {
    throw new ServiceError('not_found', `There is no key with the id ${keyId}`)
  }
  await accounts.removeKey(keyId)
}

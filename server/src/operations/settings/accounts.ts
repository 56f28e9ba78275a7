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
import { formatDateTime, type Micros } from '../../time.ts'
import { callerAsActor, type Recorder, recordChange } from '../audit.ts'
import type { Context } from '../operation.ts'

export type Accounts = Context['storage']['accounts']

/** Changes accounts on behalf of an actor. Every change is recorded in the audit log. */
export interface Editor extends Recorder {
  readonly storage: Pick<Context['storage'], 'accounts' | 'audit'>
}

export const editorOf = (context: Context): Editor => ({ ...context, actor: callerAsActor(context) })

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
  editor: Editor,
  { name, server_admin }: { readonly name: string; readonly server_admin: boolean },
): Promise<User> {
  const { accounts } = editor.storage
  checkUserName(name)
  const users = await accounts.users()
  if (users.some((user) => user.name === name)) {
    throw new ServiceError('conflict', `There is a user ${name} already`)
  }
  const user = { id: editor.newId(), name, server_admin, created_at: editor.now() }
  await recordChange(editor, { action: 'user.add', target: name }, { server_admin })
  await accounts.putUser(user)
  return user
}

/** Throws for the last server admin: nobody could create another. */
export async function removeUser(editor: Editor, user: User): Promise<void> {
  const { accounts } = editor.storage
  const admins = (await accounts.users()).filter(({ server_admin }) => server_admin)
  if (user.server_admin && admins.length === 1) {
    throw new ServiceError('conflict', `${user.name} is the last admin of the server`)
  }
  await recordChange(editor, { action: 'user.remove', target: user.name })
  await accounts.removeUser(user.id)
}

export async function grantRole(
  editor: Editor,
  { user_name, entity, role }: { readonly user_name: string; readonly entity: string; readonly role: Role },
): Promise<void> {
  checkEntity(entity)
  const { accounts } = editor.storage
  const user = await findUser(accounts, user_name)
  await recordChange(editor, { action: 'role.grant', entity, target: user_name }, { role })
  await accounts.putMembership({ user_id: user.id, entity, role })
}

export async function revokeRole(editor: Editor, userName: string, entity: string): Promise<void> {
  const { accounts } = editor.storage
  const user = await findUser(accounts, userName)
  const memberships = await accounts.memberships(user.id)
  if (!memberships.some((membership) => membership.entity === entity))
    throw new ServiceError('not_found', `${userName} has no role in ${entity}`)
  await recordChange(editor, { action: 'role.revoke', entity, target: userName })
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
  editor: Editor,
  user: User,
  { name = '', scope = 'all', project_id, expires_at }: NewKey,
): Promise<{ readonly key: string; readonly record: OwnedKey }> {
  if (project_id !== undefined) checkProjectId(project_id)
  const key = newApiKey()
  const record = {
    id: editor.newId(),
    user_id: user.id,
    name,
    hash: hashSecret(key),
    scope,
    project_id: project_id ?? null,
    created_at: editor.now(),
    expires_at: expires_at ?? null,
  }
  if (hasExpired(record, record.created_at)) {
    throw new ServiceError('invalid_request', 'expires_at is in the past')
  }
  await recordChange(
    editor,
    { action: 'key.create', target: record.id },
    {
      user_name: user.name,
      name,
      scope,
      key_project_id: record.project_id,
      expires_at: expires_at === undefined ? null : formatDateTime(expires_at),
    },
  )
  await editor.storage.accounts.putKey(record)
  return { key, record: { ...record, user_name: user.name, last_used_at: null } }
}

/** Revokes the key if it belongs to one of these users; otherwise throws `not_found`. */
export async function revokeKey(editor: Editor, users: readonly User[], keyId: string): Promise<void> {
  const { accounts } = editor.storage
  const key = (await keysOf(accounts, users)).find(({ id }) => id === keyId)
  if (!key) throw new ServiceError('not_found', `There is no key with the id ${keyId}`)
  const { user_name, name } = key
  await recordChange(editor, { action: 'key.revoke', target: keyId }, { user_name, name })
  await accounts.removeKey(keyId)
}

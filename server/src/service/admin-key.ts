import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { nowMicros } from '../clock.ts'
import { type ApiKey, hasExpired, hashSecret, newApiKey, type User } from '../domain/accounts/account.ts'
import { createIdSource, derivedId } from '../id.ts'
import type { Storage } from '../storage/port.ts'
import { giveToFolderOwner } from '../storage/sqlite/database/database-files.ts'
import { UsageError } from '../usage-error.ts'

type Accounts = Storage['accounts']

/** Where the admin's key comes from: generated now, generated on an earlier start, or set in the environment. */
export type AdminKey =
  | { readonly from: 'now'; readonly key: string }
  /** Whether the key file holds a valid key. */
  | { readonly from: 'before'; readonly isInFile: boolean }
  | { readonly from: 'environment' }

export interface Admin {
  readonly user: User
  readonly key: AdminKey
}

/**
 * Makes sure that there is an admin, created on the first start, who can sign in. A key in `chosen` becomes valid and revokes
 * earlier chosen ones. Without one, and if no server admin has a key that works, generates a key and writes it to `keyFile`, or
 * refuses to start without a file. Servers that start at the same moment derive the same ids, and so create one admin with one key.
 */
export async function ensureAdmin(
  accounts: Accounts,
  chosen: string,
  keyFile: string | null,
): Promise<Admin> {
  const user = await ensureAdminUser(accounts)
  return { user, key: await ensureAdminKey(accounts, user, chosen, keyFile) }
}

async function ensureAdminKey(
  accounts: Accounts,
  admin: User,
  chosen: string,
  keyFile: string | null,
): Promise<AdminKey> {
  await revokeEarlierChoices(accounts, admin, chosen)
  if (chosen !== '') {
    const known = await accounts.holder(hashSecret(chosen))
    if (!known) {
      const id = derivedId(CHOSEN_KEY_NAME, hashSecret(chosen))
      await putKey(accounts, admin, { id, name: CHOSEN_KEY_NAME }, chosen)
    }
    return { from: 'environment' }
  }
  if (await anyAdminHasKey(accounts)) return { from: 'before', isInFile: await holdsKey(keyFile, accounts) }
  if (keyFile === null) {
    throw new UsageError(
      `This database has no key of an admin yet: set ${CHOSEN_KEY_NAME}, the same for all servers on it`,
    )
  }
  const key = newApiKey()
  // The file comes first: a crash in between leaves an invalid key in the file, never a valid key that is lost.
  writeFileSync(keyFile, `${key}\n`, { mode: 0o600 })
  giveToFolderOwner(keyFile)
  await putKey(accounts, admin, { id: createIdSource()(), name: 'first key' }, key)
  return { from: 'now', key }
}

const CHOSEN_KEY_NAME = 'HEDDLE_API_KEY'

async function ensureAdminUser(accounts: Accounts): Promise<User> {
  const users = await accounts.users()
  const admin = users.find((user) => user.name === 'admin' && user.server_admin)
  if (admin) return admin
  const created = {
    id: derivedId('admin'),
    name: 'admin',
    server_admin: true,
    created_at: nowMicros(),
  }
  await accounts.putUser(created)
  return created
}

async function revokeEarlierChoices(accounts: Accounts, admin: User, chosen: string): Promise<void> {
  for (const key of await accounts.keys(admin.id)) {
    if (key.name === CHOSEN_KEY_NAME && key.hash !== hashSecret(chosen)) await accounts.removeKey(key.id)
  }
}

async function anyAdminHasKey(accounts: Accounts): Promise<boolean> {
  for (const user of await accounts.users()) {
    const keys = user.server_admin ? await accounts.keys(user.id) : []
    if (keys.some((key) => !hasExpired(key, nowMicros()))) return true
  }
  return false
}

async function holdsKey(keyFile: string | null, accounts: Accounts): Promise<boolean> {
  if (keyFile === null || !existsSync(keyFile)) return false
  const holder = await accounts.holder(hashSecret(readFileSync(keyFile, 'utf8').trim()))
  return holder !== undefined
}

async function putKey(
  accounts: Accounts,
  user: User,
  { id, name }: Pick<ApiKey, 'id' | 'name'>,
  key: string,
): Promise<void> {
  await accounts.putKey({
    id,
    user_id: user.id,
    name,
    hash: hashSecret(key),
    scope: 'all',
    project_id: null,
    created_at: nowMicros(),
    expires_at: null,
  })
}

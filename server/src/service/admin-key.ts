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
 * Makes sure that there is a server admin, created on the first start, who can sign in. A key in `chosen` becomes valid and revokes
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
    const id = chosenKeyId(hashSecret(chosen))
    const known = await accounts.holder(hashSecret(chosen))
    // The admin of an earlier start may not be one any more.
    if (!known || (known.key.id === id && !known.user.server_admin))
      await putKey(accounts, admin, { id, name: CHOSEN_KEY_NAME }, chosen)
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

const chosenKeyId = (hash: string): string => derivedId(CHOSEN_KEY_NAME, hash)

/** The server admin called `admin`, else the one who was added first; creates one only if there is none, since `admin` may be removed. */
async function ensureAdminUser(accounts: Accounts): Promise<User> {
  const users = await accounts.users()
  const admins = users.filter(({ server_admin }) => server_admin).sort(byAge)
  const admin = admins.find(({ name }) => name === ADMIN) ?? admins[0]
  if (admin) return admin
  const name = freeName(users)
  const created = { id: derivedId(name), name, server_admin: true, created_at: nowMicros() }
  await accounts.putUser(created)
  return created
}

const ADMIN = 'admin'

const byAge = (a: User, b: User): number => a.created_at - b.created_at || (a.id < b.id ? -1 : 1)

/** Users who are no admins may be called `admin` too. */
function freeName(users: readonly User[]): string {
  const isFree = (name: string) => !users.some((user) => user.name === name || user.id === derivedId(name))
  let name = ADMIN
  for (let number = 2; !isFree(name); number++) name = `${ADMIN}-${number}`
  return name
}

/** Also those of another server admin, who had the key on an earlier start. */
async function revokeEarlierChoices(accounts: Accounts, admin: User, chosen: string): Promise<void> {
  for (const user of (await accounts.users()).filter(({ server_admin }) => server_admin))
    for (const { id, name, hash } of await accounts.keys(user.id)) {
      const wasChosen = id === chosenKeyId(hash) || (user.id === admin.id && name === CHOSEN_KEY_NAME)
      if (wasChosen && hash !== hashSecret(chosen)) await accounts.removeKey(id)
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

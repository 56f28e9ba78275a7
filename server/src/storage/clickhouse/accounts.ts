import type { ApiKey, KeyUse, Membership, Session, User } from '../../domain/accounts/account.ts'
import { sql } from '../../query/fragment.ts'
import type { Account, Accounts } from '../port/accounts.ts'
import { textList } from './literals.ts'
import type { Access } from './rows/access.ts'
import { openRecords } from './rows/records.ts'

/**
 * A user is removed by one row, so that all their credentials stop working at once: keys, sessions and memberships count
 * only while their user exists. They are removed after it, and again before a user with the same id is stored. `conflict` is left to
 * the operation, which has checked that the name is free.
 */
export function clickhouseAccounts(access: Access): Accounts {
  const users = openRecords<User>(access, 'users', ['id', 'name', 'server_admin', 'created_at'])
  const memberships = openRecords<Membership>(access, 'memberships', ['user_id', 'entity', 'role'])
  const keys = openRecords<ApiKey>(access, 'api_keys', KEY_COLUMNS)
  const uses = openRecords<KeyUse>(access, 'key_uses', ['key_id', 'last_used_at'])
  const sessions = openRecords<Session>(access, 'sessions', SESSION_COLUMNS)

  const userById = async (id: string) => (await users.read(sql`id = ${id}`)).at(0)
  const membershipsOf = (userId: string) =>
    memberships.read(sql`user_id = ${userId} and ${OF_A_USER} order by entity`)
  const keysOf = (userId: string) =>
    keys.read(sql`user_id = ${userId} and ${OF_A_USER} order by created_at, id`)

  const usesOf = (userId: string) =>
    uses.read(sql`key_id in (select id from api_keys final where user_id = ${userId}) order by key_id`)

  async function accountOf(user: User): Promise<Account> {
    const [itsMemberships, itsKeys, itsUses, itsSessions] = await Promise.all([
      membershipsOf(user.id),
      keysOf(user.id),
      usesOf(user.id),
      sessions.read(sql`user_id = ${user.id} and ${OF_A_KEY} order by hash`),
    ])
    return {
      user,
      memberships: itsMemberships,
      keys: itsKeys,
      key_uses: itsUses,
      sessions: itsSessions,
    }
  }

  async function removeLeftBy(userId: string): Promise<void> {
    const ofUser = sql`user_id = ${userId}`
    const itsKeys = await keys.read(ofUser)
    const ofKeys = sql`key_id in ${textList(itsKeys.map(({ id }) => id))}`
    await Promise.all([
      memberships.remove(await memberships.read(ofUser)),
      keys.remove(itsKeys),
      uses.remove(itsKeys.length === 0 ? [] : await uses.read(ofKeys)),
      sessions.remove(await sessions.read(ofUser)),
    ])
  }

  async function removeLeftByKey(keyId: string): Promise<void> {
    const ofKey = sql`key_id = ${keyId}`
    await Promise.all([uses.remove(await uses.read(ofKey)), sessions.remove(await sessions.read(ofKey))])
  }

  return {
    async holder(keyHash) {
      const [key] = await keys.read(sql`hash = ${keyHash} and ${OF_A_USER}`)
      if (!key) return undefined
      const [user, held] = await Promise.all([userById(key.user_id), membershipsOf(key.user_id)])
      return user && { key, user, memberships: held }
    },
    async session(hash) {
      const [session] = await sessions.read(sql`hash = ${hash} and ${OF_A_KEY}`)
      if (!session) return undefined
      const [user, held, [key = null]] = await Promise.all([
        userById(session.user_id),
        membershipsOf(session.user_id),
        session.key_id === null ? [] : keys.read(sql`id = ${session.key_id}`),
      ])
      // The key may have been removed since the session was read.
      const isOver = session.key_id !== null && key === null
      return user && !isOver ? { session, key, user, memberships: held } : undefined
    },
    users: () => users.read(sql`true order by name, created_at, id`),
    async putUser(user) {
      if (!(await userById(user.id))) await removeLeftBy(user.id)
      await users.put([user])
    },
    async removeUser(id) {
      await users.remove([{ id }])
      await removeLeftBy(id).catch(logLeft)
    },
    memberships: membershipsOf,
    allMemberships: () => memberships.read(sql`${OF_A_USER} order by user_id, entity`),
    putMembership: (membership) => memberships.put([membership]),
    removeMembership: (user_id, entity) => memberships.remove([{ user_id, entity }]),
    keys: keysOf,
    async putKey(key) {
      const [stored] = await keys.read(sql`id = ${key.id}`)
      if (!stored) await removeLeftByKey(key.id)
      await keys.put([key])
    },
    async removeKey(id) {
      await keys.remove([{ id }])
      await removeLeftByKey(id).catch(logLeft)
    },
    keyUses: usesOf,
    putKeyUse: (use) => uses.put([use]),
    putSession: (session) => sessions.put([session]),
    removeSession: (hash) => sessions.remove([{ hash }]),
    async listAll(cursor, limits) {
      const { rows, next } = await users.list(sql`true`, ['id'], cursor, limits)
      return { rows: await Promise.all(rows.map(accountOf)), next }
    },
  }
}

/** What is left of a user or key that is removed gives no access, and is removed before another one with the id is stored. */
const logLeft = (error: unknown) =>
  console.error('What belongs to a removed user or key could not be removed, and no longer works:', error)

const KEY_COLUMNS = [
  'id',
  'user_id',
  'name',
  'hash',
  'scope',
  'project_id',
  'created_at',
  'expires_at',
] as const
const SESSION_COLUMNS = ['hash', 'user_id', 'key_id', 'created_at', 'expires_at'] as const

const OF_A_USER = sql`user_id in (select id from users final)`
const OF_A_KEY = sql`(key_id is null or key_id in (select id from api_keys final))`

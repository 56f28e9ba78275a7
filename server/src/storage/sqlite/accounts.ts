import type { ApiKey, KeyUse, Membership, Session, User } from '../../domain/accounts/account.ts'
import { ServiceError } from '../../errors.ts'
import type { Account, Accounts, KeyHolder, SessionHolder } from '../port/accounts.ts'
import type { Database } from './database/driver.ts'
import { listAcrossProjects } from './queries/listing.ts'
import type { Remote } from './threads/protocol.ts'

export function sqliteAccounts(reads: Remote<AccountReads>, writes: Remote<AccountWrites>): Accounts {
  return {
    holder: (keyHash) => reads.holder(keyHash),
    users: () => reads.users(),
    putUser: (user) => writes.putUser(user),
    removeUser: (userId) => writes.removeUser(userId),
    memberships: (userId) => reads.memberships(userId),
    allMemberships: () => reads.allMemberships(),
    putMembership: (membership) => writes.putMembership(membership),
    removeMembership: (userId, entity) => writes.removeMembership(userId, entity),
    keys: (userId) => reads.keys(userId),
    putKey: (key) => writes.putKey(key),
    removeKey: (keyId) => writes.removeKey(keyId),
    keyUses: (userId) => reads.keyUses(userId),
    putKeyUse: (use) => writes.putKeyUse(use),
    session: (hash) => reads.session(hash),
    putSession: (session) => writes.putSession(session),
    removeSession: (hash) => writes.removeSession(hash),
    listAll: (cursor, limits) => reads.listAll(cursor, limits),
  }
}

type UserRow = Omit<User, 'server_admin'> & { readonly server_admin: number }

const USER_COLUMNS = 'id, name, server_admin, created_at'
const MEMBERSHIP_COLUMNS = 'user_id, entity, role'
const KEY_COLUMNS = 'id, user_id, name, hash, scope, project_id, created_at, expires_at'
const SESSION_COLUMNS = 'hash, user_id, key_id, created_at, expires_at'

export function accountReads(db: Database) {
  const userById = db.prepare(`select ${USER_COLUMNS} from users where id = ?`)
  const allUsers = db.prepare(`select ${USER_COLUMNS} from users order by name`)
  const membershipsOf = db.prepare(
    `select ${MEMBERSHIP_COLUMNS} from memberships where user_id = ? order by entity`,
  )
  const allMemberships = db.prepare(`select ${MEMBERSHIP_COLUMNS} from memberships order by user_id, entity`)
  const keyByHash = db.prepare(`select ${KEY_COLUMNS} from api_keys where hash = ?`)
  const keyById = db.prepare(`select ${KEY_COLUMNS} from api_keys where id = ?`)
  const sessionByHash = db.prepare(`select ${SESSION_COLUMNS} from sessions where hash = ?`)
  const sessionsOf = db.prepare(`select ${SESSION_COLUMNS} from sessions where user_id = ? order by hash`)
  const keysOf = db.prepare(`select ${KEY_COLUMNS} from api_keys where user_id = ? order by created_at, id`)
  const usesOf = db.prepare(
    `select key_id, last_used_at from key_uses join api_keys on id = key_id where user_id = ? order by key_id`,
  )

  return {
    holder(keyHash: string): KeyHolder | undefined {
      const key = keyByHash.get<ApiKey>(keyHash)
      const user = key && userById.get<UserRow>(key.user_id)
      return user && { key, user: asUser(user), memberships: membershipsOf.all<Membership>(user.id) }
    },
    session(hash: string): SessionHolder | undefined {
      const session = sessionByHash.get<Session>(hash)
      const user = session && userById.get<UserRow>(session.user_id)
      const key = (session?.key_id && keyById.get<ApiKey>(session.key_id)) || null
      return user && { session, key, user: asUser(user), memberships: membershipsOf.all<Membership>(user.id) }
    },
    users: (): User[] => allUsers.all<UserRow>().map(asUser),
    memberships: (userId: string): Membership[] => membershipsOf.all<Membership>(userId),
    allMemberships: (): Membership[] => allMemberships.all<Membership>(),
    keys: (userId: string): ApiKey[] => keysOf.all<ApiKey>(userId),
    keyUses: (userId: string): KeyUse[] => usesOf.all<KeyUse>(userId),
    listAll: listAcrossProjects<UserRow, Account>(
      db,
      { columns: USER_COLUMNS, from: 'users', key: ['id'] },
      (user) => ({
        user: asUser(user),
        memberships: membershipsOf.all<Membership>(user.id),
        keys: keysOf.all<ApiKey>(user.id),
        key_uses: usesOf.all<KeyUse>(user.id),
        sessions: sessionsOf.all<Session>(user.id),
      }),
    ),
  }
}

type AccountReads = ReturnType<typeof accountReads>

/** Removing a user removes its sessions, keys and memberships in the same transaction: the schema cascades. */
export function accountWrites(db: Database) {
  // Nothing is stored for a user who was removed meanwhile.
  const isUser = 'exists (select 1 from users where id = ?)'
  const putUser = db.prepare(`
    insert into users (${USER_COLUMNS}) values (?, ?, ?, ?)
    on conflict (id) do update set name = excluded.name, server_admin = excluded.server_admin,
      created_at = excluded.created_at`)
  const removeUser = db.prepare('delete from users where id = ?')
  const namesake = db.prepare('select 1 from users where name = ? and id <> ?')
  const putMembership = db.prepare(
    `insert or replace into memberships (${MEMBERSHIP_COLUMNS}) select ?, ?, ? where ${isUser}`,
  )
  const removeMembership = db.prepare('delete from memberships where user_id = ? and entity = ?')
  const putKey = db.prepare(`
    insert into api_keys (${KEY_COLUMNS}) select ?, ?, ?, ?, ?, ?, ?, ? where ${isUser}
    on conflict (id) do update set user_id = excluded.user_id, name = excluded.name, hash = excluded.hash,
      scope = excluded.scope, project_id = excluded.project_id, created_at = excluded.created_at,
      expires_at = excluded.expires_at`)
  const removeKey = db.prepare('delete from api_keys where id = ?')
  const putKeyUse = db.prepare(`
    insert or replace into key_uses (key_id, last_used_at)
    select ?, ? where exists (select 1 from api_keys where id = ?)`)
  const putSession = db.prepare(`
    insert or replace into sessions (${SESSION_COLUMNS}) select ?, ?, ?, ?, ?
    where ${isUser} and (? is null or exists (select 1 from api_keys where id = ?))`)
  const removeExpired = db.prepare('delete from sessions where expires_at <= ?')
  const removeSession = db.prepare('delete from sessions where hash = ?')

  return {
    putUser({ id, name, server_admin, created_at }: User): void {
      if (namesake.get(name, id)) throw new ServiceError('conflict', `There is a user ${name} already`)
      putUser.run(id, name, server_admin ? 1 : 0, created_at)
    },
    removeUser(userId: string): void {
      removeUser.run(userId)
    },
    putMembership({ user_id, entity, role }: Membership): void {
      putMembership.run(user_id, entity, role, user_id)
    },
    removeMembership(userId: string, entity: string): void {
      removeMembership.run(userId, entity)
    },
    putKey({ id, user_id, name, hash, scope, project_id, created_at, expires_at }: ApiKey): void {
      putKey.run(id, user_id, name, hash, scope, project_id, created_at, expires_at, user_id)
    },
    removeKey(keyId: string): void {
      removeKey.run(keyId)
    },
    putKeyUse({ key_id, last_used_at }: KeyUse): void {
      putKeyUse.run(key_id, last_used_at, key_id)
    },
    putSession({ hash, user_id, key_id, created_at, expires_at }: Session): void {
      removeExpired.run(created_at)
      putSession.run(hash, user_id, key_id, created_at, expires_at, user_id, key_id, key_id)
    },
    removeSession(hash: string): void {
      removeSession.run(hash)
    },
  }
}

type AccountWrites = ReturnType<typeof accountWrites>

const asUser = (row: UserRow): User => ({ ...row, server_admin: row.server_admin === 1 })

import type { ApiKey, KeyUse, Membership, Session, User } from '../../domain/accounts/account.ts'
import type { ListLimits, ListPage } from './pages.ts'

/** A key with everything that determines its access. */
export interface KeyHolder {
  readonly key: ApiKey
  readonly user: User
  readonly memberships: readonly Membership[]
}

/** A session with everything that determines its access. */
export interface SessionHolder {
  readonly session: Session
  /** The key it was opened with; null if it was opened without one. */
  readonly key: ApiKey | null
  readonly user: User
  readonly memberships: readonly Membership[]
}

/** A user with everything that belongs to them. */
export interface Account {
  readonly user: User
  readonly memberships: readonly Membership[]
  readonly keys: readonly ApiKey[]
  readonly key_uses: readonly KeyUse[]
  readonly sessions: readonly Session[]
}

export interface Accounts {
  /** The user and access of the key with this hash, expired or not. */
  holder(keyHash: string): Promise<KeyHolder | undefined>

  users(): Promise<User[]>

  /** Stores the user, replacing one with the same id. May throw `conflict` if another user has the name. */
  putUser(user: User): Promise<void>

  /**
   * Removes the user with all sessions, keys and memberships. An engine that cannot do so atomically makes all credentials stop
   * with one write, and removes them after it. A removal that fails leaves the user with all of them. An unknown id is not an error.
   *
   * Once it has resolved, no credentials of the user work, including any stored later.
   */
  removeUser(userId: string): Promise<void>

  memberships(userId: string): Promise<Membership[]>

  /** All memberships, by user and entity. */
  allMemberships(): Promise<Membership[]>

  /** Sets the user's role in the entity. Has no effect once the user is removed. */
  putMembership(membership: Membership): Promise<void>

  removeMembership(userId: string, entity: string): Promise<void>

  keys(userId: string): Promise<ApiKey[]>

  /** Stores the key. A key of a removed user never works. */
  putKey(key: ApiKey): Promise<void>

  /** The key stops working, as do sessions opened with it. An unknown id is not an error. */
  removeKey(keyId: string): Promise<void>

  /** When the keys of the user were last used; keys that never were are missing. */
  keyUses(userId: string): Promise<KeyUse[]>

  /** Replaces the previous time. Does not bring back a removed key. */
  putKeyUse(use: KeyUse): Promise<void>

  /** The user and access of the session with this hash, expired or not. */
  session(hash: string): Promise<SessionHolder | undefined>

  /** Stores the session. One whose user or key was removed never works. May remove sessions that expired before its creation. */
  putSession(session: Session): Promise<void>

  /** An unknown hash is not an error. */
  removeSession(hash: string): Promise<void>

  /** Every account, by user id, as `ListAll` guarantees. Sessions that have expired may be missing. */
  listAll(cursor: string | undefined, limits: ListLimits): Promise<ListPage<Account>>
}

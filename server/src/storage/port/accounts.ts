import type { ApiKey, Membership, Session, User } from '../../domain/accounts/account.ts'
import type { ListLimits, ListPage } from './pages.ts'

/** A key with everything that decides what it may do. */
export interface KeyHolder {
  readonly key: ApiKey
  readonly user: User
  readonly memberships: readonly Membership[]
}

/** A session with everything that decides what it may do. */
export interface SessionHolder {
  readonly session: Session
  /** The key it was made with; null where it was made without one. */
  readonly key: ApiKey | null
  readonly user: User
  readonly memberships: readonly Membership[]
}

/** A user with everything that belongs to them. */
export interface Account {
  readonly user: User
  readonly memberships: readonly Membership[]
  readonly keys: readonly ApiKey[]
  readonly sessions: readonly Session[]
}

export interface Accounts {
  /** The holder of the live key with this hash. */
  holder(keyHash: string): Promise<KeyHolder | undefined>

  users(): Promise<User[]>

  /** Stores the user; one of the same id takes its place. May throw `conflict` where another user has the name. */
  putUser(user: User): Promise<void>

  /**
   * Removes the user with all sessions, keys and memberships. An engine that cannot do so at once removes what grants
   * access first: sessions, then keys, then memberships, the user last. A removal that fails may leave the user, but never
   * some of their keys working and others not; repeating it finishes it. An unknown id is no error.
   *
   * Once it has resolved, nothing of the user works, also what is stored for them later.
   */
  removeUser(userId: string): Promise<void>

  memberships(userId: string): Promise<Membership[]>

  /** Those of everyone, by user and entity. */
  allMemberships(): Promise<Membership[]>

  /** Gives the user this role in the entity, in place of any other. Has no effect once the user is gone. */
  putMembership(membership: Membership): Promise<void>

  removeMembership(userId: string, entity: string): Promise<void>

  keys(userId: string): Promise<ApiKey[]>

  /** Stores the key. One whose user is gone never works. */
  putKey(key: ApiKey): Promise<void>

  /** The key stops working, and so do the sessions made with it. An unknown id is no error. */
  removeKey(keyId: string): Promise<void>

  /** The holder of the session with this hash, expired or not. */
  session(hash: string): Promise<SessionHolder | undefined>

  /** Stores the session. One whose user or key is gone never works. Those that have expired by its creation may go. */
  putSession(session: Session): Promise<void>

  /** An unknown hash is no error. */
  removeSession(hash: string): Promise<void>

  /** Every account, by user id, as `ListAll` promises. Sessions that have expired may be missing. */
  listAll(cursor: string | undefined, limits: ListLimits): Promise<ListPage<Account>>
}

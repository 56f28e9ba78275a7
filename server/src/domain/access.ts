import type { KeyScope, Membership, User } from './account.ts'

/** Who is asking, proven by a key. */
export interface Caller {
  readonly user: User
  readonly memberships: readonly Membership[]
  readonly scope: KeyScope
  /** The only project the key works in; null for all the user may enter. */
  readonly project_id: string | null
}

import type { AuditEntry } from '../../domain/accounts/audit.ts'
import type { Micros } from '../../time.ts'
import type { ListLimits, ListPage } from './pages.ts'

export interface AuditSearch {
  readonly entity?: string | undefined
  readonly project_id?: string | undefined
  readonly actor_name?: string | undefined
  readonly action?: string | undefined
  /** Only entries at or after this instant. */
  readonly since?: Micros | undefined
  /** Only entries older than this one: the last of the previous page. */
  readonly before?: Pick<AuditEntry, 'at' | 'id'> | undefined
  readonly limit: number
}

/**
 * Who changed what. Entries are only added: nothing in the port changes or removes one, and none goes with the user or
 * project it is about.
 */
export interface AuditLog {
  /** Stores the entry. Repeating it stores it once. */
  append(entry: AuditEntry): Promise<void>

  /** Matching entries, newest first: by `at`, then by `id`. */
  find(search: AuditSearch): Promise<AuditEntry[]>

  /** Every entry, oldest first, as `ListAll` guarantees. */
  listAll(cursor: string | undefined, limits: ListLimits): Promise<ListPage<AuditEntry>>
}

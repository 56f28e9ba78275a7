import type { AuditEntry } from '../../domain/accounts/audit.ts'
import { type Fragment, sql } from '../../query/fragment.ts'
import type { AuditLog, AuditSearch } from '../port/audit.ts'
import type { Access } from './rows/access.ts'
import { openRecords } from './rows/records.ts'

/** Versions decrease, so that the first of several entries with the same key wins: nobody can change an entry. */
export function clickhouseAudit(access: Access): AuditLog {
  const entries = openRecords<AuditEntry>(access, 'audit_log', COLUMNS)
  return {
    append: (entry) =>
      access.inserts.insert('audit_log', [
        { ...entry, version: Number.MAX_SAFE_INTEGER - access.clock.next(), is_deleted: 0 },
      ]),
    find: (search) => entries.read(sql`${matching(search)} order by at desc, id desc limit ${search.limit}`),
    listAll: (cursor, limits) => entries.list(sql`true`, ['at', 'id'], cursor, limits),
  }
}

function matching({ entity, project_id, actor_name, action, since, before }: AuditSearch): Fragment {
  let where = sql`true`
  if (entity !== undefined) where = sql`${where} and entity = ${entity}`
  if (project_id !== undefined) where = sql`${where} and project_id = ${project_id}`
  if (actor_name !== undefined) where = sql`${where} and actor_name = ${actor_name}`
  if (action !== undefined) where = sql`${where} and action = ${action}`
  if (since !== undefined) where = sql`${where} and at >= ${since}`
  if (before) where = sql`${where} and (at < ${before.at} or (at = ${before.at} and id < ${before.id}))`
  return where
}

const COLUMNS = [
  'at',
  'id',
  'via',
  'actor_id',
  'actor_name',
  'action',
  'entity',
  'project_id',
  'target',
  'details',
] as const

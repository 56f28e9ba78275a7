import type { AuditEntry } from '../../domain/accounts/audit.ts'
import type { AuditLog, AuditSearch } from '../port/audit.ts'
import type { Database, SqlValue } from './database/driver.ts'
import { asIs, listAcrossProjects } from './queries/listing.ts'
import type { Remote } from './threads/protocol.ts'

export function sqliteAudit(reads: Remote<AuditReads>, writes: Remote<AuditWrites>): AuditLog {
  return {
    append: (entry) => writes.append(entry),
    find: (search) => reads.find(search),
    listAll: (cursor, limits) => reads.listAll(cursor, limits),
  }
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

export function auditReads(db: Database) {
  const columns = COLUMNS.join(', ')
  return {
    find(search: AuditSearch): AuditEntry[] {
      const { since, before, limit } = search
      const conditions: [string, ...SqlValue[]][] = []
      for (const name of ['entity', 'project_id', 'actor_name', 'action'] as const) {
        const value = search[name]
        if (value !== undefined) conditions.push([`${name} = ?`, value])
      }
      if (since !== undefined) conditions.push(['at >= ?', since])
      if (before) conditions.push(['(at, id) < (?, ?)', before.at, before.id])
      const where = conditions.map(([condition]) => condition).join(' and ') || 'true'
      const params = conditions.flatMap(([, ...values]) => values)
      return db
        .prepare(`select ${columns} from audit_log where ${where} order by at desc, id desc limit ?`)
        .all<AuditEntry>(...params, limit)
    },
    listAll: listAcrossProjects<AuditEntry>(db, { columns, from: 'audit_log', key: ['at', 'id'] }, asIs),
  }
}

type AuditReads = ReturnType<typeof auditReads>

export function auditWrites(db: Database) {
  const append = db.prepare(
    `insert or ignore into audit_log (${COLUMNS.join(', ')}) values (${COLUMNS.map(() => '?').join(', ')})`,
  )
  return {
    append(entry: AuditEntry): void {
      append.run(...COLUMNS.map((name) => entry[name]))
    },
  }
}

type AuditWrites = ReturnType<typeof auditWrites>

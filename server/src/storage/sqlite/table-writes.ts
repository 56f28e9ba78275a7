import type { Database } from './database/driver.ts'
import type { NameNumbers } from './queries/names.ts'

/** A row as sent to the writer thread. */
type RowText = readonly [digest: string, val: string]

/** The writes of the table store, run in the writer thread's transaction. */
export function tableWrites(db: Database, names: NameNumbers) {
  const putRow = db.prepare(`
    insert into table_rows (project, digest, val) values (?, ?, ?)
    on conflict (project, digest) do update set val = excluded.val where table_rows.val is null`)
  const putTable = db.prepare(`
    insert into tables (project, digest, count) values (?, ?, ?)
    on conflict (project, digest) do nothing returning id`)
  const putPlaceholders = db.prepare(`
    insert into table_rows (project, digest) select ?, value from json_each(?) where true
    on conflict (project, digest) do nothing`)
  const putItems = db.prepare(`
    insert into table_items (table_id, idx, row_id)
    select ?, j.key, r.id from json_each(?) j
    cross join table_rows r on r.project = ? and r.digest = j.value`)

  return {
    putRows(projectId: string, rows: readonly RowText[]): void {
      const project = names.project(projectId)
      for (const [rowDigest, val] of rows) putRow.run(project, rowDigest, val)
    },

    /** Rows that are not stored get placeholders, which a later `putRows` fills. */
    put(projectId: string, digest: string, rowDigests: readonly string[]): void {
      const project = names.project(projectId)
      const table = putTable.get<{ id: number }>(project, digest, rowDigests.length)
      if (!table) return
      const digests = JSON.stringify(rowDigests)
      putPlaceholders.run(project, digests)
      putItems.run(table.id, digests, project)
    },
  }
}

export type TableWrites = ReturnType<typeof tableWrites>

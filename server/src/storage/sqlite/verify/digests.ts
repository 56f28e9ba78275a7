import {
  digestWithInternalRefs,
  fileDigest,
  objectDigest,
  rowDigest,
  tableDigest,
} from '../../../domain/objects/digest.ts'
import { JsonText } from '../../../json/text.ts'
import type { Database } from '../database/driver.ts'
import { projectReads } from '../projects.ts'
import { projectFinder } from '../queries/names.ts'
import type { Findings } from './findings.ts'

/** Recomputes the digests of everything that is stored under the digest of its content. */
export function checkDigests(db: Database, findings: Findings): void {
  checkFiles(db, findings)
  checkValues(db, findings)
  checkTables(db, findings)
}

const PROJECT_NAME = '(select name from projects p where p.id = t.project) as project_id'

interface Stored {
  readonly project_id: string
  readonly digest: string
}

function checkFiles(db: Database, findings: Findings): void {
  const files = db.prepare(`select ${PROJECT_NAME}, digest, size_bytes, bytes from files t`)
  for (const file of files.iterate<Stored & { size_bytes: number; bytes: Uint8Array }>()) {
    findings.examined()
    const { project_id, digest, size_bytes, bytes } = file
    if (fileDigest(bytes) !== digest || bytes.byteLength !== size_bytes)
      findings.problem(`file ${digest} of ${project_id} has other bytes`)
  }
}

type StoredValue = Stored & { readonly val: string; readonly name: string }

/** Objects and rows of tables. */
function checkValues(db: Database, findings: Findings): void {
  const internalIds = new Map(
    projectReads(db, projectFinder(db))
      .list()
      .map(({ project_id, internal_id }) => [project_id, internal_id]),
  )
  const kinds = [
    {
      sql: `select ${PROJECT_NAME}, digest, val, object_id as name from object_versions t`,
      digestOf: objectDigest,
    },
    {
      sql: `select ${PROJECT_NAME}, digest, val, 'row' as name from table_rows t where val is not null`,
      digestOf: rowDigest,
    },
  ]
  for (const { sql, digestOf } of kinds) {
    for (const { project_id, digest, val, name } of db.prepare(sql).iterate<StoredValue>()) {
      findings.examined()
      const json = new JsonText(val)
      const fits = () =>
        digestOf(json) === digest || digestWithInternalRefs(json, (id) => internalIds.get(id)) === digest
      if (!mayHaveLostNaN(val) && !fits())
        findings.problem(`${name} ${digest} of ${project_id} has another value`)
    }
  }
}

/** Python's NaN and Infinity count in a digest, and are stored as null: such a digest cannot be recomputed. */
const mayHaveLostNaN = (val: string): boolean => val.includes('null')

function checkTables(db: Database, findings: Findings): void {
  const tables = db.prepare(`select id, count, ${PROJECT_NAME}, digest from tables t`)
  const rows = db.prepare(
    'select r.digest from table_items i left join table_rows r on r.id = i.row_id where i.table_id = ? order by i.idx',
  )
  for (const { id, count, project_id, digest } of tables.iterate<Stored & { id: number; count: number }>()) {
    findings.examined()
    const digests = rows.all<{ digest: string | null }>(id).map((row) => row.digest ?? '')
    if (digests.length !== count || tableDigest(digests) !== digest)
      findings.problem(`table ${digest} of ${project_id} lists other rows`)
  }
}

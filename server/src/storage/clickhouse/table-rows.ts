import { batchesOf } from '../../batches.ts'
import type { TableRow } from '../../domain/tables/table.ts'
import { JsonText } from '../../json/text.ts'
import { sql } from '../../query/fragment.ts'
import { textList } from './literals.ts'
import type { Access } from './rows/access.ts'

/** Rows per read by digest, which keeps statements short. */
const DIGESTS_PER_READ = 10_000

export interface StoredRow {
  readonly digest: string
  readonly val: string
}

/** Reads the rows of a project by their digests, whichever tables list them. */
export function tableRows({ clickhouse }: Pick<Access, 'clickhouse'>) {
  async function* read(projectId: string, digests: Iterable<string>): AsyncGenerator<StoredRow> {
    for (const some of batchesOf([...new Set(digests)], DIGESTS_PER_READ)) {
      yield* clickhouse.stream<StoredRow>(
        sql`select digest, any(val) as val from table_rows
          where project_id = ${projectId} and digest in ${textList(some)} group by digest`,
        { kind: 'scan' },
      )
    }
  }

  async function sizes(projectId: string, digests: Iterable<string>): Promise<Map<string, number>> {
    const found = new Map<string, number>()
    for (const some of batchesOf([...new Set(digests)], DIGESTS_PER_READ)) {
      const rows = await clickhouse.query<{ digest: string; bytes: number }>(
        sql`select digest, any(size_bytes) as bytes from table_rows
          where project_id = ${projectId} and digest in ${textList(some)} group by digest`,
      )
      for (const { digest, bytes } of rows) found.set(digest, bytes)
    }
    return found
  }

  return { read, sizes }
}

export const ofProject = (projectId: string) => sql`project_id = ${projectId}`

export const isTable = (projectId: string, digest: string) =>
  sql`${ofProject(projectId)} and digest = ${digest}`

export const asTableRow = ({ digest, val }: StoredRow): TableRow => ({ digest, val: new JsonText(val) })

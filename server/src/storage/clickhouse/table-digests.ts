import { type Fragment, sql, trusted } from '../../query/fragment.ts'
import { SeenTexts } from '../../remember.ts'
import type { Access } from './rows/access.ts'
import { isTable, ofProject } from './table-rows.ts'

/** Reads the digests that tables list. */
export function tableDigests({ clickhouse }: Pick<Access, 'clickhouse'>) {
  /** Tables of which all rows are stored, as they will be for ever. */
  const complete = new SeenTexts()

  /** A value of a table, if it is known. */
  async function read<Value>(projectId: string, digest: string, value: Fragment): Promise<Value | undefined> {
    const [table] = await clickhouse.query<{ value: Value }>(
      sql`select ${value} as value from tables where ${isTable(projectId, digest)} limit 1`,
    )
    return table?.value
  }

  const digests = (projectId: string, digest: string) =>
    read<string[]>(projectId, digest, trusted('row_digests'))

  /** The number of rows of a table of which all are stored; undefined if some are not. */
  async function completeLength(projectId: string, digest: string): Promise<number | undefined> {
    const count = (await read<number>(projectId, digest, trusted('length(row_digests)'))) ?? 0
    const key = JSON.stringify([projectId, digest])
    if (count === 0 || complete.has(key)) return count
    const listed = sql`(select arrayJoin(row_digests) as row_digest from tables where ${isTable(projectId, digest)})`
    const [missing] = await clickhouse.query<{ n: number }>(
      sql`select count() as n from ${listed} where row_digest not in (
        select digest from table_rows where ${ofProject(projectId)} and digest in ${listed})`,
      { kind: 'scan' },
    )
    if (missing?.n !== 0) return undefined
    complete.add(key)
    return count
  }

  /** The digests of the rows at these places of a table, without all others: there may be millions. */
  async function digestsAt(
    projectId: string,
    digest: string,
    places: readonly number[],
  ): Promise<Map<number, string>> {
    const wanted = [...new Set(places)].sort((a, b) => a - b)
    const [first, last] = [wanted.at(0), wanted.at(-1)]
    if (first === undefined || last === undefined) return new Map()
    const length = last - first + 1
    const run = `arraySlice(row_digests, ${first + 1}, ${length})`
    const positions = wanted.map((place) => place - first + 1).join(',')
    const picked = `arrayFilter((row, at) -> at in (${positions}), ${run}, arrayEnumerate(${run}))`
    const isRun = wanted.length === length
    const found = await read<string[]>(projectId, digest, trusted(isRun ? run : picked))
    // Only the last places may be behind the end of the table.
    return new Map(found?.map((row, at) => [wanted[at] ?? last, row]))
  }

  return { digests, digestsAt, completeLength }
}

import { batchesOf } from '../../batches.ts'
import type { TableRow } from '../../domain/tables/table.ts'
import { ServiceError } from '../../errors.ts'
import { JsonText } from '../../json/text.ts'
import { evaluate } from '../../query/evaluate.ts'
import { type Fragment, sql, trusted } from '../../query/fragment.ts'
import { columnReader } from '../../query/row.ts'
import { compareSortValues, type SortValue, sortValuesOf } from '../../query/sort.ts'
import { SeenTexts } from '../../remember.ts'
import { fitting } from '../port/fitting.ts'
import { tableSelect } from '../port/selects.ts'
import type { ListedTable, PlacedRow, TableSearch, TableStore } from '../port/tables.ts'
import { textList } from './literals.ts'
import type { Access } from './rows/access.ts'
import { listRows } from './rows/listing.ts'
import { encodeRows } from './schema/encoders.ts'

/** Rows per read by digest, which keeps statements short. */
const DIGESTS_PER_READ = 10_000

interface StoredRow {
  readonly digest: string
  readonly val: string
}

/** Conditions and sorts are paths into rows, which the evaluator of the language reads: ClickHouse changes the types of JSON. */
export function clickhouseTables(access: Access): TableStore {
  const { clickhouse, inserts, projects } = access

  /** Tables of which all rows are stored, as they will be for ever. */
  const complete = new SeenTexts()

  /** A value of a table, if it is known. */
  async function read<Value>(projectId: string, digest: string, value: Fragment): Promise<Value | undefined> {
    const [table] = await clickhouse.query<{ value: Value }>(
      sql`select ${value} as value from tables where ${isTable(projectId, digest)} limit 1`,
    )
    return table?.value
  }

  const rowDigests = (projectId: string, digest: string) =>
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

  async function* readRows(projectId: string, digests: Iterable<string>): AsyncGenerator<StoredRow> {
    for (const some of batchesOf([...new Set(digests)], DIGESTS_PER_READ)) {
      yield* clickhouse.stream<StoredRow>(
        sql`select digest, any(val) as val from table_rows
          where project_id = ${projectId} and digest in ${textList(some)} group by digest`,
        { kind: 'scan' },
      )
    }
  }

  async function sizesOf(projectId: string, digests: Iterable<string>): Promise<Map<string, number>> {
    const sizes = new Map<string, number>()
    for (const some of batchesOf([...new Set(digests)], DIGESTS_PER_READ)) {
      const rows = await clickhouse.query<{ digest: string; bytes: number }>(
        sql`select digest, any(size_bytes) as bytes from table_rows
          where project_id = ${projectId} and digest in ${textList(some)} group by digest`,
      )
      for (const { digest, bytes } of rows) sizes.set(digest, bytes)
    }
    return sizes
  }

  /** The rows at these places that are stored, in the given order. */
  async function rowsAt(
    projectId: string,
    listed: ReadonlyMap<number, string>,
    places: readonly number[],
  ): Promise<PlacedRow[]> {
    const vals = new Map<string, JsonText>()
    const wanted = places.flatMap((place) => listed.get(place) ?? [])
    for await (const { digest, val } of readRows(projectId, wanted)) vals.set(digest, new JsonText(val))
    return places.flatMap((original_index) => {
      const digest = listed.get(original_index)
      const val = digest === undefined ? undefined : vals.get(digest)
      return digest !== undefined && val ? [{ digest, val, original_index }] : []
    })
  }

  /** The digests of the matching rows, with their sort keys. */
  async function matching(search: TableSearch, listed: readonly string[]): Promise<Map<string, SortValue[]>> {
    const { where, sort = [] } = tableSelect(search, [])
    const found = new Map<string, SortValue[]>()
    if (where.length === 0 && sort.length === 0) {
      for (const digest of (await sizesOf(search.project_id, listed)).keys()) found.set(digest, [])
      return found
    }
    const wanted = search.row_digests ? new Set(search.row_digests) : undefined
    const digests = wanted ? listed.filter((digest) => wanted.has(digest)) : listed
    for await (const row of readRows(search.project_id, digests)) {
      const reader = columnReader(row)
      if (where.every((condition) => evaluate(condition, reader))) {
        found.set(row.digest, sortValuesOf(reader, sort))
      }
    }
    return found
  }

  async function findPlaces(search: TableSearch): Promise<number[]> {
    const {
      project_id,
      digest,
      condition,
      row_digests,
      limit = Number.POSITIVE_INFINITY,
      offset = 0,
    } = search
    if (search.sort.length === 0 && !condition && !row_digests) {
      const count = await completeLength(project_id, digest)
      const length = count && Math.max(0, Math.min(limit, count - offset))
      if (length !== undefined) return Array.from({ length }, (_, at) => offset + at)
    }
    const listed = (await rowDigests(project_id, digest)) ?? []
    const found = await matching(search, listed)
    const places = listed.flatMap((digest, place) => {
      const sorted = found.get(digest)
      return sorted ? [{ place, sorted }] : []
    })
    // Sorting is stable, so ties keep the order of the table.
    if (search.sort.length > 0) places.sort((a, b) => compareSortValues(a.sorted, b.sorted))
    return places.slice(offset, offset + limit).map(({ place }) => place)
  }

  return {
    putRows: (project_id, rows) => projects.insert('table_rows', [project_id], storedRows(project_id, rows)),
    async put(project_id, digest, row_digests, rows) {
      const stored = encodeRows('table_rows', storedRows(project_id, rows))
      const table = encodeRows('tables', [{ project_id, digest, row_digests }])
      await inserts.run(stored.bytes + table.bytes, async (insert) => {
        await Promise.all([projects.add(insert, [project_id]), insert(stored)])
        await insert(table)
      })
    },
    rowDigests,
    async find(search, bytesMax) {
      const { project_id, digest } = search
      const places = await findPlaces(search)
      const listed = await digestsAt(project_id, digest, places)
      if (bytesMax !== undefined) {
        const sizes = await sizesOf(project_id, listed.values())
        const bytes = places.reduce((sum, place) => sum + (sizes.get(listed.get(place) ?? '') ?? 0), 0)
        if (bytes > bytesMax) throw tooLarge(bytesMax)
      }
      return rowsAt(project_id, listed, places)
    },
    findPlaces,
    async readPage(projectId, digest, places, bytesMax) {
      const listed = await digestsAt(projectId, digest, places)
      const sizes = await sizesOf(projectId, listed.values())
      const sized = places.flatMap((place, at) => {
        const bytes = sizes.get(listed.get(place) ?? '')
        return bytes === undefined ? [] : [{ at, bytes }]
      })
      const { taken, next_bytes } = fitting(sized, places.length, bytesMax)
      return { rows: await rowsAt(projectId, listed, places.slice(0, taken)), taken, next_bytes }
    },
    async rows(projectId, digests) {
      const rows: TableRow[] = []
      for await (const row of readRows(projectId, digests)) rows.push(asTableRow(row))
      return rows
    },
    async measure(projectId, digests) {
      if (digests.length === 0) return []
      const among = sql`${ofProject(projectId)} and digest in ${textList(digests)}`
      return clickhouse.query(
        sql`select digest, any(rows_listed) as count, sum(ifNull(r.size_bytes, 0)) as size_bytes from (
            select digest, length(row_digests) as rows_listed,
              arrayJoin(if(empty(row_digests), [''], row_digests)) as row_digest
            from tables final where ${among}
          ) t left join (
            select digest as stored_digest, size_bytes from table_rows final where ${ofProject(projectId)}
              and digest in (select arrayJoin(row_digests) from tables where ${among})
          ) r on r.stored_digest = t.row_digest
          group by digest`,
        { kind: 'scan' },
      )
    },
    listAll: (projectId, cursor, limits) =>
      listRows<ListedTable>(
        clickhouse,
        {
          columns: ['digest', 'row_digests'],
          from: sql`tables final`,
          where: ofProject(projectId),
          key: ['digest'],
        },
        cursor,
        limits,
      ),
    async listAllRows(projectId, cursor, limits) {
      const { rows, next } = await listRows<StoredRow>(
        clickhouse,
        {
          columns: ['digest', 'val'],
          from: sql`table_rows final`,
          where: ofProject(projectId),
          key: ['digest'],
        },
        cursor,
        limits,
      )
      return { rows: rows.map(asTableRow), next }
    },
  }
}

const ofProject = (projectId: string) => sql`project_id = ${projectId}`

const isTable = (projectId: string, digest: string) => sql`${ofProject(projectId)} and digest = ${digest}`

const storedRows = (project_id: string, rows: readonly TableRow[]) =>
  rows.map(({ digest, val }) => ({ project_id, digest, val: val.text }))

const asTableRow = ({ digest, val }: StoredRow): TableRow => ({ digest, val: new JsonText(val) })

const tooLarge = (bytesMax: number) =>
  new ServiceError('too_large', `the rows have more than ${bytesMax} bytes: read fewer of them`)

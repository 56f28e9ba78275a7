import type { TableRow } from '../../domain/tables/table.ts'
import { ServiceError } from '../../errors.ts'
import { JsonText } from '../../json/text.ts'
import { evaluate } from '../../query/evaluate.ts'
import { sql } from '../../query/fragment.ts'
import { columnReader } from '../../query/row.ts'
import { compareSortValues, type SortValue, sortValuesOf } from '../../query/sort.ts'
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

  async function rowDigests(projectId: string, digest: string): Promise<string[] | undefined> {
    const [table] = await clickhouse.query<{ row_digests: string[] }>(
      sql`select row_digests from tables where project_id = ${projectId} and digest = ${digest} limit 1`,
    )
    return table?.row_digests
  }

  async function* readRows(projectId: string, digests: Iterable<string>): AsyncGenerator<StoredRow> {
    for (const some of chunks([...new Set(digests)], DIGESTS_PER_READ)) {
      yield* clickhouse.stream<StoredRow>(
        sql`select digest, any(val) as val from table_rows
          where project_id = ${projectId} and digest in ${textList(some)} group by digest`,
        { kind: 'scan' },
      )
    }
  }

  async function sizesOf(projectId: string, digests: Iterable<string>): Promise<Map<string, number>> {
    const sizes = new Map<string, number>()
    for (const some of chunks([...new Set(digests)], DIGESTS_PER_READ)) {
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
    listed: readonly string[],
    places: readonly number[],
  ): Promise<PlacedRow[]> {
    const vals = new Map<string, JsonText>()
    const wanted = places.flatMap((place) => listed[place] ?? [])
    for await (const { digest, val } of readRows(projectId, wanted)) vals.set(digest, new JsonText(val))
    return places.flatMap((original_index) => {
      const digest = listed[original_index]
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

  async function placesIn(search: TableSearch, listed: readonly string[]): Promise<number[]> {
    const { limit = Number.POSITIVE_INFINITY, offset = 0 } = search
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
      const listed = (await rowDigests(search.project_id, search.digest)) ?? []
      const places = await placesIn(search, listed)
      if (bytesMax !== undefined) {
        const sizes = await sizesOf(
          search.project_id,
          places.flatMap((place) => listed[place] ?? []),
        )
        const bytes = places.reduce((sum, place) => sum + (sizes.get(listed[place] ?? '') ?? 0), 0)
        if (bytes > bytesMax) throw tooLarge(bytesMax)
      }
      return rowsAt(search.project_id, listed, places)
    },
    async findPlaces(search) {
      return placesIn(search, (await rowDigests(search.project_id, search.digest)) ?? [])
    },
    async readPage(projectId, digest, places, bytesMax) {
      const listed = (await rowDigests(projectId, digest)) ?? []
      const sizes = await sizesOf(
        projectId,
        places.flatMap((place) => listed[place] ?? []),
      )
      const sized = places.flatMap((place, at) => {
        const bytes = sizes.get(listed[place] ?? '')
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
      return clickhouse.query(
        sql`select digest, any(length(row_digests)) as count, sum(ifNull(r.size_bytes, 0)) as size_bytes from (
            select digest, row_digests, arrayJoin(if(empty(row_digests), [''], row_digests)) as row_digest
            from tables final where project_id = ${projectId} and digest in ${textList(digests)}
          ) t left join (
            select digest as stored_digest, size_bytes from table_rows final where project_id = ${projectId}
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

const storedRows = (project_id: string, rows: readonly TableRow[]) =>
  rows.map(({ digest, val }) => ({ project_id, digest, val: val.text }))

const asTableRow = ({ digest, val }: StoredRow): TableRow => ({ digest, val: new JsonText(val) })

function* chunks<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size)
}

const tooLarge = (bytesMax: number) =>
  new ServiceError('too_large', `the rows have more than ${bytesMax} bytes: read fewer of them`)

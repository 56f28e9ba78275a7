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
import { tableDigests } from './table-digests.ts'
import { asTableRow, ofProject, type StoredRow, tableRows } from './table-rows.ts'

/** Conditions and sorts are paths into rows, which the evaluator of the language reads: ClickHouse changes the types of JSON. */
export function clickhouseTables(access: Access): TableStore {
  const { clickhouse, inserts, projects } = access
  const tables = tableDigests(access)
  const byDigest = tableRows(access)

  /** The rows at these places that are stored, in the given order. */
  async function rowsAt(
    projectId: string,
    listed: ReadonlyMap<number, string>,
    places: readonly number[],
  ): Promise<PlacedRow[]> {
    const vals = new Map<string, JsonText>()
    const wanted = places.flatMap((place) => listed.get(place) ?? [])
    for await (const { digest, val } of byDigest.read(projectId, wanted)) vals.set(digest, new JsonText(val))
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
      for (const digest of (await byDigest.sizes(search.project_id, listed)).keys()) found.set(digest, [])
      return found
    }
    const wanted = search.row_digests ? new Set(search.row_digests) : undefined
    const digests = wanted ? listed.filter((digest) => wanted.has(digest)) : listed
    for await (const row of byDigest.read(search.project_id, digests)) {
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
      const count = await tables.completeLength(project_id, digest)
      const length = count && Math.max(0, Math.min(limit, count - offset))
      if (length !== undefined) return Array.from({ length }, (_, at) => offset + at)
    }
    const listed = (await tables.digests(project_id, digest)) ?? []
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
    rowDigests: tables.digests,
    async find(search, bytesMax) {
      const { project_id, digest } = search
      const places = await findPlaces(search)
      const listed = await tables.digestsAt(project_id, digest, places)
      if (bytesMax !== undefined) {
        const sizes = await byDigest.sizes(project_id, listed.values())
        const bytes = places.reduce((sum, place) => sum + (sizes.get(listed.get(place) ?? '') ?? 0), 0)
        if (bytes > bytesMax) throw tooLarge(bytesMax)
      }
      return rowsAt(project_id, listed, places)
    },
    findPlaces,
    async readPage(projectId, digest, places, bytesMax) {
      const listed = await tables.digestsAt(projectId, digest, places)
      const sizes = await byDigest.sizes(projectId, listed.values())
      const sized = places.flatMap((place, at) => {
        const bytes = sizes.get(listed.get(place) ?? '')
        return bytes === undefined ? [] : [{ at, bytes }]
      })
      const { taken, next_bytes } = fitting(sized, places.length, bytesMax)
      return { rows: await rowsAt(projectId, listed, places.slice(0, taken)), taken, next_bytes }
    },
    async rows(projectId, digests) {
      const rows: TableRow[] = []
      for await (const row of byDigest.read(projectId, digests)) rows.push(asTableRow(row))
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

const storedRows = (project_id: string, rows: readonly TableRow[]) =>
  rows.map(({ digest, val }) => ({ project_id, digest, val: val.text }))

const tooLarge = (bytesMax: number) =>
  new ServiceError('too_large', `the rows have more than ${bytesMax} bytes: read fewer of them`)

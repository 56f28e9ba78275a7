import { batchesOf } from '../../batches.ts'
import { type Fragment, joined, sql, trusted } from '../../query/fragment.ts'
import { allOf } from './calls/call-table.ts'
import type { ClickHouse } from './connection/client.ts'
import { textList } from './literals.ts'
import { deleteRows } from './rows/delete-rows.ts'
import type { TableSpec } from './schema/ddl.ts'
import { MIGRATIONS } from './schema/migrations.ts'
import { RECORD_ENGINE } from './schema/record.ts'

const ROWS_PER_STATEMENT = 1_000
/** Per run; the next one continues. */
const ROWS_MAX = 100_000

/**
 * Deletes obsolete events of objects: an SDK publishes its ops at every start, and each publication is a row. For each version it
 * keeps the events that `versionsOf` reads, now and after any later event: its first publication, its last one, the first one
 * after the last deletion before that; of its deletions that one, the first after the last publication, and the last. Only events before
 * `beforeVersion` are deleted, since those of slower clocks may still arrive. Returns the number of rows.
 */
export async function freeObjectEvents(clickhouse: ClickHouse, beforeVersion: number): Promise<number> {
  const found = await clickhouse.query<Record<(typeof EVENT_KEY)[number], string> & { version: number }>(
    sql`select ${trusted(EVENT_KEY.join(', '))}, arrayJoin(arrayConcat(
        arrayFilter(at -> at < ${BigInt(beforeVersion)} and not has([published[1], last_at, first_again], at), published),
        arrayFilter(at -> at < ${BigInt(beforeVersion)} and not has([deleted_before, deleted_after, deleted[-1]], at), deleted)
      )) as version
      from (
        select ${trusted(EVENT_KEY.join(', '))},
          arraySort(groupUniqArrayIf(version, event = 'publish')) as published,
          arraySort(groupUniqArrayIf(version, event = 'delete')) as deleted,
          published[-1] as last_at,
          arrayMax(arrayFilter(at -> at < last_at, arrayPushBack(deleted, 0))) as deleted_before,
          arrayFirst(at -> at > deleted_before, published) as first_again,
          arrayFirst(at -> at > last_at, deleted) as deleted_after
        from object_events group by ${trusted(EVENT_KEY.join(', '))} having length(published) + length(deleted) > 2
      ) limit ${BigInt(ROWS_MAX)}`,
    { kind: 'scan' },
  )
  for (const batch of batchesOf(found, ROWS_PER_STATEMENT))
    await deleteRows(clickhouse, 'object_events', isOneOf(batch, [...EVENT_KEY, 'version']))
  return found.length
}

const EVENT_KEY = ['project_id', 'object_id', 'kind', 'digest'] as const

/** The tables in which a removal is a row: `records.ts`. */
export const RECORD_TABLES = MIGRATIONS.flatMap(({ makes }) => makes).filter(
  (spec): spec is TableSpec => 'engine' in spec && spec.engine === RECORD_ENGINE,
)

/** Rows of one kind of one table in one run. */
const REMOVED_MAX = 1_000_000
const TOMBSTONES_PER_READ = 50_000

/**
 * Deletes the rows of removed records of a table and, once none is left, the tombstones of those that were removed before
 * `beforeVersion`: no row of a slower clock may arrive any more. Returns the number of rows.
 */
export async function freeRemovedRecords(
  clickhouse: ClickHouse,
  table: TableSpec,
  beforeVersion: number,
): Promise<number> {
  // A tombstone must not be gone on a replica that still has older rows, so none is deleted unless all replicas have deleted those.
  const older = await freeVersions(
    clickhouse,
    table,
    sql`arrayFilter(each -> each < removed_at, arrayConcat(stored, removed))`,
  )
  const tombstones = await freeVersions(
    clickhouse,
    table,
    sql`if(length(stored) + length(removed) = 1 and removed_at < ${BigInt(beforeVersion)}, removed, [])`,
  )
  return older + tombstones
}

/** Deletes these versions of the removed records of a table. */
async function freeVersions(clickhouse: ClickHouse, table: TableSpec, versions: Fragment): Promise<number> {
  let freed = 0
  let next: RecordKey | undefined
  do {
    const after = next
    next = await endOfPage(clickhouse, table, after)
    const found = await removedVersions(clickhouse, table, versions, { after, upTo: next })
    for (const batch of batchesOf(found, ROWS_PER_STATEMENT))
      await deleteRows(clickhouse, table.name, isOneOf(batch, [...table.orderBy, 'version']))
    freed += found.length
  } while (next && freed < REMOVED_MAX)
  return freed
}

/** The key of the last tombstone of the next page; undefined if that is the last page. Read in the order of the table, so it stops there. */
async function endOfPage(
  clickhouse: ClickHouse,
  { name, orderBy }: TableSpec,
  after: RecordKey | undefined,
): Promise<RecordKey | undefined> {
  const key = trusted(orderBy.join(', '))
  const [last] = await clickhouse.query<RecordKey>(
    sql`select ${key} from ${trusted(name)} where is_deleted = 1 and ${isWithin(orderBy, { after })}
      order by ${key} limit 1 offset ${BigInt(TOMBSTONES_PER_READ - 1)}`,
    { kind: 'scan' },
  )
  return last
}

/**
 * The rows of the removed records of a page that have one of these versions, a list by `stored`, `removed` and `removed_at`. Each by its
 * version, since the record may be stored again meanwhile.
 */
function removedVersions(
  clickhouse: ClickHouse,
  { name, orderBy }: TableSpec,
  versions: Fragment,
  page: Page,
): Promise<RecordVersion[]> {
  const [table, key] = [trusted(name), trusted(orderBy.join(', '))]
  const isOfPage = isWithin(orderBy, page)
  return clickhouse.query<RecordVersion>(
    sql`select ${key}, arrayJoin(${versions}) as version from (
        select ${key}, groupUniqArrayIf(version, is_deleted = 0) as stored,
          groupUniqArrayIf(version, is_deleted = 1) as removed, arrayMax(removed) as removed_at
        from ${table}
        where ${isOfPage} and (${key}) in (select ${key} from ${table} where is_deleted = 1 and ${isOfPage})
        group by ${key}
      )`,
    { kind: 'scan' },
  )
}

/** The values of the key of a record. */
type RecordKey = Readonly<Record<string, string | number>>
type RecordVersion = RecordKey & { readonly version: number }

/** The keys behind one and up to another. */
interface Page {
  readonly after: RecordKey | undefined
  readonly upTo?: RecordKey | undefined
}

function isWithin(columns: readonly string[], { after, upTo }: Page): Fragment {
  const key = trusted(columns.join(', '))
  return allOf([
    ...(after ? [sql`(${key}) > ${valuesOf(after, columns)}`] : []),
    ...(upTo ? [sql`(${key}) <= ${valuesOf(upTo, columns)}`] : []),
  ])
}

/** A condition for rows that have these values in the columns. */
function isOneOf(rows: readonly RecordKey[], columns: readonly string[]): Fragment {
  const values = rows.map((row) => valuesOf(row, columns))
  return sql`(${trusted(columns.join(', '))}) in (${joined(values, ', ')})`
}

function valuesOf(row: RecordKey, columns: readonly string[]): Fragment {
  const each = columns.map((name) => {
    const value = row[name] ?? ''
    return typeof value === 'number' ? sql`${BigInt(value)}` : sql`${value}`
  })
  return sql`(${joined(each, ', ')})`
}

/** Deletes sessions that expired, and rows of those that were closed, before an instant. Returns their number. */
export async function freeSessions(clickhouse: ClickHouse, before: number): Promise<number> {
  const found = await clickhouse.query<{ hash: string }>(
    sql`select hash from sessions group by hash
      having max(expires_at) < ${BigInt(before)} and max(version) < ${BigInt(before)} limit ${BigInt(ROWS_MAX)}`,
    { kind: 'scan' },
  )
  for (const batch of batchesOf(found, ROWS_PER_STATEMENT)) {
    const hashes = textList(batch.map(({ hash }) => hash))
    await deleteRows(clickhouse, 'sessions', sql`hash in ${hashes}`)
  }
  return found.length
}

import { type Fragment, sql, trusted } from '../../../query/fragment.ts'
import type { ListLimits, ListPage } from '../../port/pages.ts'
import type { Row } from '../schema/row-encoder.ts'
import type { Access } from './access.ts'
import { listRows } from './listing.ts'
import type { VersionClock } from './version-clock.ts'

/**
 * A table whose rows replace older ones with the same key: `ReplacingMergeTree(version, is_deleted)`, read with FINAL, so
 * that a reader sees the newest row of each key, whatever has merged, and no removed one. `Stored` is a row as the table has it.
 */
export interface Records<Stored extends Row> {
  /** Stores the rows, replacing those with the same key. */
  put(rows: readonly Stored[]): Promise<void>
  /** Removes the rows with these keys; the columns of a key are enough. */
  remove(keys: readonly Row[]): Promise<void>
  /** Both at once: a reader finds either everything as before, or everything new. */
  replace(rows: readonly Stored[], removedKeys: readonly Row[]): Promise<void>
  /** `rest` is everything after `where`. Throws `too_large` rather than read more than `bytesMax`. */
  read(rest: Fragment, bytesMax?: number): Promise<Stored[]>
  /** A page of the rows that `where` selects, in the order of `key`. */
  list(
    where: Fragment,
    key: readonly (keyof Stored & string)[],
    cursor: string | undefined,
    limits: ListLimits,
  ): Promise<ListPage<Stored>>
}

export function openRecords<Stored extends Row>(
  { clickhouse, inserts, clock }: Access,
  table: string,
  columns: readonly (keyof Stored & string)[],
): Records<Stored> {
  const names = trusted(columns.join(', '))
  const from = trusted(`${table} final`)
  const versioned = versioning(clock, columns)

  return {
    put: (rows) =>
      inserts.insert(
        table,
        rows.map((row) => versioned(row, 0)),
      ),
    remove: (keys) =>
      inserts.insert(
        table,
        keys.map((key) => versioned(key, 1)),
      ),
    replace: (rows, removedKeys) =>
      inserts.insert(table, [
        ...rows.map((row) => versioned(row, 0)),
        ...removedKeys.map((key) => versioned(key, 1)),
      ]),
    read: (rest, bytesMax) =>
      clickhouse.query<Stored>(sql`select ${names} from ${from} where ${rest}`, {
        settings: within(bytesMax),
      }),
    list: (where, key, cursor, limits) =>
      listRows<Stored>(clickhouse, { columns, from, where, key }, cursor, limits),
  }
}

const versioning =
  (clock: VersionClock, columns: readonly string[]) =>
  (row: Row, is_deleted: 0 | 1): Row => ({ ...picked(row, columns), version: clock.next(), is_deleted })

/** Only these columns: a row may have come with others. */
function picked(row: Row, columns: readonly string[]): Row {
  const wanted = new Set(columns)
  return Object.fromEntries(Object.entries(row).filter(([name]) => wanted.has(name)))
}

/** Settings of a read that fails with `too_large` once its result has more bytes. */
export const within = (bytesMax: number | undefined) =>
  bytesMax === undefined
    ? {}
    : { max_result_bytes: String(Math.max(1, bytesMax)), result_overflow_mode: 'throw' as const }

/** The same for rows of projects, which their first write makes known. */
export function openProjectRecords<Stored extends { readonly project_id: string }>(
  access: Access,
  table: string,
  columns: readonly (keyof Stored & string)[],
): Records<Stored> {
  const versioned = versioning(access.clock, columns)
  return {
    ...openRecords<Stored>(access, table, columns),
    async put(rows) {
      if (rows.length === 0) return
      const projectIds = rows.map(({ project_id }) => project_id)
      const stored = rows.map((row) => versioned(row, 0))
      await access.projects.insert(table, projectIds, stored)
    },
  }
}

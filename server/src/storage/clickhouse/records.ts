import { type Fragment, sql, trusted } from '../../query/fragment.ts'
import type { ListLimits, ListPage } from '../port/pages.ts'
import type { Access } from './access.ts'
import type { Row } from './insert-queue.ts'
import { listRows } from './listing.ts'

/**
 * A table whose rows replace older ones with the same key: `ReplacingMergeTree(version, is_deleted)`, read with FINAL, so
 * that a reader sees the newest row of each key, whatever has merged, and no removed one. `Stored` is a row as the table has it.
 */
export interface Records<Stored extends Row> {
  /** Stores the rows, replacing those with the same key. */
  put(rows: readonly Stored[]): Promise<void>
  /** Removes the rows with these keys; the columns of a key are enough. */
  remove(keys: readonly Row[]): Promise<void>
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
  const versioned = (row: Row, is_deleted: 0 | 1): Row => ({ ...row, version: clock.next(), is_deleted })

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
    read: (rest, bytesMax) =>
      clickhouse.query<Stored>(sql`select ${names} from ${from} where ${rest}`, {
        settings: within(bytesMax),
      }),
    list: (where, key, cursor, limits) =>
      listRows<Stored>(clickhouse, { columns, from, where, key }, cursor, limits),
  }
}

/** Settings of a read that fails with `too_large` once its result has more bytes. */
const within = (bytesMax: number | undefined) =>
  bytesMax === undefined
    ? {}
    : { max_result_bytes: String(Math.max(1, bytesMax)), result_overflow_mode: 'throw' as const }

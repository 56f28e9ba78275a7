import { type Fragment, joined, sql, trusted } from '../../../query/fragment.ts'
import { cursorOf, keyIn } from '../../port/list-cursor.ts'
import type { ListLimits, ListPage } from '../../port/pages.ts'
import type { ClickHouse } from '../connection/client.ts'

/** Rows to list, each with a key of texts and integers. */
interface Source {
  readonly columns: readonly string[]
  /** A table, with FINAL where it needs it, or a select in parentheses. */
  readonly from: Fragment
  readonly where: Fragment
  /** The columns that identify a row, in the order of the list. */
  readonly key: readonly string[]
  /** The bytes of a row, where they are known without reading it. */
  readonly bytes?: Fragment
}

/** Where a page ends: the key of its last row is among the members. */
interface PageEnd {
  /** Rows of the page. */
  readonly listed_place: number
  /** Rows up to the limit, whatever their size. */
  readonly listed_rows: number
}

/**
 * Reads a page of the rows after the cursor. The server sends no more than the limits allow, and sees where the page ends without the rows:
 * it keeps in memory all that it sums up.
 */
export async function listRows<Row extends object>(
  clickhouse: ClickHouse,
  { columns, from, where, key, bytes }: Source,
  cursor: string | undefined,
  { rowsMax, bytesMax }: ListLimits,
): Promise<ListPage<Row>> {
  const names = trusted(columns.join(', '))
  const order = trusted(key.join(', '))
  const after = cursor === undefined ? [] : [sql`(${order}) > (${keyOf(cursor, key.length)})`]
  const listed = joined([where, ...after], ' and ')
  const [end] = await clickhouse.query<PageEnd>(
    sql`select * except listed_bytes from (
      select ${order}, count() over () as listed_rows, row_number() over w as listed_place,
        sum(listed_size) over w as listed_bytes
      from (select ${order}, ${bytes ?? sql`byteSize(${names})`} as listed_size from ${from} where ${listed}
        order by ${order} limit ${BigInt(rowsMax)})
      window w as (order by ${order} rows unbounded preceding)
    ) where listed_place = 1 or listed_bytes <= ${BigInt(bytesMax)} order by listed_place desc limit 1`,
    { kind: 'scan' },
  )
  if (!end) return { rows: [], next: null }
  const next = cursorOf(end, key)
  // Without a limit: a row that is stored in between must not push the last one out.
  const rows = await clickhouse.query<Row>(
    sql`select ${names} from ${from} where ${listed} and (${order}) <= (${keyOf(next, key.length)})
      order by ${order}`,
    { kind: 'scan' },
  )
  const isLast = end.listed_place === end.listed_rows && end.listed_rows < rowsMax
  return { rows, next: isLast ? null : next }
}

/** The key that a cursor stands for. */
function keyOf(cursor: string, length: number): Fragment {
  const parts = keyIn(cursor, length).map((part) =>
    typeof part === 'string' ? sql`${part}` : sql`${BigInt(part)}`,
  )
  return joined(parts, ', ')
}

import { ServiceError } from '../../../errors.ts'
import { type Fragment, joined, sql, trusted } from '../../../query/fragment.ts'
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
}

/** Reads a page of the rows after the cursor. The server sends no more than the limits allow. */
export async function listRows<Row extends object>(
  clickhouse: ClickHouse,
  { columns, from, where, key }: Source,
  cursor: string | undefined,
  { rowsMax, bytesMax }: ListLimits,
): Promise<ListPage<Row>> {
  const names = trusted(columns.join(', '))
  const order = trusted(key.join(', '))
  const after = cursor === undefined ? [] : [sql`(${order}) > (${keyOf(cursor, key.length)})`]
  const found = await clickhouse.query<Row & { readonly listed_rows: number }>(
    sql`select ${names}, listed_rows from (
      select ${names}, count() over () as listed_rows, row_number() over w as listed_place,
        sum(byteSize(${names})) over w as listed_bytes
      from (select ${names} from ${from} where ${joined([where, ...after], ' and ')}
        order by ${order} limit ${BigInt(rowsMax)})
      window w as (order by ${order} rows unbounded preceding)
    ) where listed_place = 1 or listed_bytes <= ${BigInt(bytesMax)} order by ${order}`,
    { kind: 'scan' },
  )
  const last = found.at(-1)
  const isLast = !last || (found.length === last.listed_rows && last.listed_rows < rowsMax)
  const next = isLast ? null : cursorOf(last, key)
  for (const row of found) Reflect.deleteProperty(row, 'listed_rows')
  return { rows: found, next }
}

function cursorOf(row: object, key: readonly string[]): string {
  const values = new Map<string, unknown>(Object.entries(row))
  return JSON.stringify(key.map((name) => values.get(name)))
}

/** The key that a cursor stands for. */
function keyOf(cursor: string, length: number): Fragment {
  const key = parsed(cursor)
  if (!Array.isArray(key) || key.length !== length || !key.every(isKeyPart)) {
    throw new ServiceError('invalid_request', `not a cursor of this list: ${JSON.stringify(cursor)}`)
  }
  return joined(
    key.map((part: string | number) => (typeof part === 'string' ? sql`${part}` : sql`${BigInt(part)}`)),
    ', ',
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isKeyPart = (value: unknown): boolean => typeof value === 'string' || Number.isSafeInteger(value)

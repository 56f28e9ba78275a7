import { ServiceError } from '../../../errors.ts'
import type { Database, SqlValue } from '../database/driver.ts'

type Statement = ReturnType<Database['prepare']>

/** Approximate size of a number or null in JSON. */
const SCALAR_BYTES = 8

/** All rows of a query. Throws `too_large` as soon as they exceed `bytesMax`, so that more is never in memory. */
export function rowsWithin<Row extends object>(
  statement: Statement,
  params: readonly SqlValue[],
  bytesMax: number | undefined,
): Row[] {
  if (bytesMax === undefined) return statement.all<Row>(...params)
  const rows: Row[] = []
  let bytes = 0
  for (const row of statement.iterate<Row>(...params)) {
    for (const value of Object.values(row)) bytes += typeof value === 'string' ? value.length : SCALAR_BYTES
    if (bytes > bytesMax) throw new ServiceError('too_large', `The rows have over ${bytesMax} bytes`)
    rows.push(row)
  }
  return rows
}

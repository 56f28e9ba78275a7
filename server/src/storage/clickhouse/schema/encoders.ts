import { type EncodedRows, type Row, RowBatch, RowEncoder } from '../row-encoder.ts'
import { MIGRATIONS } from './migrations.ts'

const ENCODERS = new Map(
  MIGRATIONS.flatMap(({ makes }) => makes).flatMap((spec) =>
    'engine' in spec ? [[spec.name, new RowEncoder(spec)]] : [],
  ),
)

/** Rows of a table of the schema. */
export const encodeRows = (table: string, rows: readonly Row[]): EncodedRows => encoderFor(table).encode(rows)

export const newRowBatch = (table: string): RowBatch => new RowBatch(encoderFor(table))

function encoderFor(table: string): RowEncoder {
  const encoder = ENCODERS.get(table)
  if (!encoder) throw new TypeError(`there is no table ${table}`)
  return encoder
}

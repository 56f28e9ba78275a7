import type { TableSpec } from './ddl.ts'
import { MIGRATIONS } from './migrations.ts'
import { type EncodedRows, type Row, RowBatch, RowEncoder } from './row-encoder.ts'

const SPECS = MIGRATIONS.flatMap(({ makes }) => makes)

const ENCODERS = new Map(
  SPECS.flatMap((spec) => ('engine' in spec ? [[spec.name, new RowEncoder(withAdditions(spec))]] : [])),
)

function withAdditions({ name, columns }: TableSpec) {
  const added = SPECS.flatMap((spec) => ('addTo' in spec && spec.addTo === name ? (spec.columns ?? []) : []))
  return { name, columns: [...columns, ...added.map((column) => `${column.name} ${column.definition}`)] }
}

/** Rows of a table of the schema. */
export const encodeRows = (table: string, rows: readonly Row[]): EncodedRows => encoderFor(table).encode(rows)

export const newRowBatch = (table: string): RowBatch => new RowBatch(encoderFor(table))

function encoderFor(table: string): RowEncoder {
  const encoder = ENCODERS.get(table)
  if (!encoder) throw new TypeError(`there is no table ${table}`)
  return encoder
}

import type { TableSpec } from './ddl.ts'

/** One row, written to find out whether writing is possible. */
export const PROBES: TableSpec = {
  name: 'probes',
  columns: ['id UInt8', 'version UInt64'],
  engine: 'ReplacingMergeTree(version)',
  orderBy: ['id'],
}

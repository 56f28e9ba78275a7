import type { TableSpec } from './ddl.ts'
import { RECORD_COLUMNS, RECORD_ENGINE } from './record.ts'

export const PROJECTS: TableSpec = {
  name: 'projects',
  columns: ['project_id String', 'setting LowCardinality(String)', 'value String', ...RECORD_COLUMNS],
  engine: RECORD_ENGINE,
  orderBy: ['project_id', 'setting'],
  shardBy: ['project_id'],
}

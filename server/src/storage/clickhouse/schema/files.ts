import type { TableSpec } from './ddl.ts'

/** Rows with one key are equal. Versions of Heddle that insert JSON, which has no bytes, send `base64`. */
export const FILES: TableSpec = {
  name: 'files',
  columns: [
    'project_id LowCardinality(String)',
    'digest String',
    'base64 String EPHEMERAL',
    'bytes String DEFAULT base64Decode(base64) CODEC(ZSTD(1))',
    'size_bytes UInt64 DEFAULT length(bytes)',
  ],
  engine: 'ReplacingMergeTree',
  orderBy: ['project_id', 'digest'],
  // A read of one file opens a granule.
  settings: { index_granularity: 16 },
}

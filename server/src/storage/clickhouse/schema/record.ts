/** The last columns of every table whose rows replace older ones with the same key: see `records.ts`. */
export const RECORD_COLUMNS = ['version UInt64', 'is_deleted UInt8']
export const RECORD_ENGINE = 'ReplacingMergeTree(version, is_deleted)'

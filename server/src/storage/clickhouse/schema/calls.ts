import type { AdditionSpec, TableSpec } from './ddl.ts'

const KEY = ['project_id LowCardinality(String)', 'id String']

/** Texts compress to a fifth; the default codec would store twice as much. */
const TEXT = 'CODEC(ZSTD(1))'

/**
 * The parts of calls, the single source of truth. The latest of each kind wins, and nothing is read before a write. Start and end
 * share no columns, so that they may arrive in any order.
 *
 * Instants are integers: `DateTime64` has a smaller range than ours.
 */
const CALL_PARTS: TableSpec = {
  name: 'call_parts',
  columns: [
    ...KEY,
    "part Enum8('start' = 1, 'end' = 2, 'rename' = 3, 'delete' = 4)",
    'version UInt64',
    'trace_id String',
    'parent_id Nullable(String)',
    'thread_id Nullable(String)',
    'turn_id Nullable(String)',
    'op_name LowCardinality(String)',
    'op LowCardinality(String)',
    'display_name Nullable(String)',
    'started_at Int64',
    'expire_at Nullable(Int64)',
    'wb_user_id LowCardinality(String)',
    'end_user Nullable(String)',
    'wb_run_id Nullable(String)',
    'wb_run_step Nullable(Float64)',
    'kind LowCardinality(Nullable(String))',
    'response_id Nullable(String)',
    'is_span UInt8',
    'ended_at Nullable(Int64)',
    'failed UInt8',
    'descendant_failed UInt8',
    'wb_run_step_end Nullable(Float64)',
    'has_usage UInt8',
    `usage String ${TEXT}`,
    'deleted_at Int64',
    'size_bytes UInt64',
    'has_content UInt8',
    `preview Nullable(String) ${TEXT}`,
    'refs Array(String)',
    'leaf_paths Array(LowCardinality(String))',
    // Every search for a value in JSON decompresses all of them. ZSTD would save 2% of the table and take a third longer.
    'leaf_tokens Array(String)',
    `attributes String ${TEXT}`,
    `inputs String ${TEXT}`,
    `otel_dump Nullable(String) ${TEXT}`,
    `output Nullable(String) ${TEXT}`,
    `summary String ${TEXT}`,
    `exception Nullable(String) ${TEXT}`,
  ],
  engine: 'ReplacingMergeTree(version)',
  orderBy: ['project_id', 'id', 'part'],
  shardBy: ['project_id', 'id'],
  // A point read opens a granule for each column, and ids of spans are random: 50 of them read half as much as with granules of
  // 1,024 rows, for 4% more disk.
  settings: { index_granularity: 256 },
}

/**
 * Starts in the order of time. A call that was started again at another instant has several heads, and only `call_parts` knows
 * the current one: heads only find candidates.
 */
const CALL_HEADS: TableSpec = {
  name: 'call_heads',
  columns: [
    ...KEY,
    'version UInt64',
    'started_at Int64',
    'trace_id String',
    'parent_id Nullable(String)',
    'thread_id Nullable(String)',
    'turn_id Nullable(String)',
    'op_name LowCardinality(String)',
    'op LowCardinality(String)',
    'wb_user_id LowCardinality(String)',
    'wb_run_id Nullable(String)',
    'end_user Nullable(String)',
    'kind LowCardinality(Nullable(String))',
    'INDEX by_trace trace_id TYPE bloom_filter(0.01) GRANULARITY 1',
    'INDEX by_parent parent_id TYPE bloom_filter(0.01) GRANULARITY 1',
    'INDEX by_thread thread_id TYPE bloom_filter(0.01) GRANULARITY 1',
    'INDEX by_id id TYPE bloom_filter(0.01) GRANULARITY 1',
  ],
  engine: 'ReplacingMergeTree(version)',
  orderBy: ['project_id', 'started_at', 'id'],
  settings: { index_granularity: 2048 },
}

const CALL_EVENTS_TABLE: TableSpec = {
  name: 'call_events',
  columns: [...KEY, 'key String', 'version UInt64', `event String ${TEXT}`],
  engine: 'ReplacingMergeTree(version)',
  orderBy: ['project_id', 'id', 'key'],
  shardBy: ['project_id', 'id'],
}

/** Days for which changes are kept. A reader that reconnects later reads everything again. */
export const CHANGES_KEPT_DAYS = 7

/**
 * Which calls were written, in the order of the writes of each process. `writer` is a number that a process chose at random when
 * it started; `position` strictly rises among the rows of one writer, and later rows never become visible before earlier ones.
 */
const CALL_CHANGES: TableSpec = {
  name: 'call_changes',
  columns: ['project_id LowCardinality(String)', 'position UInt64', 'writer UInt32', 'id String'],
  engine: 'MergeTree',
  orderBy: ['project_id', 'position'],
  // Rows of one shard only become visible in the order of their positions.
  shardBy: ['project_id'],
  ttl: `toDateTime(intDiv(position, 1000000), 'UTC') + toIntervalDay(${CHANGES_KEPT_DAYS + 1})`,
}

/** The documents that a part has, in lower case, as the index of words reads them. */
export const WORDS = "lower(concat(inputs, ifNull(output, '')))"

/**
 * Letters and digits of ASCII, as escapes; control characters (`\u000a` is searched as `\n`); and two characters that are such letters in
 * lower case.
 */
const ODD_SPELLINGS = [
  ...['\\u000', '\\u0030', '\\u0031', '\\u0032', '\\u0033', '\\u0034', '\\u0035', '\\u0036'],
  ...['\\u0037', '\\u0038', '\\u0039', '\\u004', '\\u005', '\\u006', '\\u007'],
  ...['\\u0130', '\\u212', '\u0130', '\u212a'],
].map((spelling) => `'${spelling.replace('\\', '\\\\')}'`)

/**
 * An index for phrases in inputs and output, and `is_odd` for the few parts whose words it may not find. A filter of 16 KiB for 256 rows
 * leaves out all but a few granules; one of 64 KiB for 1,024 rows, which takes as much disk, left out none of 20,000 calls.
 */
export const CALL_WORDS: AdditionSpec = {
  addTo: 'call_parts',
  columns: [
    {
      name: 'is_odd',
      definition: `UInt8 MATERIALIZED multiSearchAny(${WORDS}, [${ODD_SPELLINGS.join(', ')}])`,
    },
  ],
  indexes: [{ name: 'by_word', definition: `${WORDS} TYPE ngrambf_v1(3, 16384, 2, 0) GRANULARITY 1` }],
}

/** ClickHouse knows how long texts are; finding out in JavaScript takes a pass over each of them. */
export const CALL_SIZES: AdditionSpec = {
  addTo: 'call_parts',
  defaults: [
    {
      name: 'size_bytes',
      definition:
        'length(attributes) + length(inputs) + length(summary) + ifNull(length(otel_dump), 0) + ifNull(length(output), 0)',
    },
  ],
}

/** What nearly every reader of a call needs, in the order in which it is packed. It never changes: rows have it as they were written. */
const PACKED = [
  'version',
  'trace_id',
  'parent_id',
  'thread_id',
  'turn_id',
  'op_name',
  'display_name',
  'started_at',
  'expire_at',
  'wb_user_id',
  'end_user',
  'wb_run_id',
  'wb_run_step',
  'kind',
  'response_id',
  'is_span',
  'ended_at',
  'failed',
  'descendant_failed',
  'wb_run_step_end',
  'has_usage',
  'has_content',
  'usage',
  'size_bytes',
] as const

/**
 * The same columns once more, as one. A statement takes time for each column, to plan it, to open its files and to decompress a block of each, and
 * much less for the few bytes of a call.
 */
export const CALL_PACKED: AdditionSpec = {
  addTo: 'call_parts',
  columns: [
    {
      name: 'packed',
      definition: `String MATERIALIZED formatRow('RowBinary', ${PACKED.join(', ')}) ${TEXT}`,
    },
  ],
}

/** The columns in `packed` with their types. */
export const PACKED_TYPES: ReadonlyMap<string, string> = new Map(PACKED.map((name) => [name, typeOf(name)]))

function typeOf(name: string): string {
  const column = CALL_PARTS.columns.find((definition) => definition.startsWith(`${name} `)) ?? ''
  return column.slice(name.length + 1).replace(` ${TEXT}`, '')
}

/**
 * Tables whose indexes are made by merges, not by inserts: that of words takes a third of the CPU time of an INSERT, whose rows are few
 * enough to be read without.
 */
export const INDEXED_BY_MERGES: ReadonlySet<string> = new Set([CALL_WORDS.addTo])

export const CALL_TABLES: readonly TableSpec[] = [CALL_PARTS, CALL_HEADS, CALL_EVENTS_TABLE, CALL_CHANGES]

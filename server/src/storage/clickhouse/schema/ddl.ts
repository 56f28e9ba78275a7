import type { Layout, Target } from '../target.ts'

/** A table of the MergeTree family, independent of the layout. */
export interface TableSpec {
  readonly name: string
  /** Columns, indexes and projections, a line each. */
  readonly columns: readonly string[]
  /** `ReplacingMergeTree(version, is_deleted)` and the like. */
  readonly engine: `${string}MergeTree${string}`
  readonly orderBy: readonly string[]
  /** Rows with equal values are on one shard. A prefix of `orderBy`, all of it by default, so that replaced rows meet. */
  readonly shardBy?: readonly string[]
  readonly partitionBy?: string
  readonly ttl?: string
  readonly settings?: Readonly<Record<string, string | number>>
}

/** A materialized view that feeds a table from another one, on the node where the row is. */
export interface ViewSpec {
  readonly name: string
  readonly from: string
  readonly to: string
  /** Everything after `SELECT`, with `$from` in place of the table. Never aliases a column to its own name. */
  readonly select: string
}

/** Columns and indexes that a later schema adds to a table, and defaults that it gives to the columns of a table. */
export interface AdditionSpec {
  readonly addTo: string
  readonly columns?: readonly Named[]
  readonly indexes?: readonly Named[]
  readonly defaults?: readonly Named[]
}

interface Named {
  readonly name: string
  readonly definition: string
}

export type Spec = TableSpec | ViewSpec | AdditionSpec

/**
 * The statements that create a table, a view or an addition to a table if it is missing, for the layout of the target. This is
 * the only place that knows clusters: on one node a table is a plain table; replicated ones have a `Replicated` engine; sharded
 * ones are two, a local table (`name_local`) with the rows on every node and a `Distributed` table under the plain name.
 */
export function createStatements(spec: Spec, { database, layout }: Target): string[] {
  if ('select' in spec) return [viewStatement(spec, layout)]
  if ('addTo' in spec) return additionStatements(spec, layout)
  const local = localName(spec.name, layout)
  const made = [tableStatement(spec, local, layout)]
  if (!layout.sharded) return made
  const shardBy = `cityHash64(${(spec.shardBy ?? spec.orderBy).join(', ')})`
  return [
    ...made,
    `CREATE TABLE IF NOT EXISTS ${spec.name}${onCluster(layout)} AS ${database}.${local}
ENGINE = Distributed('${layout.cluster}', '${database}', '${local}', ${shardBy})`,
  ]
}

/** The table that has the rows, for statements that change or inspect them on their node: mutations, `system.parts`. */
export const localName = (name: string, { sharded }: Layout): string => (sharded ? `${name}_local` : name)

export const onCluster = ({ cluster, onCluster: on }: Layout): string =>
  cluster !== undefined && on ? ` ON CLUSTER '${cluster}'` : ''

function tableStatement(spec: TableSpec, name: string, layout: Layout): string {
  const settings = Object.entries({ ...DEDUPLICATION, ...spec.settings }).map(
    ([key, value]) => `${key} = ${value}`,
  )
  return [
    `CREATE TABLE IF NOT EXISTS ${name}${onCluster(layout)} (`,
    spec.columns.map((column) => `  ${column}`).join(',\n'),
    `) ENGINE = ${layout.replicated ? replicated(spec.engine, name) : spec.engine}`,
    ...(spec.partitionBy === undefined ? [] : [`PARTITION BY ${spec.partitionBy}`]),
    `ORDER BY (${spec.orderBy.join(', ')})`,
    ...(spec.ttl === undefined ? [] : [`TTL ${spec.ttl}`]),
    `SETTINGS ${settings.join(', ')}`,
  ].join('\n')
}

function additionStatements(
  { addTo, columns = [], indexes = [], defaults = [] }: AdditionSpec,
  layout: Layout,
): string[] {
  const onColumns = [
    ...columns.map(({ name, definition }) => `ADD COLUMN IF NOT EXISTS ${name} ${definition}`),
    ...defaults.map(({ name, definition }) => `MODIFY COLUMN ${name} DEFAULT ${definition}`),
  ]
  const onIndexes = indexes.map(({ name, definition }) => `ADD INDEX IF NOT EXISTS ${name} ${definition}`)
  return [
    alterStatement(localName(addTo, layout), [...onColumns, ...onIndexes], layout),
    ...(layout.sharded ? [alterStatement(addTo, onColumns, layout)] : []),
  ]
}

/**
 * The statements that give an addition to the rows that a table has, in the background. Columns first: ClickHouse 25.8 rejects later
 * changes of a part with an index on a column that it has not.
 */
export function fillStatements(spec: Spec, { layout }: Target): string[] {
  if (!('addTo' in spec)) return []
  const fill = (change: string) => alterStatement(localName(spec.addTo, layout), [change], layout)
  return [
    ...(spec.columns ?? []).map(({ name }) => fill(`MATERIALIZE COLUMN ${name}`)),
    ...(spec.indexes ?? []).map(({ name }) => fill(`MATERIALIZE INDEX ${name}`)),
  ]
}

const alterStatement = (table: string, changes: readonly string[], layout: Layout): string =>
  `ALTER TABLE ${table}${onCluster(layout)} ${changes.join(',\n  ')}`

/** How many batches a table remembers, so that one that is sent again is stored once. Replicated tables do so anyway. */
const DEDUPLICATION = { non_replicated_deduplication_window: 1000 }

function viewStatement({ name, from, to, select }: ViewSpec, layout: Layout): string {
  const query = select.replaceAll('$from', localName(from, layout))
  return `CREATE MATERIALIZED VIEW IF NOT EXISTS ${name}${onCluster(layout)} TO ${localName(to, layout)} AS SELECT ${query}`
}

/** The macros `{shard}` and `{replica}` are in the configuration of every node. */
function replicated(engine: string, name: string): string {
  const [family = '', columns = ''] = engine.replace(/\)$/, '').split('(')
  const path = `'/clickhouse/tables/{database}/{shard}/${name}'`
  return `Replicated${family}(${[path, `'{replica}'`, ...(columns ? [columns] : [])].join(', ')})`
}

import { expect, test } from 'vitest'
import { clickhouseForTests, newDatabaseUrl } from '../../../testing/clickhouse.ts'
import { ClickHouse } from '../connection/client.ts'
import { parseTarget } from '../target.ts'
import { type AdditionSpec, createStatements, fillStatements, type TableSpec, type ViewSpec } from './ddl.ts'

const TABLE: TableSpec = {
  name: 'notes',
  columns: ['project_id String', 'id String', 'text String', 'version UInt64', 'is_deleted UInt8'],
  engine: 'ReplacingMergeTree(version, is_deleted)',
  orderBy: ['project_id', 'id'],
  shardBy: ['project_id'],
  settings: { index_granularity: 1024 },
}
const VIEW: ViewSpec = { name: 'heads_view', from: 'notes', to: 'heads', select: 'project_id, id FROM $from' }

const ADDITION: AdditionSpec = {
  addTo: 'notes',
  columns: [{ name: 'length', definition: 'UInt32 MATERIALIZED length(text)' }],
  indexes: [{ name: 'by_length', definition: 'length TYPE minmax GRANULARITY 1' }],
  defaults: [{ name: 'version', definition: 'length(id)' }],
}

test('on one node, a table is a plain table', () => {
  expect(statements('clickhouse://h/d')).toMatchInlineSnapshot(`
    [
      "CREATE TABLE IF NOT EXISTS notes (
      project_id String,
      id String,
      text String,
      version UInt64,
      is_deleted UInt8
    ) ENGINE = ReplacingMergeTree(version, is_deleted)
    ORDER BY (project_id, id)
    SETTINGS non_replicated_deduplication_window = 1000, index_granularity = 1024",
      "CREATE MATERIALIZED VIEW IF NOT EXISTS heads_view TO heads AS SELECT project_id, id FROM notes",
      "ALTER TABLE notes ADD COLUMN IF NOT EXISTS length UInt32 MATERIALIZED length(text),
      MODIFY COLUMN version DEFAULT length(id),
      ADD INDEX IF NOT EXISTS by_length length TYPE minmax GRANULARITY 1",
      "ALTER TABLE notes MATERIALIZE COLUMN length",
      "ALTER TABLE notes MATERIALIZE INDEX by_length",
    ]
  `)
})

test('a replicated table has a Replicated engine on every node', () => {
  expect(statements('clickhouse://h/d?cluster=main')).toMatchInlineSnapshot(`
    [
      "CREATE TABLE IF NOT EXISTS notes ON CLUSTER 'main' (
      project_id String,
      id String,
      text String,
      version UInt64,
      is_deleted UInt8
    ) ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{database}/{shard}/notes', '{replica}', version, is_deleted)
    ORDER BY (project_id, id)
    SETTINGS non_replicated_deduplication_window = 1000, index_granularity = 1024",
      "CREATE MATERIALIZED VIEW IF NOT EXISTS heads_view ON CLUSTER 'main' TO heads AS SELECT project_id, id FROM notes",
      "ALTER TABLE notes ON CLUSTER 'main' ADD COLUMN IF NOT EXISTS length UInt32 MATERIALIZED length(text),
      MODIFY COLUMN version DEFAULT length(id),
      ADD INDEX IF NOT EXISTS by_length length TYPE minmax GRANULARITY 1",
      "ALTER TABLE notes ON CLUSTER 'main' MATERIALIZE COLUMN length",
      "ALTER TABLE notes ON CLUSTER 'main' MATERIALIZE INDEX by_length",
    ]
  `)
})

test('a sharded table is a local table on each node and a Distributed table', () => {
  expect(statements('clickhouse://h/d?cluster=main&sharded')).toMatchInlineSnapshot(`
    [
      "CREATE TABLE IF NOT EXISTS notes_local ON CLUSTER 'main' (
      project_id String,
      id String,
      text String,
      version UInt64,
      is_deleted UInt8
    ) ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{database}/{shard}/notes_local', '{replica}', version, is_deleted)
    ORDER BY (project_id, id)
    SETTINGS non_replicated_deduplication_window = 1000, index_granularity = 1024",
      "CREATE TABLE IF NOT EXISTS notes ON CLUSTER 'main' AS d.notes_local
    ENGINE = Distributed('main', 'd', 'notes_local', cityHash64(project_id))",
      "CREATE MATERIALIZED VIEW IF NOT EXISTS heads_view ON CLUSTER 'main' TO heads_local AS SELECT project_id, id FROM notes_local",
      "ALTER TABLE notes_local ON CLUSTER 'main' ADD COLUMN IF NOT EXISTS length UInt32 MATERIALIZED length(text),
      MODIFY COLUMN version DEFAULT length(id),
      ADD INDEX IF NOT EXISTS by_length length TYPE minmax GRANULARITY 1",
      "ALTER TABLE notes ON CLUSTER 'main' ADD COLUMN IF NOT EXISTS length UInt32 MATERIALIZED length(text),
      MODIFY COLUMN version DEFAULT length(id)",
      "ALTER TABLE notes_local ON CLUSTER 'main' MATERIALIZE COLUMN length",
      "ALTER TABLE notes_local ON CLUSTER 'main' MATERIALIZE INDEX by_length",
    ]
  `)
})

const server = await clickhouseForTests()

// Clusters with a keeper cannot be run in tests, so their statements are parsed only.
test
  .skipIf(!server)
  .each(['', '?cluster=main', '?cluster=main&sharded', '?cluster=main&sharded&replicated=0'])(
  'ClickHouse parses the statements of a layout: %s',
  async (options) => {
    const url = newDatabaseUrl(server?.urls[0] ?? '')
    const clickhouse = new ClickHouse({ ...parseTarget(url), database: 'system' })
    try {
      for (const statement of statements(`${url}${options}`)) {
        await expect(clickhouse.command(`EXPLAIN AST ${statement}`)).resolves.toBeUndefined()
      }
    } finally {
      await clickhouse.close()
    }
  },
)

function statements(url: string): string[] {
  const target = parseTarget(url)
  return [TABLE, VIEW, ADDITION].flatMap((spec) => [
    ...createStatements(spec, target),
    ...fillStatements(spec, target),
  ])
}

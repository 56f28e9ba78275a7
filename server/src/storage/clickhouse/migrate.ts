import type { ClickHouseSettings } from '@clickhouse/client'
import { nowMicros } from '../../clock.ts'
import { ClickHouse } from './connection/client.ts'
import { isAccessDenied, openError, unfit } from './connection/open-error.ts'
import { allGrants, missingGrants } from './rights.ts'
import { createStatements, fillStatements, localName, onCluster, type Spec } from './schema/ddl.ts'
import { MIGRATIONS, SCHEMA_VERSIONS } from './schema/migrations.ts'
import { RowEncoder } from './schema/row-encoder.ts'
import type { Target } from './target.ts'

/** The oldest ClickHouse whose features the schema and the queries use. */
const SERVER_VERSION_MIN = [25, 8]

/** The schema version of this build. */
export const newestSchema = MIGRATIONS.length

/**
 * Upgrades the database to the schema of this version, and creates it if it is missing. Throws an error that says what to do
 * where the server cannot be reached or is too old, the user lacks rights, or a newer Heddle made the schema.
 */
export async function migrate(clickhouse: ClickHouse): Promise<void> {
  const { target } = clickhouse
  try {
    await prepareDatabase(target)
    await make(clickhouse, [SCHEMA_VERSIONS])
    const current = await schemaVersion(clickhouse)
    if (current > MIGRATIONS.length) throw newerSchema(target, current)
    const { cluster, onCluster: isOnCluster } = target.layout
    // Replicas share the version, but each makes its own tables.
    const isNodeAlone = cluster !== undefined && !isOnCluster
    const versions = new RowEncoder({
      ...SCHEMA_VERSIONS,
      name: localName(SCHEMA_VERSIONS.name, target.layout),
    })
    for (const [at, { makes }] of MIGRATIONS.entries()) {
      const isApplied = at < current
      if (!isApplied || isNodeAlone) await make(clickhouse, makes)
      if (isApplied) continue
      await fill(clickhouse, makes)
      const { chunks } = versions.encode([{ schema_version: at + 1, applied_at: nowMicros() }])
      await clickhouse.insert(versions, chunks)
    }
  } catch (error) {
    throw openError(error, target)
  }
}

async function make(clickhouse: ClickHouse, specs: readonly Spec[]): Promise<void> {
  for (const spec of specs) {
    for (const statement of createStatements(spec, clickhouse.target))
      await clickhouse.command(statement, clickhouse.target.layout.replicated ? ON_ALL_REPLICAS : {})
  }
}

/** An addition to a table is on all replicas before one of them is asked to fill it. */
const ON_ALL_REPLICAS: ClickHouseSettings = {
  alter_sync: '2',
  replication_wait_for_inactive_replica_timeout: '30',
}

async function fill(clickhouse: ClickHouse, specs: readonly Spec[]): Promise<void> {
  for (const spec of specs) {
    for (const statement of fillStatements(spec, clickhouse.target))
      await clickhouse.command(statement, { mutations_sync: '0' })
  }
}

/** The schema version of this node. If another node is behind, creating the tables again does no harm. */
export async function schemaVersion(clickhouse: ClickHouse): Promise<number> {
  const table = localName(SCHEMA_VERSIONS.name, clickhouse.target.layout)
  const [row] = await clickhouse.query<{ version: number }>(
    `select max(schema_version) as version from ${table}`,
  )
  return row?.version ?? 0
}

/** Asks from another database, since a connection to a missing one is refused. */
async function prepareDatabase(target: Target): Promise<void> {
  const server = new ClickHouse({ ...target, database: 'system' })
  try {
    await checkServer(server)
    const name = target.database
    const found = await server.query(`select 1 from system.databases where name = '${name}'`)
    if (found.length === 0) await createDatabase(server, target)
    const missing = await missingGrants(server, target)
    if (missing !== undefined)
      throw unfit(`The ClickHouse user ${target.username} lacks rights. Run as an administrator: ${missing}`)
  } finally {
    await server.close()
  }
}

async function createDatabase(server: ClickHouse, target: Target): Promise<void> {
  const { database, layout, username } = target
  try {
    await server.command(`CREATE DATABASE IF NOT EXISTS ${database}${onCluster(layout)}`)
  } catch (error) {
    if (!(error instanceof Error) || !isAccessDenied(error)) throw error
    throw unfit(
      `The ClickHouse user ${username} finds no database ${database} and may not create one. Run as an administrator: CREATE DATABASE IF NOT EXISTS ${database}; ${allGrants(target)}`,
    )
  }
}

/** Returns the version of the server. Throws if it is too old. */
export async function checkServer(clickhouse: ClickHouse): Promise<string> {
  const [row] = await clickhouse.query<{ version: string }>('select version() as version')
  const version = row?.version ?? ''
  const [year = 0, month = 0] = version.split('.').map(Number)
  const [yearMin = 0, monthMin = 0] = SERVER_VERSION_MIN
  if (year > yearMin || (year === yearMin && month >= monthMin)) return version
  throw unfit(
    `ClickHouse at ${clickhouse.target.url} is version ${version}: Heddle needs ${SERVER_VERSION_MIN.join('.')} or later`,
  )
}

function newerSchema({ database }: Target, version: number): Error {
  return unfit(
    `The database ${database} has schema ${version}, made by a newer version of Heddle; this one knows ${MIGRATIONS.length}. Update this server.`,
  )
}

import type { Finding } from '../port/finding.ts'
import { ClickHouse } from './connection/client.ts'
import { openError } from './connection/open-error.ts'
import { checkServer, newestSchema, schemaVersion } from './migrate.ts'
import { missingGrants } from './rights.ts'
import { parseTarget, type Target } from './target.ts'

const CLOCK_DIFFERENCE_MS_MAX = 5_000

/** Checks a ClickHouse database without changing it: connection, version, permissions, schema and clock. */
export async function examineClickHouse(url: string): Promise<Finding[]> {
  const target = parseTarget(url)
  // A connection to a missing database is refused.
  const server = new ClickHouse({ ...target, database: 'system' })
  const database = new ClickHouse(target)
  try {
    const version = await finding('clickhouse', target, async () => `version ${await checkServer(server)}`)
    if (version.result === 'fail') return [version]
    const known = `select 1 from system.databases where name = '${target.database}'`
    const isNew = (await server.query(known)).length === 0
    const schema: Finding = isNew
      ? {
          check: 'schema',
          result: 'ok',
          message: `no database ${target.database} yet: the first start creates it`,
        }
      : await schemaFinding(database)
    return [version, await rightsFinding(server, target), schema, await clockFinding(server)]
  } finally {
    await Promise.all([server.close(), database.close()])
  }
}

async function finding(check: string, target: Target, examine: () => Promise<string>): Promise<Finding> {
  try {
    return { check, result: 'ok', message: await examine() }
  } catch (thrown) {
    const error = openError(thrown, target)
    return { check, result: 'fail', message: error instanceof Error ? error.message : String(error) }
  }
}

async function rightsFinding(server: ClickHouse, target: Target): Promise<Finding> {
  let missing: string | undefined
  const checked = await finding('rights', target, async () => {
    missing = await missingGrants(server, target)
    return 'all that is needed'
  })
  if (missing === undefined) return checked
  return { check: 'rights', result: 'fail', message: `The user needs: ${missing}` }
}

async function schemaFinding(database: ClickHouse): Promise<Finding> {
  const checked = await finding('schema', database.target, async () => String(await schemaVersion(database)))
  const current = Number(checked.message)
  if (checked.result === 'fail' || Number.isNaN(current)) return checked
  if (current === newestSchema) return { ...checked, message: `version ${current}` }
  return current < newestSchema
    ? {
        ...checked,
        result: 'warn',
        message: `version ${current}: the next start upgrades it to ${newestSchema}`,
      }
    : {
        ...checked,
        result: 'fail',
        message: `version ${current} is of a newer Heddle; this one knows ${newestSchema}`,
      }
}

/** The clocks of Heddle's servers decide which of several writes is the last. */
async function clockFinding(server: ClickHouse): Promise<Finding> {
  const [row] = await server.query<{ ms: number }>('select toUnixTimestamp64Milli(now64(3)) as ms')
  const differenceMs = Math.abs(Date.now() - (row?.ms ?? 0))
  const message = `${differenceMs} ms from the clock of ClickHouse`
  return { check: 'clock', result: differenceMs > CLOCK_DIFFERENCE_MS_MAX ? 'warn' : 'ok', message }
}

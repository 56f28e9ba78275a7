import type { ClickHouse } from './connection/client.ts'
import type { Target } from './target.ts'

/** Rights that the user needs, besides CREATE DATABASE if the database is missing. */
const rightsOn = ({ database, layout }: Target): readonly string[] => [
  `SELECT, INSERT, ALTER, CREATE TABLE, DROP TABLE ON ${database}.*`,
  'TABLE ENGINE ON *',
  'SELECT ON system.parts',
  'KILL QUERY ON *.*',
  ...(layout.cluster === undefined ? [] : ['REMOTE ON *.*']),
  ...(layout.onCluster ? ['CLUSTER ON *.*'] : []),
]

/** Statements that grant the user of a target all rights that it needs. */
export const allGrants = (target: Target): string => grants(rightsOn(target), target)

/** Statements that grant the rights that the user lacks, in one line; undefined if it lacks none. */
export async function missingGrants(clickhouse: ClickHouse, target: Target): Promise<string | undefined> {
  const missing: string[] = []
  for (const right of rightsOn(target)) {
    if (!(await clickhouse.hasRight(right))) missing.push(right)
  }
  return missing.length === 0 ? undefined : grants(missing, target)
}

const grants = (rights: readonly string[], { username }: Target): string =>
  rights.map((right) => `GRANT ${right} TO ${username}`).join('; ')

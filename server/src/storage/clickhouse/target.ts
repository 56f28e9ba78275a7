/** Address, credentials and layout of a ClickHouse database. */
export interface Target {
  /** Address of the HTTP interface. */
  readonly url: string
  readonly username: string
  readonly password: string
  readonly database: string
  /** Memory of one read; ClickHouse's own default has no limit. */
  readonly memoryBytesMax: number
  readonly layout: Layout
}

/** How tables are created. Without a cluster they are on one node. */
export interface Layout {
  readonly cluster?: string
  /** Whether every node of a shard has the tables: engines of the family `Replicated*`. */
  readonly replicated: boolean
  /** Whether rows are spread over the shards of the cluster by `Distributed` tables. */
  readonly sharded: boolean
  /** Whether statements run `ON CLUSTER`; if not, the tables must be made on every node. */
  readonly onCluster: boolean
}

const SINGLE_NODE: Layout = { replicated: false, sharded: false, onCluster: false }

const SYNTAX = 'clickhouse://user:password@host:8123/database'
const HTTP_PORT = '8123'
const HTTPS_PORT = '8443'
const OPTIONS = ['secure', 'max_memory_usage', 'cluster', 'replicated', 'sharded', 'on_cluster']
const MEMORY_BYTES_MAX = 4_000_000_000
/** A name that needs no quotes in any statement. */
const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,62}$/

/** Whether the text is a URL that `parseTarget` reads. */
export function isTarget(text: string): boolean {
  try {
    parseTarget(text)
    return true
  } catch {
    return false
  }
}

/** The URL without its password, to be shown. */
export function describeTarget(text: string): string {
  const { url, database } = parseTarget(text)
  return `clickhouse://${new URL(url).host}/${database}`
}

/**
 * Reads `clickhouse://user:password@host:8123/database?secure&cluster=main&sharded`. Throws an error with a readable
 * message that never shows the password.
 */
export function parseTarget(text: string): Target {
  const url = readUrl(text)
  for (const name of url.searchParams.keys()) {
    if (!OPTIONS.includes(name))
      throw new Error(`unknown option ${name} of ${SYNTAX}: use ${OPTIONS.join(', ')}`)
  }
  const database = decodeURIComponent(url.pathname.slice(1))
  if (!NAME.test(database))
    throw new Error(`the database in ${SYNTAX} must be a name of letters, digits and _`)
  const secure = flag(url, 'secure', false)
  const port = url.port || (secure ? HTTPS_PORT : HTTP_PORT)
  return {
    url: `${secure ? 'https' : 'http'}://${url.hostname}:${port}`,
    username: decodeURIComponent(url.username) || 'default',
    password: decodeURIComponent(url.password),
    database,
    memoryBytesMax: readBytes(url, 'max_memory_usage', MEMORY_BYTES_MAX),
    layout: readLayout(url),
  }
}

function readUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 'clickhouse:' || url.hostname === '')
    throw new Error(`not a URL of the form ${SYNTAX}`)
  return url
}

function readLayout(url: URL): Layout {
  const cluster = url.searchParams.get('cluster')
  if (cluster === null) return SINGLE_NODE
  if (!NAME.test(cluster)) throw new Error('the cluster must be a name of letters, digits and _')
  return {
    cluster,
    replicated: flag(url, 'replicated', true),
    sharded: flag(url, 'sharded', false),
    onCluster: flag(url, 'on_cluster', true),
  }
}

function flag(url: URL, name: string, otherwise: boolean): boolean {
  const value = url.searchParams.get(name)
  if (value === null) return otherwise
  if (!['', '1', 'true', '0', 'false'].includes(value)) throw new Error(`${name} must be true or false`)
  return value !== '0' && value !== 'false'
}

function readBytes(url: URL, name: string, otherwise: number): number {
  const value = url.searchParams.get(name)
  if (value === null) return otherwise
  if (!/^[1-9]\d{0,14}$/.test(value)) throw new Error(`${name} must be a number of bytes`)
  return Number(value)
}

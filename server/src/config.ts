import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { UsageError } from './usage-error.ts'

/** How the service runs. Every setting is a flag, an environment variable, or both; the flag wins. */
export interface Config {
  readonly host: string
  readonly port: number
  /** Where OTLP over gRPC is taken; null for nowhere. */
  readonly otlpGrpcPort: number | null
  /** The absolute path of the data folder. */
  readonly data: string
  /** The admin's key, where the environment chooses it. */
  readonly apiKey: string
  readonly logLevel: string
  readonly bodyBytesMax: number
  readonly fileBytesMax: number
  /** How many bytes of request bodies are held in memory at a time. */
  readonly bytesInFlightMax: number
  /** How long one read of the storage may take. */
  readonly readTimeoutMs: number
  /** How long open connections may go on once the service is told to stop. */
  readonly stopGraceMs: number
  /** How long a client may stop reading a reply or sending a request before its connection is closed. */
  readonly stallTimeoutMs: number
  /** Addresses and CIDR ranges of proxies whose `X-Forwarded-*` headers are believed. */
  readonly trustedProxies: readonly string[]
  readonly replyBytesMax: number
}

interface Setting<Value> {
  /** Absent where a flag would show the value to everyone who lists processes. */
  readonly flag?: string
  readonly variable: string
  readonly fallback: string
  readonly help: string
  /** Undefined refuses the value. */
  readonly read: (text: string) => Value | undefined
  /** What a value must be, for the refusal. */
  readonly wants: string
  /** A refused secret is not repeated: messages end up in logs. */
  readonly isSecret?: boolean
}

type Settings = { readonly [Name in keyof Config]: Setting<Config[Name]> }

/** Whoever reaches the port may guess keys, so a short one is no protection. */
const API_KEY_CHARS_MIN = 20
/** Has room in the header that carries it. */
const API_KEY_CHARS_MAX = 512
const PRINTABLE = /^[\x21-\x7e]+$/

const isApiKey = (text: string): boolean =>
  text.length >= API_KEY_CHARS_MIN && text.length <= API_KEY_CHARS_MAX && PRINTABLE.test(text)

const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent']

const SETTINGS: Settings = {
  host: {
    flag: 'host',
    variable: 'HEDDLE_HOST',
    fallback: '127.0.0.1',
    help: 'Address to listen on; 0.0.0.0 for all',
    read: (text) => text.trim() || undefined,
    wants: 'a host name or an address',
  },
  port: {
    flag: 'port',
    variable: 'HEDDLE_PORT',
    fallback: '6340',
    help: 'Port to listen on; 0 for any free one',
    read: readPort,
    wants: 'a whole number from 0 to 65535',
  },
  otlpGrpcPort: {
    flag: 'otlp-grpc-port',
    variable: 'HEDDLE_OTLP_GRPC_PORT',
    fallback: 'off',
    help: 'Port for OpenTelemetry over gRPC, usually 4317; 0 for any free one',
    read: (text) => (text === 'off' ? null : readPort(text)),
    wants: 'off, or a whole number from 0 to 65535',
  },
  data: {
    flag: 'data',
    variable: 'HEDDLE_DATA',
    fallback: './heddle-data',
    help: 'Folder that holds all data',
    read: (text) => (text.trim() === '' ? undefined : resolve(text)),
    wants: 'the path of a folder',
  },
  apiKey: {
    variable: 'HEDDLE_API_KEY',
    fallback: '',
    help: "The admin's API key, instead of a generated one",
    read: (text) => (text === '' || isApiKey(text) ? text : undefined),
    wants: `${API_KEY_CHARS_MIN} to ${API_KEY_CHARS_MAX} printable ASCII characters without spaces`,
    isSecret: true,
  },
  logLevel: {
    flag: 'log-level',
    variable: 'HEDDLE_LOG_LEVEL',
    fallback: 'warn',
    help: `How much to log: ${LOG_LEVELS.join(', ')}`,
    read: (text) => LOG_LEVELS.find((level) => level === text),
    wants: `one of ${LOG_LEVELS.join(', ')}`,
  },
  bodyBytesMax: {
    flag: 'body-limit',
    variable: 'HEDDLE_BODY_LIMIT',
    fallback: '64MiB',
    help: 'Largest JSON body of a request',
    read: (text) => readBytes(text),
    wants: 'a size such as 64MiB, at least 1KiB and at most 512MiB',
  },
  fileBytesMax: {
    flag: 'file-limit',
    variable: 'HEDDLE_FILE_LIMIT',
    fallback: '128MiB',
    help: 'Largest uploaded file',
    read: (text) => readBytes(text),
    wants: 'a size such as 64MiB, at least 1KiB and at most 512MiB',
  },
  bytesInFlightMax: {
    flag: 'in-flight-limit',
    variable: 'HEDDLE_IN_FLIGHT_LIMIT',
    fallback: '192MiB',
    help: 'Request bodies held in memory at a time; more are refused with 503',
    read: (text) => readBytes(text, 2 * SIZE_BYTES_MAX),
    wants: 'a size such as 192MiB, at least 1KiB and at most 1GiB',
  },
  readTimeoutMs: {
    flag: 'read-timeout',
    variable: 'HEDDLE_READ_TIMEOUT',
    fallback: '60s',
    help: 'How long one search may take',
    read: readDuration,
    wants: 'a duration such as 500ms, 10s or 2m, at least 100ms and at most 1h',
  },
  stopGraceMs: {
    flag: 'stop-grace',
    variable: 'HEDDLE_STOP_GRACE',
    fallback: '10s',
    help: 'How long open connections may go on when the service stops',
    read: readDuration,
    wants: 'a duration such as 500ms, 10s or 2m, at least 100ms and at most 1h',
  },
  stallTimeoutMs: {
    flag: 'stall-timeout',
    variable: 'HEDDLE_STALL_TIMEOUT',
    fallback: '60s',
    help: 'How long a client may stop reading or sending',
    read: readDuration,
    wants: 'a duration such as 500ms, 10s or 2m, at least 100ms and at most 1h',
  },
  trustedProxies: {
    flag: 'trusted-proxies',
    variable: 'HEDDLE_TRUSTED_PROXIES',
    fallback: '',
    help: 'Proxies whose X-Forwarded headers are believed, comma separated (none)',
    read: readNetworks,
    wants: 'addresses and ranges such as 127.0.0.1,10.0.0.0/8,fd00::/8',
  },
  replyBytesMax: {
    flag: 'reply-limit',
    variable: 'HEDDLE_REPLY_LIMIT',
    fallback: '64MiB',
    help: 'Largest list in one JSON reply; streams have no limit',
    read: (text) => readBytes(text, REPLY_BYTES_MAX),
    wants: 'a size such as 64MiB, at least 1KiB and at most 128MiB',
  },
}

export type Flags = Readonly<Record<string, string | boolean | undefined>>
export type Environment = Readonly<Record<string, string | undefined>>

/** The environment of this process. Nothing else reads it. */
export const processEnvironment: Environment = process.env

/**
 * Makes SQLite put its temporary files, which large sorts need, beside the data: /tmp may be in memory. SQLite reads
 * the variable when the first database is opened; one that is set already is left as it is.
 */
export function keepTemporaryFilesIn(folder: string): void {
  process.env.SQLITE_TMPDIR ||= folder
}

/** Reads the settings, or refuses one with a message that names it. */
export function readConfig(flags: Flags, environment: Environment): Config {
  const value = <Name extends keyof Config>(name: Name) => settingValue(SETTINGS[name], flags, environment)
  const config: Config = {
    host: value('host'),
    port: value('port'),
    otlpGrpcPort: value('otlpGrpcPort'),
    data: value('data'),
    apiKey: value('apiKey'),
    logLevel: value('logLevel'),
    bodyBytesMax: value('bodyBytesMax'),
    fileBytesMax: value('fileBytesMax'),
    bytesInFlightMax: value('bytesInFlightMax'),
    readTimeoutMs: value('readTimeoutMs'),
    stopGraceMs: value('stopGraceMs'),
    stallTimeoutMs: value('stallTimeoutMs'),
    trustedProxies: value('trustedProxies'),
    replyBytesMax: value('replyBytesMax'),
  }
  checkInFlightLimit(config)
  return config
}

/** One user may hold three quarters of what is in flight, which must admit the largest body. */
function checkInFlightLimit({ bytesInFlightMax, bodyBytesMax, fileBytesMax }: Config): void {
  const needed = Math.ceil((Math.max(bodyBytesMax, fileBytesMax) * 4) / 3)
  if (bytesInFlightMax >= needed) return
  throw new UsageError(
    `--in-flight-limit must be at least ${needed} bytes, to take bodies and files as large as --body-limit and --file-limit allow`,
  )
}

/** The flags of all settings, as `parseArgs` wants them. */
export const configFlags: Readonly<Record<string, { type: 'string' }>> = Object.fromEntries(
  Object.values(SETTINGS).flatMap(({ flag }) => (flag === undefined ? [] : [[flag, { type: 'string' }]])),
)

/** The settings as rows of a table: flag, variable, what it does. */
export function configHelp(): string[][] {
  return Object.values(SETTINGS).map(({ flag, variable, fallback, help }) => [
    flag === undefined ? '' : `--${flag}`,
    variable,
    fallback === '' ? help : `${help} (${fallback})`,
  ])
}

function settingValue<Value>(
  { flag = '', variable, fallback, read, wants, isSecret = false }: Setting<Value>,
  flags: Flags,
  environment: Environment,
): Value {
  const fromFlag = flags[flag]
  // An empty variable is what compose files and shells make of one that is not set.
  const text = typeof fromFlag === 'string' ? fromFlag : environment[variable] || fallback
  const value = read(text)
  if (value !== undefined) return value
  const name = typeof fromFlag === 'string' ? `--${flag}` : variable
  throw new UsageError(`${name} must be ${wants}${isSecret ? '' : `, not ${JSON.stringify(text)}`}`)
}

const PORT_MAX = 65_535

function readPort(text: string): number | undefined {
  return /^\d{1,5}$/.test(text) && Number(text) <= PORT_MAX ? Number(text) : undefined
}

const UNIT_BYTES: Readonly<Record<string, number>> = { '': 1, kib: 1024, mib: 1024 ** 2, gib: 1024 ** 3 }

/** A longer body would not fit into one JavaScript string. */
const SIZE_BYTES_MAX = 512 * 1024 ** 2

/** More would not fit into the memory that reads share. */
const REPLY_BYTES_MAX = 128 * 1024 ** 2

function readBytes(text: string, bytesMax = SIZE_BYTES_MAX): number | undefined {
  const [, amount, unit = ''] = /^(\d{1,12}) ?(|[kmg]ib)$/i.exec(text.trim()) ?? []
  const bytes = Number(amount) * (UNIT_BYTES[unit.toLowerCase()] ?? Number.NaN)
  return bytes >= 1024 && bytes <= bytesMax ? bytes : undefined
}

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }

function readDuration(text: string): number | undefined {
  const [, amount, unit = ''] = /^(\d{1,9}) ?(ms|s|m|h)$/.exec(text.trim()) ?? []
  const ms = Number(amount) * (UNIT_MS[unit] ?? Number.NaN)
  return ms >= 100 && ms <= 3_600_000 ? ms : undefined
}

function readNetworks(text: string): string[] | undefined {
  const networks = text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
  return networks.every(isNetwork) ? networks : undefined
}

/** An address, or a range of them with the length of its prefix. */
function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128))
}

import { inFlightNeeded } from './config-limits.ts'
import { checkOidc, OIDC_SETTINGS, type OidcConfig } from './config-oidc.ts'
import { REPORTING_SETTINGS, type ReportingConfig } from './config-reporting.ts'
import {
  apiKey,
  basePath,
  clickhouseUrl,
  duration,
  folder,
  host,
  networks,
  optionalFile,
  port,
  portOrOff,
  type Setting,
  size,
} from './config-values.ts'
import { CommandLineError } from './usage-error.ts'

/** How the service runs. Every setting is a flag, an environment variable, or both; the flag takes precedence. */
export interface Config extends OidcConfig, ReportingConfig {
  readonly host: string
  readonly port: number
  /** Port for OTLP over gRPC; null if disabled. */
  readonly otlpGrpcPort: number | null
  /** Absolute path of the data folder. */
  readonly data: string
  /** URL of a ClickHouse database that holds all data; empty for the data folder. */
  readonly storage: string
  /** The admin's API key if the environment sets one, else empty. */
  readonly apiKey: string
  readonly bodyBytesMax: number
  readonly fileBytesMax: number
  /** How many bytes of request bodies are held in memory at a time. */
  readonly bytesInFlightMax: number
  /** Timeout of one storage read. */
  readonly readTimeoutMs: number
  /** How long after its arrival an ended call is sealed. */
  readonly sealAfterMs: number
  /** How long open connections may finish their requests during shutdown. */
  readonly stopGraceMs: number
  /** How long a client may stop reading a response or sending a request before its connection is closed. */
  readonly stallTimeoutMs: number
  /** Addresses and CIDR ranges of proxies whose `X-Forwarded-*` headers are trusted. */
  readonly trustedProxies: readonly string[]
  readonly replyBytesMax: number
  /** Path below which a proxy serves Heddle, such as `/heddle`; empty for none. */
  readonly basePath: string
  /** Paths of the certificate and its key in PEM, both or neither; null serves plain HTTP. */
  readonly tlsCert: string | null
  readonly tlsKey: string | null
}

/** A longer body would not fit into one JavaScript string. */
const BODY_MAX = '512MiB'

/** Reads share 192 MiB of memory, which a larger reply would use up. */
const REPLY_MAX = '128MiB'

const SETTINGS: { readonly [Name in keyof Config]: Setting<Config[Name]> } = {
  host: {
    flag: 'host',
    variable: 'HEDDLE_HOST',
    fallback: '127.0.0.1',
    help: 'Address to listen on; 0.0.0.0 for all',
    type: host,
  },
  port: {
    flag: 'port',
    variable: 'HEDDLE_PORT',
    fallback: '6340',
    help: 'Port to listen on; 0 for any free one',
    type: port,
  },
  otlpGrpcPort: {
    flag: 'otlp-grpc-port',
    variable: 'HEDDLE_OTLP_GRPC_PORT',
    fallback: 'off',
    help: 'Port for OpenTelemetry over gRPC, usually 4317; 0 for any free one',
    type: portOrOff,
  },
  data: {
    flag: 'data',
    variable: 'HEDDLE_DATA',
    fallback: './heddle-data',
    help: 'Folder that holds all data',
    type: folder,
  },
  storage: {
    flag: 'storage',
    variable: 'HEDDLE_STORAGE',
    fallback: '',
    help: 'URL of a ClickHouse database that holds all data, instead of the folder',
    type: clickhouseUrl,
    isSecret: true,
  },
  apiKey: {
    variable: 'HEDDLE_API_KEY',
    fallback: '',
    help: "The admin's API key, instead of a generated one",
    type: apiKey,
    isSecret: true,
  },
  bodyBytesMax: {
    flag: 'body-limit',
    variable: 'HEDDLE_BODY_LIMIT',
    fallback: '64MiB',
    help: 'Largest JSON request body',
    type: size(BODY_MAX),
  },
  fileBytesMax: {
    flag: 'file-limit',
    variable: 'HEDDLE_FILE_LIMIT',
    fallback: '128MiB',
    help: 'Largest uploaded file',
    type: size(BODY_MAX),
  },
  bytesInFlightMax: {
    flag: 'in-flight-limit',
    variable: 'HEDDLE_IN_FLIGHT_LIMIT',
    fallback: '192MiB',
    help: 'Request bodies held in memory at a time; further ones get 503',
    type: size('2GiB', '192MiB'),
  },
  readTimeoutMs: {
    flag: 'read-timeout',
    variable: 'HEDDLE_READ_TIMEOUT',
    fallback: '60s',
    help: 'Timeout of one query',
    type: duration,
  },
  sealAfterMs: {
    flag: 'seal-after',
    variable: 'HEDDLE_SEAL_AFTER',
    fallback: '5s',
    help: 'How long after their arrival finished calls are compressed',
    type: duration,
  },
  stopGraceMs: {
    flag: 'stop-grace',
    variable: 'HEDDLE_STOP_GRACE',
    fallback: '10s',
    help: 'How long open connections may finish during shutdown',
    type: duration,
  },
  stallTimeoutMs: {
    flag: 'stall-timeout',
    variable: 'HEDDLE_STALL_TIMEOUT',
    fallback: '60s',
    help: 'How long a client may stop reading or sending',
    type: duration,
  },
  trustedProxies: {
    flag: 'trusted-proxies',
    variable: 'HEDDLE_TRUSTED_PROXIES',
    fallback: '',
    help: 'Proxies whose X-Forwarded headers are trusted, comma-separated (none)',
    type: networks,
  },
  replyBytesMax: {
    flag: 'reply-limit',
    variable: 'HEDDLE_REPLY_LIMIT',
    fallback: '64MiB',
    help: 'Largest list in one JSON response; streams have no limit',
    type: size(REPLY_MAX),
  },
  basePath: {
    flag: 'base-path',
    variable: 'HEDDLE_BASE_PATH',
    fallback: '',
    help: 'Path below which a proxy serves Heddle, such as /heddle (none)',
    type: basePath,
  },
  tlsCert: {
    flag: 'tls-cert',
    variable: 'HEDDLE_TLS_CERT',
    fallback: '',
    help: 'Serve HTTPS with this certificate, a PEM file with its chain (none)',
    type: optionalFile,
  },
  tlsKey: {
    flag: 'tls-key',
    variable: 'HEDDLE_TLS_KEY',
    fallback: '',
    help: 'The key of the certificate, a PEM file (none)',
    type: optionalFile,
  },
  ...REPORTING_SETTINGS,
  ...OIDC_SETTINGS,
}

export type Flags = Readonly<Record<string, string | boolean | undefined>>
export type Environment = Readonly<Record<string, string | undefined>>

/** The environment of this process. Nothing else reads it. */
export const processEnvironment: Environment = process.env

/**
 * Makes SQLite put its temporary files, which large sorts need, into the data folder: /tmp may be in memory. SQLite
 * reads the variable when it opens the first database. A value that is already set is kept.
 */
export function keepTemporaryFilesIn(folder: string): void {
  process.env.SQLITE_TMPDIR ||= folder
}

/** Reads all settings. Throws a `CommandLineError` that names the first invalid one. */
export function readConfig(flags: Flags, environment: Environment): Config {
  const value = <Name extends keyof Config>(name: Name) => settingValue(SETTINGS[name], flags, environment)
  const config: Config = {
    host: value('host'),
    port: value('port'),
    otlpGrpcPort: value('otlpGrpcPort'),
    data: value('data'),
    storage: value('storage'),
    apiKey: value('apiKey'),
    logLevel: value('logLevel'),
    slowAfterMs: value('slowAfterMs'),
    traceTo: value('traceTo'),
    bodyBytesMax: value('bodyBytesMax'),
    fileBytesMax: value('fileBytesMax'),
    bytesInFlightMax: value('bytesInFlightMax'),
    readTimeoutMs: value('readTimeoutMs'),
    sealAfterMs: value('sealAfterMs'),
    stopGraceMs: value('stopGraceMs'),
    stallTimeoutMs: value('stallTimeoutMs'),
    trustedProxies: value('trustedProxies'),
    replyBytesMax: value('replyBytesMax'),
    basePath: value('basePath'),
    tlsCert: value('tlsCert'),
    tlsKey: value('tlsKey'),
    oidcIssuer: value('oidcIssuer'),
    oidcClientId: value('oidcClientId'),
    oidcClientSecret: value('oidcClientSecret'),
    oidcName: value('oidcName'),
    oidcDomains: value('oidcDomains'),
    oidcRoles: value('oidcRoles'),
  }
  checkOidc(config)
  if ((config.tlsCert === null) !== (config.tlsKey === null))
    throw new CommandLineError('--tls-cert and --tls-key must be set together')
  const { bytes, what } = inFlightNeeded(config)
  if (config.bytesInFlightMax < bytes) {
    if (!isSet(SETTINGS.bytesInFlightMax, flags, environment)) return { ...config, bytesInFlightMax: bytes }
    throw new CommandLineError(
      `--in-flight-limit must be at least ${bytes / 1024 ** 2}MiB, to hold ${what}, in the three quarters that one user may use`,
    )
  }
  return config
}

/** The flags of all settings, as options of `parseArgs`. */
export const configFlags: Readonly<Record<string, { type: 'string' }>> = Object.fromEntries(
  Object.values(SETTINGS).flatMap(({ flag }) => (flag === undefined ? [] : [[flag, { type: 'string' }]])),
)

/** The settings as table rows: flag, variable, help text. */
export function configHelp(): string[][] {
  return Object.values(SETTINGS).map(({ flag, variable, fallback, help }) => [
    flag === undefined ? '' : `--${flag}`,
    variable,
    fallback === '' ? help : `${help} (${fallback})`,
  ])
}

function isSet({ flag = '', variable }: Setting<unknown>, flags: Flags, environment: Environment): boolean {
  return typeof flags[flag] === 'string' || Boolean(environment[variable])
}

function settingValue<Value>(
  { flag = '', variable, fallback, type, isSecret = false }: Setting<Value>,
  flags: Flags,
  environment: Environment,
): Value {
  const fromFlag = flags[flag]
  // Compose files and shells turn an unset variable into an empty one.
  const text = typeof fromFlag === 'string' ? fromFlag : environment[variable] || fallback
  const value = type.parse(text)
  if (value !== undefined) return value
  const name = typeof fromFlag === 'string' ? `--${flag}` : variable
  throw new CommandLineError(
    `${name} must be ${type.expected}${isSecret ? '' : `, not ${JSON.stringify(text)}`}`,
  )
}

import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { isTarget } from './storage/clickhouse/target.ts'

/** A kind of setting: how its text is parsed, and what a valid text looks like. */
export interface ValueType<Value> {
  /** Returns undefined if the text is invalid. */
  readonly parse: (text: string) => Value | undefined
  /** Completes the error message "--port must be …". */
  readonly expected: string
}

export interface Setting<Value> {
  /** Secrets have no flag, since process lists show command lines; a URL may have its password in the variable. */
  readonly flag?: string
  readonly variable: string
  readonly fallback: string
  readonly help: string
  readonly type: ValueType<Value>
  /** An invalid secret is not quoted in the error message, which may be logged. */
  readonly isSecret?: boolean
}

export const host: ValueType<string> = {
  parse: (text) => text.trim() || undefined,
  expected: 'a host name or an address',
}

export const port: ValueType<number> = {
  parse: parsePort,
  expected: 'a whole number from 0 to 65535',
}

export const portOrOff: ValueType<number | null> = {
  parse: (text) => (text === 'off' ? null : parsePort(text)),
  expected: 'off, or a whole number from 0 to 65535',
}

/** Parsed to an absolute path. */
export const folder: ValueType<string> = {
  parse: (text) => (text.trim() === '' ? undefined : resolve(text)),
  expected: 'the path of a folder',
}

/** The URL of a ClickHouse database, or empty for none. */
export const clickhouseUrl: ValueType<string> = {
  parse: (text) => (text === '' || isTarget(text) ? text : undefined),
  expected: 'a URL such as clickhouse://user:password@host:8123/database',
}

/** A path without a trailing slash; empty for the root. */
export const basePath: ValueType<string> = {
  parse: (text) => (/^(?:\/[\w.~-]{1,100}){0,10}\/?$/.test(text) ? text.replace(/\/$/, '') : undefined),
  expected: 'a path such as /heddle',
}

/** Any text. */
export const anyText: ValueType<string> = { parse: (text) => text.trim(), expected: 'a text' }

/** An absolute path, or null for none. */
export const optionalFile: ValueType<string | null> = {
  parse: (text) => (text.trim() === '' ? null : resolve(text)),
  expected: 'the path of a file',
}

/** Anyone who can reach the port can guess keys, so short ones are rejected. */
const API_KEY_CHARS_MIN = 20
/** Fits the header that carries it. */
const API_KEY_CHARS_MAX = 512
const PRINTABLE = /^[\x21-\x7e]+$/

/** An API key, or empty for none. */
export const apiKey: ValueType<string> = {
  parse: (text) => (text === '' || isApiKey(text) ? text : undefined),
  expected: `${API_KEY_CHARS_MIN} to ${API_KEY_CHARS_MAX} printable ASCII characters without spaces`,
}

export const duration: ValueType<number> = {
  parse: parseDuration,
  expected: 'a duration such as 500ms, 10s or 2m, at least 100ms and at most 1h',
}

/** Comma-separated addresses and CIDR ranges. */
export const networks: ValueType<readonly string[]> = {
  parse: parseNetworks,
  expected: 'addresses and ranges such as 127.0.0.1,10.0.0.0/8,fd00::/8',
}

export function oneOf(values: readonly string[]): ValueType<string> {
  return {
    parse: (text) => values.find((value) => value === text),
    expected: `one of ${values.join(', ')}`,
  }
}

/** A size in bytes, from 1 KiB to `max`, which is a size as well. */
export function size(max: string, example = '64MiB'): ValueType<number> {
  const bytesMax = parseBytes(max) ?? 0
  return {
    parse: (text) => {
      const bytes = parseBytes(text)
      return bytes !== undefined && bytes >= 1024 && bytes <= bytesMax ? bytes : undefined
    },
    expected: `a size such as ${example}, at least 1KiB and at most ${max}`,
  }
}

function isApiKey(text: string): boolean {
  return text.length >= API_KEY_CHARS_MIN && text.length <= API_KEY_CHARS_MAX && PRINTABLE.test(text)
}

const PORT_MAX = 65_535

function parsePort(text: string): number | undefined {
  return /^\d{1,5}$/.test(text) && Number(text) <= PORT_MAX ? Number(text) : undefined
}

const UNIT_BYTES: Readonly<Record<string, number>> = { '': 1, kib: 1024, mib: 1024 ** 2, gib: 1024 ** 3 }

function parseBytes(text: string): number | undefined {
  const [, amount, unit = ''] = /^(\d{1,12}) ?(|[kmg]ib)$/i.exec(text.trim()) ?? []
  return amount === undefined ? undefined : Number(amount) * (UNIT_BYTES[unit.toLowerCase()] ?? Number.NaN)
}

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }

function parseDuration(text: string): number | undefined {
  const [, amount, unit = ''] = /^(\d{1,9}) ?(ms|s|m|h)$/.exec(text.trim()) ?? []
  const ms = Number(amount) * (UNIT_MS[unit] ?? Number.NaN)
  return ms >= 100 && ms <= 3_600_000 ? ms : undefined
}

function parseNetworks(text: string): string[] | undefined {
  const parts = text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
  return parts.every(isNetwork) ? parts : undefined
}

/** Whether the text is an IP address, with or without a prefix length. */
function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128))
}

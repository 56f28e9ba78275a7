import {
  CLOSE_BRACE,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  skipColon,
  skipTrustedString,
  skipTrustedValue,
  skipWhitespace,
} from '@heddle/contract/json-scanner'
import { tokensOfCall } from '../../../domain/calls/usage-totals.ts'
import type { ModelUsage } from '../../../domain/prices/price.ts'
import { decodeUtf8, encodeUtf8 } from '../../../json/text.ts'
import { encodeCodes, encodeNumbers, markPartial, UNKNOWN } from './column.ts'
import {
  DOCUMENTS,
  enclosingColumn,
  HAS_PARENT,
  IS_SPAN,
  isColumnKey,
  KEYS_MAX,
  NUMBER_COLUMNS,
  pathColumn,
  TOKENS,
  VALUE_COLUMNS,
} from './column-names.ts'
import { reportColumns } from './report-columns.ts'
import { rollUps } from './rollup-writes.ts'
import { encodeValues, TOKEN_CHARACTERS_MAX, TokenValues } from './token-values.ts'

/** A character has at most three bytes: those with four are two characters. */
const TOKEN_BYTES_MAX = 3 * TOKEN_CHARACTERS_MAX

/** Paths of a segment that get a column: those that most calls have. */
const PATHS_MAX = 256

/** Paths of a segment that are looked at, so that keys made by users do not fill the memory. */
const PATHS_SEEN_MAX = 2_000

/** A call that has ended, as far as there are columns for it. Its documents are JSON in UTF-8. */
export interface SegmentCall {
  readonly rid: number
  readonly parent_id: string | null
  readonly thread_id: string | null
  readonly turn_id: string | null
  /** Number of its op. */
  readonly op: number
  readonly started_at: number
  readonly ended_at: number
  readonly failed: number
  readonly wb_user_id: string | null
  readonly wb_run_id: string | null
  readonly kind: string | null
  readonly end_user: string | null
  readonly size_bytes: number
  readonly is_span: number | null
  /** Whether its usage does not count at present; 0 or 1. */
  readonly not_counted: number
  /** One for each model. */
  readonly usage: readonly ModelUsage[]
  readonly attributes: Buffer
  readonly inputs: Buffer
  readonly output: Buffer | null
  readonly summary: Buffer
}

/** The columns of a segment by name. The place of a call is its index in `calls`. */
export function segmentColumns(calls: readonly SegmentCall[]): Map<string, Uint8Array> {
  const columns = new Map<string, Uint8Array>()
  for (const name of NUMBER_COLUMNS) {
    columns.set(name, encodeNumbers(Float64Array.from(calls, (call) => call[name])))
  }
  columns.set(
    TOKENS,
    encodeNumbers(Float64Array.from(calls, ({ usage }) => tokensOfCall(usage) ?? Number.NaN)),
  )
  for (const name of VALUE_COLUMNS)
    columns.set(
      name,
      encodeValues(calls, (call) => call[name]),
    )
  columns.set(
    HAS_PARENT,
    encodeValues(calls, ({ parent_id }) => (parent_id === null ? null : 1)),
  )
  columns.set(
    IS_SPAN,
    encodeValues(calls, ({ is_span }) => is_span),
  )
  for (const [name, bytes] of reportColumns(calls)) columns.set(name, bytes)
  const paths = new DocumentPaths(calls.length)
  for (const [place, call] of calls.entries()) paths.addCall(place, call)
  for (const [name, bytes] of paths.encode()) columns.set(name, bytes)
  const notCounted = new Set(calls.filter((call) => call.not_counted).map(({ rid }) => rid))
  for (const [name, bytes] of rollUps(columns, (rid) => !notCounted.has(rid))) columns.set(name, bytes)
  return columns
}

/** Leaves columns out. Members of the objects around them then read as unknown where they have no column. */
export function leaveOut(columns: Map<string, Uint8Array>, names: Iterable<string>): void {
  const left = new Set(names)
  for (const name of left) columns.delete(name)
  for (const name of left) {
    let around = enclosingColumn(name)
    while (around !== undefined && !columns.has(around)) around = enclosingColumn(around)
    const bytes = around === undefined ? undefined : columns.get(around)
    if (bytes) markPartial(bytes)
  }
}

/** A path that was found in a document. */
interface PathNode {
  readonly path: readonly string[]
  /** The key as it is mostly written, with its quotes: a character for each byte. */
  readonly quotedKey: string
  readonly members: Map<string, PathNode>
  /** The members in the order in which they were found first, which calls of an op have in common. */
  readonly ordered: PathNode[]
  readonly values: TokenValues
  lastPlace: number
  /** Whether some members were not looked at. */
  isPartial: boolean
}

/** The scalars at all paths of the documents of calls. Reads UTF-8 with a character for each byte, since most of it is skipped. */
class DocumentPaths {
  readonly #places: number
  readonly #nodes: PathNode[] = []
  readonly #documents: ReadonlyMap<(typeof DOCUMENTS)[number], PathNode>

  constructor(places: number) {
    this.#places = places
    this.#documents = new Map(DOCUMENTS.map((name) => [name, this.#newNode([name])]))
  }

  addCall(place: number, call: SegmentCall): void {
    for (const [name, node] of this.#documents) {
      const text = call[name]?.toString('latin1')
      if (text !== undefined) this.#addValue(node, place, text, skipWhitespace(text, 0))
    }
  }

  encode(): Map<string, Uint8Array> {
    const documents = new Set(this.#documents.values())
    const others = this.#nodes.filter((node) => !documents.has(node))
    const byUse = others.sort((a, b) => b.values.count - a.values.count)
    const columns = new Map<string, Uint8Array>()
    for (const { path, values, isPartial } of [...documents, ...byUse.slice(0, PATHS_MAX)]) {
      const bytes = values.encode(encodeCodes)
      if (isPartial) markPartial(bytes)
      columns.set(pathColumn(path), bytes)
    }
    leaveOut(
      columns,
      byUse.slice(PATHS_MAX).map(({ path }) => pathColumn(path)),
    )
    return columns
  }

  /** Takes the value that starts at `from` and returns where it ends. */
  #addValue(node: PathNode, place: number, text: string, from: number): number {
    if (node.lastPlace === place) {
      leaveToSql(node, place)
      return skipTrustedValue(text, from)
    }
    node.lastPlace = place
    const code = text.charCodeAt(from)
    if (code === OPEN_BRACE) {
      node.values.setUnknown(place)
      const isDeepest = node.path.length > KEYS_MAX
      return isDeepest ? skipTrustedValue(text, from) : this.#addMembers(node, place, text, from)
    }
    const end = skipTrustedValue(text, from)
    const token =
      code === OPEN_BRACKET || end - from > TOKEN_BYTES_MAX ? undefined : decodeUtf8(text.slice(from, end))
    if (token === undefined || token.length > TOKEN_CHARACTERS_MAX || isUnreadable(token))
      node.values.setUnknown(place)
    else node.values.set(place, token)
    return end
  }

  #addMembers(node: PathNode, place: number, text: string, from: number): number {
    let at = skipWhitespace(text, from + 1)
    for (let index = 0; at < text.length && text.charCodeAt(at) !== CLOSE_BRACE; index++) {
      const likely = node.ordered[index]
      const isLikely = likely !== undefined && text.startsWith(likely.quotedKey, at)
      const keyEnd = isLikely ? at + likely.quotedKey.length : skipTrustedString(text, at)
      const member = isLikely ? likely : this.#memberOf(node, keyOf(text, at, keyEnd))
      const start = skipColon(text, keyEnd)
      const end = member ? this.#addValue(member, place, text, start) : skipTrustedValue(text, start)
      at = skipWhitespace(text, end)
      if (text.charCodeAt(at) !== CLOSE_BRACE) at = skipWhitespace(text, at + 1)
    }
    return at + 1
  }

  #memberOf(node: PathNode, key: string): PathNode | undefined {
    const known = node.members.get(key)
    if (known || !isColumnKey(key)) return known
    if (this.#nodes.length >= PATHS_SEEN_MAX) {
      node.isPartial = true
      return undefined
    }
    const member = this.#newNode([...node.path, key])
    node.members.set(key, member)
    node.ordered.push(member)
    return member
  }

  #newNode(path: readonly string[]): PathNode {
    const values = new TokenValues(this.#places)
    const quotedKey = encodeUtf8(JSON.stringify(path.at(-1)))
    const node = { path, quotedKey, members: new Map(), ordered: [], values, lastPlace: -1, isPartial: false }
    this.#nodes.push(node)
    return node
  }
}

/** For members with the same name: SQL reads the first, as it does before the call is sealed. */
function leaveToSql(node: PathNode, place: number): void {
  node.values.codes[place] = UNKNOWN
  for (const member of node.members.values()) if (member.lastPlace === place) leaveToSql(member, place)
}

function keyOf(text: string, start: number, end: number): string {
  const quoted = decodeUtf8(text.slice(start, end))
  if (!quoted.includes('\\')) return quoted.slice(1, -1)
  const key: string = JSON.parse(quoted)
  return key
}

/** Strings that SQLite does not read as JavaScript does. */
function isUnreadable(token: string): boolean {
  if (token.charCodeAt(0) !== QUOTE || !token.includes('\\u')) return false
  const text: string = JSON.parse(token)
  return !text.isWellFormed() || text.includes('\0')
}

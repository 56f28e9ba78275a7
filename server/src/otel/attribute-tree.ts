import { ServiceError } from '../errors.ts'
import { embeddedJson, mayBeJson } from '../json/embedded.ts'
import type { LazyMap, LazyValue } from '../json/lazy.ts'
import { JsonText } from '../json/text.ts'
import { type JsonValue, parseTree } from '../json/tree.ts'
import { remember } from '../remember.ts'
import { type Attributes, EncodedText, type SentAttributes } from './span.ts'

/**
 * The attributes as one tree: `a.b` is the member b of a, a string that is a JSON object or list is that value, and members
 * named 0 to n-1 are a list. Beside a value `a`, however, `a.b` keeps its name (ADR 17). JSON in strings is validated and stays
 * text. Throws if the tree is too deep to be stored.
 */
export function attributeTree(attributes: SentAttributes): LazyMap {
  const root: LazyMap = new Map()
  const branches = new Set<LazyValue>()
  let mayHaveLists = false
  for (const [key, value] of attributes) {
    const path = pathOf(key)
    if (!plant(root, path, value, branches)) return attributeTree(shortestFirst(attributes))
    if (branches.size > BRANCHES_MAX) throw tooMany()
    mayHaveLists ||= path.mayBeInList
  }
  return mayHaveLists ? new Map(mapValues(root, (node) => listed(node, branches))) : root
}

/** The attributes by dotted name, with JSON in strings as values. Values nested too deeply stay strings. */
export function flatAttributes(attributes: Attributes): LazyMap {
  return new Map(mapValues(attributes, flatLeaf))
}

function flatLeaf(value: JsonValue): LazyValue {
  try {
    return leafOf(value, 2)
  } catch (error) {
    if (error instanceof ServiceError) return value
    throw error
  }
}

/** Deep enough for any real payload, and shallow enough to be nested in others when stored. */
const CONTAINERS_DEEP_MAX = 150

/** A few bytes of a key become a branch of several hundred, so many deeply nested keys would use up the memory. */
const BRANCHES_MAX = 100_000

/** The name of an attribute, split at its dots. */
interface AttributePath {
  readonly above: readonly string[]
  readonly last: string
  readonly mayBeInList: boolean
}

/** Throws for a name that is nested too deeply, before it is split completely. */
const pathOf = remember((key): AttributePath => {
  const names = key.split('.', CONTAINERS_DEEP_MAX + 1)
  if (names.length > CONTAINERS_DEEP_MAX) throw tooDeep()
  return { above: names.slice(0, -1), last: names.at(-1) ?? '', mayBeInList: names.includes('0') }
})

/** Names with fewer dots come first, so that a value is there before what would be its members. */
function shortestFirst(attributes: SentAttributes): SentAttributes {
  const depth = (key: string) => pathOf(key).above.length
  return new Map([...attributes].sort(([one], [other]) => depth(one) - depth(other)))
}

/**
 * Returns false if there are members in the place of the value. `branches` are the maps made of dots: unlike values that are
 * maps, they may get members.
 */
function plant(
  root: LazyMap,
  { above, last }: AttributePath,
  value: JsonValue | EncodedText,
  branches: Set<LazyValue>,
): boolean {
  let branch = root
  let depth = 0
  for (const name of above) {
    let next = branch.get(name)
    if (next === undefined) {
      next = new Map()
      branch.set(name, next)
      branches.add(next)
    }
    if (!(next instanceof Map && branches.has(next))) {
      branch.set([...above.slice(depth), last].join('.'), leafOf(value, depth + 2))
      return true
    }
    branch = next
    depth += 1
  }
  const before = branch.get(last)
  if (before !== undefined && branches.has(before)) return false
  branch.set(last, leafOf(value, above.length + 2))
  return true
}

/** Text that only looks like JSON stays text. */
function leafOf(sent: JsonValue | EncodedText, depth: number): LazyValue {
  if (sent instanceof EncodedText) {
    const utf8 = sent.likelyJson
    const kept = utf8 === undefined ? undefined : keptJson(utf8, depth)
    return typeof kept === 'string' ? JsonText.ofUtf8(kept) : leafOfText(sent.decode(), depth)
  }
  if (typeof sent === 'string') return leafOfText(sent, depth)
  return typeof sent === 'object' ? withLists(sent, depth) : sent
}

function leafOfText(text: string, depth: number): LazyValue {
  const kept = mayBeJson(text) ? keptJson(text, depth) : NO_JSON
  if (typeof kept === 'string') return new JsonText(kept)
  return kept === NO_JSON ? text : withLists(parseTree(text), depth)
}

const NO_JSON = Symbol('no JSON')
const REWRITTEN = Symbol('JSON that is not kept as it was sent')

/** JSON, or its UTF-8, without whitespace, if it is kept as text. */
function keptJson(text: string, depth: number): string | typeof NO_JSON | typeof REWRITTEN {
  const json = embeddedJson(text)
  if (json === undefined) return NO_JSON
  refuseDeeper(depth + json.depth - 1)
  return json.isNonFinite || isRewritten(json.text) ? REWRITTEN : json.text
}

/** Whether JSON is not written back as it was sent: unnecessary escapes, and lists as objects. */
const isRewritten = (json: string): boolean =>
  (json.includes('\\') && (json.includes('\\u') || json.includes('\\/'))) || json.includes('"0"')

function listed(node: LazyValue, branches: ReadonlySet<LazyValue>): LazyValue {
  if (!(node instanceof Map && branches.has(node))) return node
  return listOrMap(new Map(mapValues(node, (child) => listed(child, branches))))
}

function* mapValues<From, To>(map: Map<string, From>, change: (value: From) => To): Generator<[string, To]> {
  for (const [name, value] of map) yield [name, change(value)]
}

function withLists(value: JsonValue, depth: number): JsonValue {
  if (Array.isArray(value)) {
    refuseDeeper(depth)
    return value.map((item) => withLists(item, depth + 1))
  }
  if (!(value instanceof Map)) return value
  refuseDeeper(depth)
  return listOrMap(new Map(mapValues(value, (child) => withLists(child, depth + 1))))
}

function listOrMap<Value>(map: Map<string, Value>): Map<string, Value> | Value[] {
  if (map.size === 0) return map
  const items: Value[] = []
  for (let index = 0; index < map.size; index++) {
    const item = map.get(String(index))
    if (item === undefined) return map
    items.push(item)
  }
  return items
}

function refuseDeeper(depth: number): void {
  if (depth > CONTAINERS_DEEP_MAX) throw tooDeep()
}

function tooDeep(): ServiceError {
  return new ServiceError('invalid_request', `attributes nest over ${CONTAINERS_DEEP_MAX} containers deep`)
}

function tooMany(): ServiceError {
  return new ServiceError('invalid_request', `attributes have over ${BRANCHES_MAX} dotted prefixes`)
}

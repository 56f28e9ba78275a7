import { JsonSyntaxError } from '@heddle/contract/json-scanner'
import { ServiceError } from '../errors.ts'
import { type JsonMap, type JsonValue, parseTree } from '../json/tree.ts'
import type { Attributes } from './span.ts'

/**
 * The attributes as one tree: `a.b` is the member b of a, a string that is a JSON object or list is
 * that value, and members named 0 to n-1 are a list. Throws where a key has both a value and
 * members, and where the tree is too deep to be stored.
 */
export function attributeTree(attributes: Attributes): JsonMap {
  const root: Branch = new Map()
  let branches = 0
  for (const [key, value] of attributes) {
    branches += plant(root, key, value)
    if (branches > BRANCHES_MAX) throw tooMany()
  }
  return new Map([...root].map(([name, node]) => [name, grown(node, 2)]))
}

/** Deep enough for any real payload, and shallow enough to stand inside others when stored. */
const CONTAINERS_DEEP_MAX = 150

/** A few bytes of a key make a branch of some hundred: many keys that nest deep would take all memory. */
const BRANCHES_MAX = 100_000

/** A value the sender gave stands in a leaf, so that it is told apart from the branches made of dots. */
class Leaf {
  readonly value: JsonValue

  constructor(value: JsonValue) {
    this.value = value
  }
}

type Branch = Map<string, Leaf | Branch>

/** Returns how many branches had to be made. */
function plant(root: Branch, key: string, value: JsonValue): number {
  const names = key.split('.', CONTAINERS_DEEP_MAX + 1)
  if (names.length > CONTAINERS_DEEP_MAX) throw tooDeep()
  const last = names.pop() ?? ''
  let branch = root
  let made = 0
  for (const name of names) {
    const known = branch.get(name)
    if (known instanceof Leaf) throw conflict(key)
    const next: Branch = known ?? new Map()
    if (!known) {
      branch.set(name, next)
      made++
    }
    branch = next
  }
  if (branch.get(last) instanceof Map) throw conflict(key)
  branch.set(last, new Leaf(value))
  return made
}

function grown(node: Leaf | Branch, depth: number): JsonValue {
  if (node instanceof Leaf) return withLists(parsed(node.value), depth)
  refuseDeeper(depth)
  return listOrMap(new Map([...node].map(([name, child]) => [name, grown(child, depth + 1)])))
}

/** Text that only looks like JSON stays text. */
function parsed(value: JsonValue): JsonValue {
  if (typeof value !== 'string' || !/^[{[]/.test(value)) return value
  try {
    return parseTree(value)
  } catch (error) {
    if (error instanceof JsonSyntaxError || error instanceof ServiceError) return value
    throw error
  }
}

function withLists(value: JsonValue, depth: number): JsonValue {
  if (Array.isArray(value)) {
    refuseDeeper(depth)
    return value.map((item) => withLists(item, depth + 1))
  }
  if (!(value instanceof Map)) return value
  refuseDeeper(depth)
  return listOrMap(new Map([...value].map(([name, child]) => [name, withLists(child, depth + 1)])))
}

function listOrMap(map: JsonMap): JsonValue {
  if (map.size === 0) return map
  const items: JsonValue[] = []
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

function conflict(key: string): ServiceError {
  return new ServiceError(
    'invalid_request',
    `attribute ${JSON.stringify(key)} stands where another attribute has a value or members`,
  )
}

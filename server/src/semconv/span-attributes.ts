import { JsonSyntaxError } from '@heddle/contract/json-scanner'
import { ServiceError } from '../errors.ts'
import { JsonNumber } from '../json/number.ts'
import { type JsonMap, type JsonValue, parseTree, writeTree } from '../json/tree.ts'
import { ATTRIBUTES, MEANINGS, type Meaning } from './attributes.ts'

interface Found {
  /** Name of the attribute. */
  readonly key: string
  readonly value: JsonValue
}

/** The attributes of one span by what they mean. Reads the span once, however many names the table has. */
export class SpanAttributes {
  readonly #found = new Map<Meaning, Candidate>()

  /** `tree` has the attributes nested by the dots of their names. */
  constructor(tree: JsonMap) {
    collect(TRIE, tree, this.#found)
  }

  /** All attributes with this meaning, by precedence. */
  all(meaning: Meaning): readonly Found[] {
    const found: Found[] = []
    for (let at = this.#found.get(meaning); at; at = at.next) found.push(at)
    return found
  }

  /** The attribute that takes precedence. Null, empty strings and empty lists do not count; 0 and false do. */
  first(meaning: Meaning): Found | undefined {
    return this.#found.get(meaning)
  }

  value(meaning: Meaning): JsonValue | undefined {
    return this.first(meaning)?.value
  }

  /** Lists and objects as JSON. */
  text(meaning: Meaning): string | undefined {
    const value = this.value(meaning)
    return value === undefined ? undefined : textOf(value)
  }

  /** The first number that `isValid` accepts; strings that hold a number are read as such. */
  number(meaning: Meaning, isValid: (value: number) => boolean): number | undefined {
    return this.numeric(meaning, isValid)?.number
  }

  /** The same with the name of its attribute. */
  numeric(meaning: Meaning, isValid: (value: number) => boolean) {
    for (let at = this.#found.get(meaning); at; at = at.next) {
      const number = numberOf(at.value)
      if (isValid(number)) return { key: at.key, number }
    }
    return undefined
  }

  integer(meaning: Meaning): number | undefined {
    return this.number(meaning, Number.isSafeInteger)
  }
}

/** Lists and objects as JSON. */
export function textOf(value: JsonValue): string {
  if (typeof value === 'string') return value.toWellFormed()
  return value instanceof JsonNumber ? value.token : writeTree(value)
}

/** A number, or a string that holds one; NaN for anything else. */
function numberOf(value: JsonValue | undefined): number {
  if (value instanceof JsonNumber) return value.toNumber()
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN
}

/** In a list by precedence. Most meanings have one candidate, so that an array for each would be mostly overhead. */
interface Candidate extends Found {
  readonly rank: number
  next: Candidate | undefined
}

/** The names of the table split at their dots, so that a span is matched against all of them at once. */
interface TrieNode {
  readonly children: Map<string, TrieNode>
  readonly meanings: { readonly meaning: Meaning; readonly rank: number; readonly key: string }[]
}

const TRIE = buildTrie()

function buildTrie(): TrieNode {
  const root: TrieNode = { children: new Map(), meanings: [] }
  for (const meaning of MEANINGS) {
    for (const [rank, key] of ATTRIBUTES[meaning].entries()) {
      let node = root
      for (const name of key.split('.')) {
        const next = node.children.get(name) ?? { children: new Map(), meanings: [] }
        node.children.set(name, next)
        node = next
      }
      node.meanings.push({ meaning, rank, key })
    }
  }
  return root
}

function collect(node: TrieNode, sent: JsonValue, found: Map<Meaning, Candidate>): void {
  if (isEmpty(sent)) return
  for (const { meaning, rank, key } of node.meanings) {
    const value = key.startsWith('mlflow.') ? unquoted(sent) : sent
    const candidate: Candidate = { key, value, rank, next: undefined }
    const first = found.get(meaning)
    if (first === undefined || first.rank > rank) {
      candidate.next = first
      found.set(meaning, candidate)
    } else insertAfter(first, candidate)
  }
  if (!(sent instanceof Map) || node.children.size === 0) return
  for (const [name, member] of sent) {
    const next = node.children.get(name)
    if (next) collect(next, member, found)
  }
}

function insertAfter(first: Candidate, candidate: Candidate): void {
  let at = first
  while (at.next !== undefined && at.next.rank < candidate.rank) at = at.next
  candidate.next = at.next
  at.next = candidate
}

/** The word in a JSON string; anything else as it is. MLflow writes every value as JSON. */
export function unquoted(value: JsonValue): JsonValue {
  if (typeof value !== 'string' || !value.startsWith('"')) return value
  try {
    return parseTree(value)
  } catch (error) {
    if (error instanceof JsonSyntaxError || error instanceof ServiceError) return value
    throw error
  }
}

const isEmpty = (value: JsonValue): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0)

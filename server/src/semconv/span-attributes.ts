import { JsonSyntaxError } from '@heddle/contract/json-scanner'
import { ServiceError } from '../errors.ts'
import { type LazyMap, type LazyValue, parseLazy } from '../json/lazy.ts'
import { pickMembers } from '../json/members.ts'
import { JsonNumber } from '../json/number.ts'
import { JsonText } from '../json/text.ts'
import { type JsonValue, parseTree, writeTree } from '../json/tree.ts'
import { ATTRIBUTES, MEANINGS, type Meaning } from './attributes.ts'

/** An attribute that was found, in a list by precedence. Most meanings have one, so that arrays would be mostly overhead. */
class Found {
  /** Name of the attribute. */
  readonly key: string
  /** Its value as it was sent: JSON objects and lists may still be text. */
  readonly sent: LazyValue
  readonly rank: number
  next: Found | undefined
  #value: JsonValue | undefined

  constructor(key: string, sent: LazyValue, rank: number) {
    this.key = key
    this.sent = sent
    this.rank = rank
  }

  /** Parsed on first use. */
  get value(): JsonValue {
    this.#value ??= parseLazy(this.sent)
    return this.#value
  }
}

/** The attributes of one span by what they mean. Reads the span once, however many names the table has. */
export class SpanAttributes {
  readonly #found = new Map<Meaning, Found>()

  /** `tree` has the attributes nested by the dots of their names. */
  constructor(tree: LazyMap) {
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

  /** Its value, in which JSON objects and lists may still be text. */
  sent(meaning: Meaning): LazyValue | undefined {
    return this.first(meaning)?.sent
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

/** The names of the table split at their dots, so that a span is matched against all of them at once. */
interface TrieNode {
  readonly children: Map<string, TrieNode>
  readonly meanings: { readonly meaning: Meaning; readonly rank: number; readonly key: string }[]
}

const TRIE = buildTrie()

/** How many parts a name is split into: those of the table have fewer. */
const NAME_PARTS_MAX = 10

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

function collect(node: TrieNode, sent: LazyValue, found: Map<Meaning, Found>): void {
  if (isEmpty(sent)) return
  for (const { meaning, rank, key } of node.meanings) {
    const each = new Found(key, wordOf(key, sent), rank)
    const first = found.get(meaning)
    if (first === undefined || first.rank > rank) {
      each.next = first
      found.set(meaning, each)
    } else insertAfter(first, each)
  }
  if (node.children.size === 0) return
  if (sent instanceof JsonText) {
    for (const [name, member] of pickMembers(sent, node.children)) {
      const next = node.children.get(name)
      if (next) collect(next, parseTree(member), found)
    }
  } else if (sent instanceof Map) {
    for (const [name, member] of sent) {
      const next = nodeAt(node, name)
      if (next) collect(next, member, found)
    }
  }
}

/** A member that stands beside a value has dots in its name. */
function nodeAt(node: TrieNode, name: string): TrieNode | undefined {
  const child = node.children.get(name)
  if (child !== undefined || !name.includes('.')) return child
  let at: TrieNode | undefined = node
  for (const part of name.split('.', NAME_PARTS_MAX)) at = at?.children.get(part)
  return at
}

function insertAfter(first: Found, found: Found): void {
  let at = first
  while (at.next !== undefined && at.next.rank < found.rank) at = at.next
  found.next = at.next
  at.next = found
}

/** MLflow writes every value as JSON, also plain words, and so do Langfuse the metadata of traces and Genkit inputs and outputs. */
const JSON_NAMES = ['mlflow.', 'langfuse.trace.metadata.', 'genkit:input', 'genkit:output']

/** The value of the attribute with this name. */
export const wordOf = <Value extends LazyValue>(name: string, sent: Value): Value | JsonValue =>
  JSON_NAMES.some((prefix) => name.startsWith(prefix)) ? unquoted(sent) : sent

/** The word in a JSON string; anything else as it is. */
export function unquoted<Value extends LazyValue>(value: Value): Value | JsonValue {
  if (typeof value !== 'string' || !value.startsWith('"')) return value
  try {
    return parseTree(value)
  } catch (error) {
    if (error instanceof JsonSyntaxError || error instanceof ServiceError) return value
    throw error
  }
}

const isEmpty = (value: LazyValue): boolean =>
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (value instanceof JsonText && value.ascii === '[]')

import { type LazyMap, type LazyValue, parseLazy } from '../json/lazy.ts'
import { JsonText } from '../json/text.ts'
import type { JsonMap, JsonValue } from '../json/tree.ts'
import { SpanAttributes as Meanings } from '../semconv/span-attributes.ts'
import { itemsOf, parseEmbedded, parseUnlessComplex, textAt } from './json-fields.ts'

export interface SpanEvent {
  readonly name: string
  readonly attributes: SpanAttributes
}

/**
 * Attributes by their dotted names, whether they are stored flat or as a tree. Values that are JSON text come parsed, each only
 * once however many conventions ask for it.
 */
export class SpanAttributes {
  readonly #tree: LazyMap
  /** What names begin with, up to the first dot: most spans have nothing of most conventions. */
  readonly #namespaces: { has(name: string): boolean }
  readonly #parsed = new Map<string, JsonValue | undefined>()
  readonly #texts = new Map<JsonText, JsonValue | undefined>()

  constructor(attributes: LazyMap) {
    this.#tree = treeOf(attributes)
    this.#namespaces = hasDots(this.#tree) ? new Set(Array.from(this.#tree.keys(), namespaceOf)) : this.#tree
  }

  /** Null counts as absent. */
  value(key: string): JsonValue | undefined {
    if (!this.#parsed.has(key)) this.#parsed.set(key, this.#parse(key))
    return this.#parsed.get(key)
  }

  /** The first of these attributes that is a non-empty text. */
  text(...keys: readonly string[]): string | undefined {
    for (const key of keys) {
      const value = this.#lookUp(key)
      if (typeof value === 'string' && value !== '') return value
    }
    return undefined
  }

  /** The first of these attributes that is present. */
  first(...keys: readonly string[]): JsonValue | undefined {
    for (const key of keys) {
      const value = this.value(key)
      if (value !== undefined) return value
    }
    return undefined
  }

  map(key: string): JsonMap | undefined {
    const value = this.value(key)
    return value instanceof Map ? value : undefined
  }

  get root(): LazyMap {
    return this.#tree
  }

  #parse(key: string): JsonValue | undefined {
    const value = this.#lookUp(key)
    if (value === undefined) return undefined
    const parsed =
      value instanceof JsonText
        ? this.#parseText(value)
        : parseLazy(value, (text) => this.#parseText(text) ?? text.text)
    return parseEmbedded(parsed) ?? undefined
  }

  /** Parses each text once. Undefined for one that is too complex. */
  #parseText(text: JsonText): JsonValue | undefined {
    if (!this.#texts.has(text)) this.#texts.set(text, parseUnlessComplex(text))
    return this.#texts.get(text)
  }

  #lookUp(key: string): LazyValue | undefined {
    if (!this.#namespaces.has(namespaceOf(key))) return undefined
    return lookUp(this.#tree, key, (text) => this.#parseText(text))
  }
}

/** A span as it is stored beside the call that was made from it. Its attributes may still hold text. */
export class Span extends SpanAttributes {
  readonly name: string
  readonly #dump: LazyMap
  #events: readonly SpanEvent[] | undefined
  #meanings: Meanings | undefined
  #hasOtherPayloads: boolean | undefined

  constructor(dump: LazyMap, meanings?: Meanings) {
    super(mapIn(dump, 'attributes'))
    const name = dump.get('name')
    this.name = typeof name === 'string' ? name : ''
    this.#dump = dump
    this.#meanings = meanings
  }

  /** The attributes by what they mean. */
  get meanings(): Meanings {
    this.#meanings ??= new Meanings(this.root)
    return this.#meanings
  }

  /** The JSON of `input.value` or `output.value`, if it is certain that no other attribute has a say in what was said. */
  rawValue(side: 'input' | 'output'): JsonText | undefined {
    this.#hasOtherPayloads ??=
      OTHER_NAMESPACES.some((name) => this.root.has(name)) ||
      !hasOnly(this.root.get('llm'), (name) => !OTHER_LLM.has(name)) ||
      !hasOnly(this.root.get('gen_ai'), (name) => SETTINGS_OF_GEN_AI.has(name)) ||
      this.events.length > 0
    const value = this.#hasOtherPayloads ? undefined : mapIn(this.root, side).get('value')
    return value instanceof JsonText ? value : undefined
  }

  get events(): readonly SpanEvent[] {
    this.#events ??= itemsOf(parseLazy(this.#dump.get('events') ?? null)).flatMap((event) => {
      const name = event instanceof Map && textAt(event, 'name')
      return name ? [{ name, attributes: new SpanAttributes(mapIn(event, 'attributes')) }] : []
    })
    return this.#events
  }
}

/** Names under which conventions other than the raw values of OpenInference have input or output. */
const OTHER_NAMESPACES =
  'langfuse ai pydantic_ai events all_messages_events final_result mlflow gcp reranker embedding retrieval traceloop request_data response_data spring db genkit:input genkit:output'.split(
    ' ',
  )
const OTHER_LLM: ReadonlySet<string> = new Set(
  'input_messages output_messages prompt_template prompts choices'.split(' '),
)
/** Members that say how a model was called, and not with what. */
const SETTINGS_OF_GEN_AI: ReadonlySet<string> = new Set(
  'request response usage system provider operation conversation agent'.split(' '),
)

/** Whether a namespace has no names but these; so has one that is absent. */
function hasOnly(namespace: LazyValue | undefined, isAllowed: (name: string) => boolean): boolean {
  if (namespace === undefined) return true
  return namespace instanceof Map && [...namespace.keys()].every(isAllowed)
}

function mapIn(map: LazyMap, key: string): LazyMap {
  const value = map.get(key)
  return value instanceof Map ? value : new Map()
}

function namespaceOf(key: string): string {
  const dot = key.indexOf('.')
  return dot < 0 ? key : key.slice(0, dot)
}

/** Tries every way to cut the name, since a tree may have dots in its own keys. Names are ours and short. */
function lookUp(
  map: LazyMap,
  key: string,
  parseText: (text: JsonText) => JsonValue | undefined,
): LazyValue | undefined {
  const whole = map.get(key)
  if (whole !== undefined && whole !== null) return whole
  for (let dot = key.indexOf('.'); dot >= 0; dot = key.indexOf('.', dot + 1)) {
    const sent = map.get(key.slice(0, dot))
    const inner = sent instanceof JsonText ? parseText(sent) : sent
    const value = inner instanceof Map ? lookUp(inner, key.slice(dot + 1), parseText) : undefined
    if (value !== undefined) return value
  }
  return undefined
}

/** Longer names are not of any convention, and are kept flat. */
const SEGMENTS_MAX = 32

/** Flat attributes as a tree: `a.b` becomes the member b of a. A name that is in the way of others is kept flat. */
function treeOf(attributes: LazyMap): LazyMap {
  if (!hasDots(attributes)) return attributes
  const root: LazyMap = new Map()
  const branches = new Set<LazyMap>([root])
  for (const [key, value] of attributes) {
    const segments = key.split('.', SEGMENTS_MAX + 1)
    const last = segments.pop() ?? ''
    const branch = segments.length < SEGMENTS_MAX ? branchAt(root, segments, branches) : undefined
    if (branch === undefined || branch.has(last)) root.set(key, value)
    else branch.set(last, value)
  }
  return root
}

function hasDots(attributes: LazyMap): boolean {
  for (const key of attributes.keys()) if (key.includes('.')) return true
  return false
}

function branchAt(root: LazyMap, segments: readonly string[], branches: Set<LazyMap>): LazyMap | undefined {
  let branch = root
  for (const segment of segments) {
    let next = branch.get(segment)
    if (next === undefined) {
      next = new Map()
      branches.add(next)
      branch.set(segment, next)
    }
    if (!(next instanceof Map) || !branches.has(next)) return undefined
    branch = next
  }
  return branch
}

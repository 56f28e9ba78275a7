import type { JsonMap, JsonValue } from '../json/tree.ts'
import { itemsOf, mapAt, parseEmbedded, textAt } from './json-fields.ts'

export interface SpanEvent {
  readonly name: string
  readonly attributes: SpanAttributes
}

/**
 * Attributes by their dotted names, whether they are stored flat or as a tree. Values that are JSON text come parsed, each only
 * once however many conventions ask for it.
 */
export class SpanAttributes {
  readonly #tree: JsonMap
  /** What names begin with, up to the first dot: most spans have nothing of most conventions. */
  readonly #namespaces: ReadonlySet<string>
  readonly #parsed = new Map<string, JsonValue | undefined>()

  constructor(attributes: JsonMap) {
    this.#tree = treeOf(attributes)
    this.#namespaces = new Set(Array.from(this.#tree.keys(), namespaceOf))
  }

  /** Null counts as absent. */
  value(key: string): JsonValue | undefined {
    if (!this.#parsed.has(key)) this.#parsed.set(key, parseEmbedded(this.#lookUp(key)) ?? undefined)
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

  get root(): JsonMap {
    return this.#tree
  }

  #lookUp(key: string): JsonValue | undefined {
    return this.#namespaces.has(namespaceOf(key)) ? lookUp(this.#tree, key) : undefined
  }
}

/** A span as it is stored beside the call that was made from it. */
export class Span extends SpanAttributes {
  readonly name: string
  readonly #dump: JsonMap
  #events: readonly SpanEvent[] | undefined

  constructor(dump: JsonMap) {
    super(mapAt(dump, 'attributes') ?? new Map())
    this.name = textAt(dump, 'name') ?? ''
    this.#dump = dump
  }

  get scope(): string {
    return textAt(mapAt(this.#dump, 'scope') ?? new Map(), 'name') ?? ''
  }

  get events(): readonly SpanEvent[] {
    this.#events ??= itemsOf(this.#dump.get('events')).flatMap((event) => {
      const name = event instanceof Map && textAt(event, 'name')
      return name ? [{ name, attributes: new SpanAttributes(mapAt(event, 'attributes') ?? new Map()) }] : []
    })
    return this.#events
  }
}

function namespaceOf(key: string): string {
  const dot = key.indexOf('.')
  return dot < 0 ? key : key.slice(0, dot)
}

/** Tries every way to cut the name, since a tree may have dots in its own keys. Names are ours and short. */
function lookUp(map: JsonMap, key: string): JsonValue | undefined {
  const whole = map.get(key)
  if (whole !== undefined && whole !== null) return whole
  for (let dot = key.indexOf('.'); dot >= 0; dot = key.indexOf('.', dot + 1)) {
    const inner = map.get(key.slice(0, dot))
    const value = inner instanceof Map ? lookUp(inner, key.slice(dot + 1)) : undefined
    if (value !== undefined) return value
  }
  return undefined
}

/** Longer names are not of any convention, and are kept flat. */
const SEGMENTS_MAX = 32

/** Flat attributes as a tree: `a.b` becomes the member b of a. A name that is in the way of others is kept flat. */
function treeOf(attributes: JsonMap): JsonMap {
  if (![...attributes.keys()].some((key) => key.includes('.'))) return attributes
  const root: JsonMap = new Map()
  const branches = new Set<JsonMap>([root])
  for (const [key, value] of attributes) {
    const segments = key.split('.', SEGMENTS_MAX + 1)
    const last = segments.pop() ?? ''
    const branch = segments.length < SEGMENTS_MAX ? branchAt(root, segments, branches) : undefined
    if (branch === undefined || branch.has(last)) root.set(key, value)
    else branch.set(last, value)
  }
  return root
}

function branchAt(root: JsonMap, segments: readonly string[], branches: Set<JsonMap>): JsonMap | undefined {
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

import type { JsonMap, JsonValue } from '../../../json/tree.ts'

/** Rewrites refs into the imported project to the stored copies, whose digests may differ. */
export interface RefRewriter {
  /** The same value with its refs rewritten. Refs into other projects stay as they are. */
  rewrite<Value extends JsonValue>(value: Value): Value
  /** Tables that the value refers to and that were not added yet. */
  unknownTables(value: JsonValue): Set<string>
  addObject(name: string, digest: string, stored: string): void
  addTable(digest: string, stored: string): void
  addRow(digest: string, stored: string): void
}

export function createRefRewriter(source: string, target: string): RefRewriter {
  const start = `weave:///${source}/`
  const versions = new Map<string, string>()
  const tables = new Map<string, string>()
  const rows = new Map<string, string>()

  const segment = (text: string, index: number, segments: readonly string[]): string => {
    if (index === 1 && segments[0] === 'table') return tables.get(text) ?? text
    if (index === 1) return versions.get(text) ?? text
    return segments[index - 1] === 'id' ? (rows.get(text) ?? text) : text
  }
  const text = (ref: string): string =>
    ref.startsWith(start)
      ? `weave:///${target}/${ref.slice(start.length).split('/').map(segment).join('/')}`
      : ref

  return {
    rewrite: (value) => mapTexts(value, text),
    unknownTables(value) {
      const found = new Set<string>()
      mapTexts(value, (ref) => {
        const [kind, digest] = ref.startsWith(start) ? ref.slice(start.length).split('/') : []
        if (kind === 'table' && digest && !tables.has(digest)) found.add(digest)
        return ref
      })
      return found
    },
    addObject: (name, digest, stored) => void versions.set(`${name}:${digest}`, `${name}:${stored}`),
    addTable: (digest, stored) => void tables.set(digest, stored),
    addRow: (digest, stored) => void rows.set(digest, stored),
  }
}

function mapTexts<Value extends JsonValue>(value: Value, change: (text: string) => string): Value
function mapTexts(value: JsonValue, change: (text: string) => string): JsonValue {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change))
  if (!(value instanceof Map)) return value
  const map: JsonMap = new Map()
  for (const [key, member] of value) map.set(key, mapTexts(member, change))
  return map
}

import type { JsonMap, JsonValue } from '../json/tree.ts'

/** Attributes nested by the dots of their names. */
export function nested(attributes: Readonly<Record<string, JsonValue>>): JsonMap {
  const root: JsonMap = new Map()
  for (const [key, value] of Object.entries(attributes)) {
    const names = key.split('.')
    const last = names.pop() ?? ''
    let at = root
    for (const name of names) {
      const known = at.get(name)
      const next: JsonMap = known instanceof Map ? known : new Map()
      at.set(name, next)
      at = next
    }
    at.set(last, value)
  }
  return root
}

import type { JsonObject } from '../schema.ts'

/** Type guard for user payloads, which can be any JSON. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Value at a dotted path, or undefined. `\.` is a dot inside a key. */
export function valueAt(root: unknown, path: string): unknown {
  let value = root
  for (const segment of path.split(/(?<!\\)\./)) {
    const key = segment.replaceAll('\\.', '.')
    if (Array.isArray(value)) value = value[Number(key)]
    else if (isObject(value) && Object.hasOwn(value, key)) value = value[key]
    else return undefined
  }
  return value
}

export const numberAt = (root: unknown, path: string): number | undefined => {
  const value = valueAt(root, path)
  return typeof value === 'number' ? value : undefined
}

import type { Random } from '../../bench/dataset/random.ts'
import { mutate } from './mutate.ts'
import { isObject, writeRawJson } from './raw-json.ts'

/**
 * A copy of recorded JSON with a few values changed. Every value is equally likely, however deep, including those in
 * JSON inside strings, as in span attributes.
 */
export function edit(recorded: unknown, random: Random): unknown {
  const root = { value: structuredClone(recorded) }
  for (let changes = 1 + random.below(3); changes > 0; changes--) {
    const places = placesIn(root)
    const [parent, key] = places[random.below(places.length)] ?? [root, 'value']
    Reflect.set(parent, key, changed(Reflect.get(parent, key), random))
  }
  return root.value
}

function placesIn(parent: object): [parent: object, key: string][] {
  return Object.entries(parent).flatMap(([key, value]) => {
    const inside = Array.isArray(value) || isObject(value) ? placesIn(value) : []
    return [[parent, key], ...inside]
  })
}

function changed(value: unknown, random: Random): unknown {
  const embedded = typeof value === 'string' && random.chance(0.8) ? containerIn(value) : undefined
  return embedded === undefined ? mutate(value, random) : writeRawJson(edit(embedded, random))
}

function containerIn(text: string): object | undefined {
  if (!/^[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

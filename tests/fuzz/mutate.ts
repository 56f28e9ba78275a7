import type { Random } from '../../bench/dataset/random.ts'
import { hostileValue } from './hostile-values.ts'
import { isObject } from './raw-json.ts'

/** A copy of the tree with one value anywhere in it replaced, removed, duplicated, wrapped or given a new sibling. */
export function mutate(value: unknown, random: Random): unknown {
  const isContainer = Array.isArray(value) || (isObject(value) && Object.keys(value).length > 0)
  if (isContainer && random.chance(0.75)) return mutateInside(value, random)
  return random.pick(CHANGES)(value, random)
}

function mutateInside(value: unknown, random: Random): unknown {
  if (Array.isArray(value)) {
    const at = random.below(value.length)
    if (random.chance(0.15)) return value.toSpliced(at, 1)
    if (random.chance(0.15)) return value.concat(value)
    return value.map((item, index) => (index === at ? mutate(item, random) : item))
  }
  const entries = Object.entries(Object(value))
  const at = random.below(entries.length)
  if (random.chance(0.1)) return Object.fromEntries(entries.toSpliced(at, 1))
  if (random.chance(0.1)) return Object.fromEntries([...entries, [strangeKey(random), hostileValue(random)]])
  return Object.fromEntries(
    entries.map(([key, member], index) => [key, index === at ? mutate(member, random) : member]),
  )
}

const CHANGES = [
  (_value: unknown, random: Random) => hostileValue(random),
  (_value: unknown, random: Random) => hostileValue(random),
  (value: unknown) => [value],
  (value: unknown) => ({ value }),
  (value: unknown) => String(value),
  () => null,
] as const

const strangeKey = (random: Random): string =>
  random.pick([
    '__proto__',
    'constructor',
    'limit',
    'offset',
    'filter',
    'query',
    'sort_by',
    'id',
    '',
    'x',
    '$literal',
  ])

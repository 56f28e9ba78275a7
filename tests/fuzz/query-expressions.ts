import type { Random } from '../../bench/dataset/random.ts'
import { hostilePath, hostileValue } from './hostile-values.ts'

const DEPTH_MAX = 4

/** A `query` of a request: mostly well-formed, with operators, paths and literals that seldom meet. */
export function hostileQuery(random: Random): unknown {
  if (random.chance(0.05)) return { $expr: hostileValue(random) }
  if (random.chance(0.04)) return { $expr: wide(random) }
  return { $expr: operation(random, DEPTH_MAX) }
}

function operation(random: Random, depth: number): unknown {
  const some = () => operand(random, depth - 1)
  const list = () => Array.from({ length: random.below(4) }, some)
  switch (random.below(9)) {
    case 0:
      return { $and: list() }
    case 1:
      return { $or: list() }
    case 2:
      return { $not: random.chance(0.9) ? [some()] : list() }
    case 3:
      return { $in: [some(), random.chance(0.9) ? list() : some()] }
    case 4:
    case 5:
      return { $contains: { input: some(), substr: some(), case_insensitive: random.chance(0.5) } }
    default:
      return { [random.pick(['$eq', '$gt', '$gte', '$lt', '$lte', '$ne'])]: [some(), some()] }
  }
}

function operand(random: Random, depth: number): unknown {
  if (depth > 0 && random.chance(0.3)) return operation(random, depth)
  if (depth > 0 && random.chance(0.2)) {
    const to = random.pick(['double', 'string', 'int', 'bool', 'exists', 'date'])
    return { $convert: { input: operand(random, depth - 1), to } }
  }
  if (depth > 0 && random.chance(0.1)) return { $size: operand(random, depth - 1) }
  return random.chance(0.5) ? { $getField: hostilePath(random) } : { $literal: literal(random) }
}

const literal = (random: Random): unknown =>
  random.chance(0.5)
    ? random.pick(['a', '5', 5, 2.5, true, null, 'c1', '2025-03-01', ''])
    : hostileValue(random)

function wide(random: Random): unknown {
  const count = 10 + random.below(1_500)
  const condition = { $eq: [{ $getField: hostilePath(random) }, { $literal: 'a' }] }
  if (random.chance(0.5))
    return { [random.pick(['$and', '$or'])]: Array.from({ length: count }, () => condition) }
  const literals = Array.from({ length: count }, (_, index) => ({ $literal: index }))
  return { $in: [{ $getField: hostilePath(random) }, literals] }
}

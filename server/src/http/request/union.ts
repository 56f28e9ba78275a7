import type { Fault } from '../../errors.ts'
import type { Decoder } from './scalars.ts'

/**
 * Takes the first option that leaves the value as it is, else the first that accepts it: of a string
 * and an integer, `"10"` is the string. When none does, the faults are those of the nearest option.
 */
export function unionDecoder(options: readonly Decoder[]): Decoder {
  return (value, faults) => {
    const refusals: (readonly Fault[])[] = []
    const coerced: unknown[] = []
    for (const decode of options) {
      const attempt = faults.attempt()
      const decoded = decode(value, attempt)
      if (attempt.found.length > 0) refusals.push(attempt.found)
      else if (decoded === value || typeof decoded === 'object') return decoded
      else coerced.push(decoded)
    }
    if (coerced.length > 0) return coerced[0]
    return faults.addAll(refusals.reduce(nearer))
  }
}

/** The option that was left last on the way into the value; of two, the one with fewer faults. */
function nearer(left: readonly Fault[], right: readonly Fault[]): readonly Fault[] {
  const difference = shallowest(left) - shallowest(right)
  if (difference !== 0) return difference > 0 ? left : right
  return left.length <= right.length ? left : right
}

function shallowest(faults: readonly Fault[]): number {
  return Math.min(...faults.map((fault) => fault.loc.length))
}

/** Whole numbers of which each is at least as large as the one before, in two bytes each where they are small. */
export class AscendingNumbers {
  /** The small ones and the large ones. */
  readonly runs: readonly [Uint16Array, Uint32Array]
  readonly sum: number
  /** How many of them are 0. */
  readonly zeros: number

  constructor(values: Uint32Array) {
    let sum = 0
    for (let at = 0; at < values.length; at++) sum += values[at] ?? 0
    const small = endOf(values, SMALL_MAX, 0, values.length)
    this.runs = [Uint16Array.from(values.subarray(0, small)), values.slice(small)]
    this.sum = sum
    this.zeros = endOf(values, 0, 0, small)
  }

  get length(): number {
    return lengthOf(this.runs)
  }

  get byteLength(): number {
    const [small, large] = this.runs
    return small.byteLength + large.byteLength
  }

  /** Infinite without numbers, like the highest. */
  get lowest(): number {
    const [small, large] = this.runs
    return small[0] ?? large[0] ?? Number.POSITIVE_INFINITY
  }

  get highest(): number {
    const [small, large] = this.runs
    return large.at(-1) ?? small.at(-1) ?? Number.NEGATIVE_INFINITY
  }
}

const SMALL_MAX = 0xffff

export type AscendingRun = Uint16Array | Uint32Array | Float64Array

export const lengthOf = (runs: readonly { readonly length: number }[]): number =>
  runs.reduce((sum, { length }) => sum + length, 0)

/**
 * The whole numbers that would be at these ranks, counted from 0, if all runs were sorted together: by halving the range of a value. Each step
 * halves what may be looked at of each run, too, so that a million numbers take some thousand looks. All ranks must be below the number of values.
 */
export function ascendingAtRanks(
  runs: readonly AscendingRun[],
  ranks: readonly number[],
  { lowest, highest }: { readonly lowest: number; readonly highest: number },
): Map<number, number> {
  return new Map(ranks.map((rank) => [rank, valueAtRank(runs, rank, lowest, highest)]))
}

function valueAtRank(runs: readonly AscendingRun[], rank: number, lowest: number, highest: number): number {
  // In each run, only values between these may be the one.
  const from = new Uint32Array(runs.length)
  const to = Uint32Array.from(runs, ({ length }) => length)
  const middle = new Uint32Array(runs.length)
  let [low, high] = [lowest, highest]
  while (low < high) {
    const value = low + Math.floor((high - low) / 2)
    let upToValue = 0
    for (const [at, run] of runs.entries()) {
      const end = endOf(run, value, from[at] ?? 0, to[at] ?? 0)
      middle[at] = end
      upToValue += end
    }
    if (upToValue > rank) {
      high = value
      to.set(middle)
    } else {
      low = value + 1
      from.set(middle)
    }
  }
  return low
}

/** How many are at most as large as the value, if that many are at least `least` and at most `most`. */
function endOf(run: AscendingRun, value: number, least: number, most: number): number {
  let [low, high] = [least, most]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((run[middle] ?? value) <= value) low = middle + 1
    else high = middle
  }
  return low
}

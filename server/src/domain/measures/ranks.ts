/** So few values are sorted at once. */
const SORTED_MAX = 2048
/** Intervals that values are counted in, at most. */
const INTERVALS_MAX = 2 ** 16

interface Range {
  readonly lowest: number
  readonly highest: number
  readonly areIntegers: boolean
}

/**
 * The values that would be at these ranks, counted from 0, if all were sorted: by counting how many are in each of many equal intervals, and
 * looking closer only where a rank is. Sorting a million of them would take ten times as long. Ranks that no value has are left out.
 */
export function valuesAtRanks(
  runs: readonly Float64Array[],
  ranks: readonly number[],
  range: Range = rangeOf(runs),
): Map<number, number> {
  const { lowest, highest, areIntegers } = range
  const width = highest - lowest
  const count = runs.reduce((sum, { length }) => sum + length, 0)
  if (count <= SORTED_MAX || !Number.isFinite(width)) {
    const sorted = Float64Array.from(runs.flatMap((run) => [...run])).sort()
    return new Map(ranks.flatMap((rank) => (rank in sorted ? [[rank, sorted[rank] ?? 0]] : [])))
  }
  if (width === 0) return new Map(ranks.map((rank) => [rank, lowest]))
  // Whole numbers of a small range get an interval each, of which the value is known.
  const isEach = areIntegers && width < INTERVALS_MAX
  const scale = isEach ? 1 : (INTERVALS_MAX - 1) / width
  const found = new Map<number, number>()
  for (const { interval, before, size } of intervalsAt(countsOf(runs, lowest, scale), ranks)) {
    const inside = ranks.filter((rank) => rank >= before && rank < before + size)
    const offsets = inside.map((rank) => rank - before)
    const isInside = (value: number) => intervalOf(value, lowest, scale) === interval
    const closer = isEach
      ? offsets.map((offset) => [offset, lowest + interval] as const)
      : valuesAtRanks(
          runs.map((run) => run.filter(isInside)),
          offsets,
        )
    for (const [offset, value] of closer) found.set(before + offset, value)
  }
  return found
}

/** NaN makes the range infinite. */
function rangeOf(runs: readonly Float64Array[]): Range {
  let [lowest, highest, areIntegers] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, true]
  for (const run of runs) {
    for (let at = 0; at < run.length; at++) {
      const value = run[at] ?? 0
      if (!(value >= lowest)) lowest = value
      if (!(value <= highest)) highest = value
      areIntegers &&= Math.floor(value) === value
    }
  }
  return { lowest, highest, areIntegers }
}

const intervalOf = (value: number, lowest: number, scale: number): number =>
  Math.floor((value - lowest) * scale)

function countsOf(runs: readonly Float64Array[], lowest: number, scale: number): Uint32Array {
  const counts = new Uint32Array(INTERVALS_MAX)
  for (const run of runs) {
    for (let at = 0; at < run.length; at++) {
      const interval = intervalOf(run[at] ?? 0, lowest, scale)
      counts[interval] = (counts[interval] ?? 0) + 1
    }
  }
  return counts
}

/** The intervals that have one of the ranks, with the number of values before them and in them. */
function intervalsAt(counts: Uint32Array, ranks: readonly number[]) {
  const found: { interval: number; before: number; size: number }[] = []
  const ascending = [...ranks].sort((a, b) => a - b)
  let [before, next] = [0, 0]
  for (let interval = 0; interval < counts.length && next < ascending.length; interval++) {
    const size = counts[interval] ?? 0
    const after = before + size
    if ((ascending[next] ?? after) < after) found.push({ interval, before, size })
    while ((ascending[next] ?? after) < after) next++
    before = after
  }
  return found
}

import { percentile, percentileRanks } from '../../meters.ts'
import { type AscendingNumbers, type AscendingRun, ascendingAtRanks, lengthOf } from './ascending.ts'
import { valuesAtRanks } from './ranks.ts'

export type Aggregation = 'sum' | 'avg' | 'min' | 'max' | 'count' | 'count_true' | 'count_false'

export interface Measures {
  readonly aggregations: readonly Aggregation[]
  /** Between 0 and 100. */
  readonly percentiles: readonly number[]
}

/**
 * Aggregates numbers one by one. Without any, sum, count and average are 0, and everything else is null. Keeps the numbers
 * themselves only for percentiles.
 */
export class Distribution {
  #count = 0
  #trues = 0
  #sum = 0
  #min = Number.POSITIVE_INFINITY
  #max = Number.NEGATIVE_INFINITY
  readonly #measures: Measures
  /** Those that were added one by one. */
  readonly #values: number[] = []
  readonly #runs: Float64Array[] = []
  readonly #ascending: AscendingRun[] = []
  #areIntegers = true

  constructor(measures: Measures) {
    this.#measures = measures
  }

  /** Adds a number that occurred so many times. */
  add(value: number, times = 1): void {
    this.#count += times
    this.#sum += value * times
    if (value !== 0) this.#trues += times
    if (value < this.#min) this.#min = value
    if (value > this.#max) this.#max = value
    this.#areIntegers &&= Number.isInteger(value)
    if (this.#measures.percentiles.length === 0) return
    for (let seen = 0; seen < times; seen++) this.#values.push(value)
  }

  /** Adds numbers, which must not be changed afterwards. */
  addAll(values: Float64Array): void {
    let [sum, trues, min, max, areIntegers] = [0, 0, this.#min, this.#max, true]
    for (let at = 0; at < values.length; at++) {
      const value = values[at] ?? 0
      sum += value
      if (value !== 0) trues++
      if (value < min) min = value
      if (value > max) max = value
      areIntegers &&= Math.floor(value) === value
    }
    this.#count += values.length
    this.#sum += sum
    this.#trues += trues
    this.#min = min
    this.#max = max
    this.#areIntegers &&= areIntegers
    if (this.#measures.percentiles.length > 0) this.#runs.push(values)
  }

  addAscending({ runs, length, sum, zeros, lowest, highest }: AscendingNumbers): void {
    this.#count += length
    this.#sum += sum
    this.#trues += length - zeros
    this.#min = Math.min(this.#min, lowest)
    this.#max = Math.max(this.#max, highest)
    if (this.#measures.percentiles.length === 0) return
    for (const run of runs) if (run.length > 0) this.#ascending.push(run)
  }

  /** Each measure under its key: `sum_<name>`, `p95_<name>`. */
  *results(name: string): Generator<[key: string, value: number | null]> {
    for (const aggregation of this.#measures.aggregations) {
      yield [`${aggregation}_${name}`, this.#aggregate(aggregation)]
    }
    const { percentiles } = this.#measures
    if (percentiles.length === 0) return
    const length = this.#count
    const values = this.#valuesAt(percentiles.flatMap((p) => percentileRanks(length, p)))
    for (const p of percentiles)
      yield [`p${p}_${name}`, percentile({ length, ...Object.fromEntries(values) }, p)]
  }

  #valuesAt(ranks: readonly number[]): Map<number, number> {
    const range = { lowest: this.#min, highest: this.#max, areIntegers: this.#areIntegers }
    // Only without NaN is the range that of all numbers.
    const known = Number.isFinite(this.#sum) ? range : undefined
    const inNoOrder = [Float64Array.from(this.#values), ...this.#runs]
    const ascending = lengthOf(this.#ascending)
    const others = this.#count - ascending
    if (!known?.areIntegers || ascending === 0 || others * FEW > ascending)
      return valuesAtRanks(
        [...inNoOrder, ...this.#ascending.map((run) => Float64Array.from(run))],
        ranks,
        known,
      )
    return ascendingAtRanks([...this.#ascending, joined(inNoOrder).sort()], ranks, known)
  }

  #aggregate(aggregation: Aggregation): number | null {
    switch (aggregation) {
      case 'sum':
        return this.#sum
      case 'avg':
        return this.#count === 0 ? 0 : this.#sum / this.#count
      case 'min':
        return this.#count === 0 ? null : this.#min
      case 'max':
        return this.#count === 0 ? null : this.#max
      case 'count':
        return this.#count
      case 'count_true':
        return this.#trues
      case 'count_false':
        return this.#count - this.#trues
    }
  }
}

/** One of so many numbers is sorted faster than all are counted. */
const FEW = 16

function joined(runs: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(lengthOf(runs))
  let end = 0
  for (const run of runs) {
    all.set(run, end)
    end += run.length
  }
  return all
}

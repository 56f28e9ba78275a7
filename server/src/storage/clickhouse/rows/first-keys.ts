import { ServiceError } from '../../../errors.ts'
import { compareSortValues, type SortValue } from '../../../query/sort.ts'

/** The values that identify a row of a project. */
export type RowKey = readonly string[]

/** Memory for the keys of one search that SQL does not answer. */
const BYTES_MAX = 256 * 1024 ** 2
/** Keys kept beyond a page before they are sorted and dropped. */
const SPARE_KEYS = 1_000

/** Collects the keys of the first rows of an order, and drops the others early. */
export class FirstKeys {
  readonly #count: number
  #found: { readonly key: RowKey; readonly sorted: readonly SortValue[]; readonly bytes: number }[] = []
  #bytes = 0

  constructor(count: number) {
    this.#count = count
  }

  /** Throws `too_large` if memory would not suffice for all that must be kept. */
  add(key: RowKey, sorted: readonly SortValue[]): void {
    const bytes = bytesOf(key) + bytesOf(sorted.map(({ value }) => value))
    this.#found.push({ key, sorted, bytes })
    this.#bytes += bytes
    const isFull = this.#found.length > 2 * this.#count + SPARE_KEYS
    if (isFull || this.#bytes > BYTES_MAX) this.#trim()
    if (this.#bytes > BYTES_MAX)
      throw new ServiceError(
        'too_large',
        `the rows to sort have more than ${BYTES_MAX} bytes: narrow it down`,
      )
  }

  keys(offset: number): RowKey[] {
    this.#trim()
    return this.#found.slice(offset).map(({ key }) => key)
  }

  #trim(): void {
    this.#found = this.#found.sort((a, b) => compareSortValues(a.sorted, b.sorted)).slice(0, this.#count)
    this.#bytes = this.#found.reduce((sum, { bytes }) => sum + bytes, 0)
  }
}

/** Approximate size of values in memory. */
const bytesOf = (values: readonly unknown[]): number =>
  values.reduce((sum: number, value) => sum + (typeof value === 'string' ? value.length : 8), 0)

import type { AscendingNumbers } from '../../../domain/measures/ascending.ts'
import { TOKEN_COUNTERS } from '../../../domain/prices/price.ts'
import { type Column, decodeColumn, uint32At } from './column.ts'
import { HAS_PARENT, IS_SPAN, reportColumn } from './column-names.ts'

/** What tells the kinds of calls apart, by the names of columns. What is added up of usage depends on the required ones. */
export const REQUIRED_DIMENSIONS = [
  'failed',
  reportColumn('model'),
  reportColumn('request_model'),
  reportColumn('preferred_cost'),
]
const PLACE_DIMENSIONS = [HAS_PARENT, IS_SPAN]
/** Those that each of `ROLLUPS` has as well, unless they make too many kinds. */
export const OPTIONAL_DIMENSIONS = [
  PLACE_DIMENSIONS,
  [...PLACE_DIMENSIONS, 'op', 'kind', 'wb_user_id', 'end_user', 'thread_id'],
] as const

/** All of them. */
export const DIMENSIONS: ReadonlySet<string> = new Set([...REQUIRED_DIMENSIONS, ...OPTIONAL_DIMENSIONS[1]])

/** Of each kind: the number of calls, the number of those that report usage which counts, and what these report. */
export const CALLS = 'calls'
export const REPORTS = 'reports'
export const SUMS = [CALLS, REPORTS, ...TOKEN_COUNTERS.map(reportColumn)]
export const REPORTED_COST = reportColumn('reported_cost')
/** Of each kind: when the last call started. */
export const LAST_STARTED_AT = 'last_started_at'
/** Of each call, kind by kind: the latency in milliseconds. */
export const TOOK_MS = 'took_ms'
/** Numbers of the calls whose usage did not count when they were sealed, and the lowest and highest number of all calls. */
export const LEFT_OUT = 'left_out'
export const RIDS = 'rids'

/** One list after the other, as one column: each column takes time to be read. */
export const ALL_SUMS = 'sums'

/** In the order in which they are stored. */
const PARTS = [...DIMENSIONS, ...[ALL_SUMS, REPORTED_COST, LAST_STARTED_AT, TOOK_MS, LEFT_OUT, RIDS]]

/** Bytes: the length of each part (32 bits), 0 where there is none; then the parts, each encoded as a column. */
const LENGTH_BYTES = 4

export function encodeRollup(parts: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const lengths = new DataView(new ArrayBuffer(PARTS.length * LENGTH_BYTES))
  const stored = PARTS.map((name) => parts.get(name) ?? new Uint8Array())
  for (const [at, { length }] of stored.entries()) lengths.setUint32(at * LENGTH_BYTES, length, true)
  return Uint8Array.from(Buffer.concat([new Uint8Array(lengths.buffer), ...stored]))
}

/**
 * What statistics need of calls, added up. Calls of the same op, outcome, model and so on are of one kind, and a roll-up has a place for
 * each kind.
 */
export abstract class Rollup {
  /** Undefined for what it does not have. */
  abstract read(name: string): Column | undefined

  /** By kind: latencies, if they are not in `TOOK_MS`. */
  abstract readonly ascendingMs: readonly AscendingNumbers[] | undefined

  /** None for what it does not have. */
  numbers(name: string): Float64Array {
    const sum = SUMS.indexOf(name)
    if (sum >= 0) {
      const sums = this.numbers(ALL_SUMS)
      const kinds = sums.length / SUMS.length
      return sums.subarray(sum * kinds, (sum + 1) * kinds)
    }
    const column = this.read(name)
    return column?.kind === 'numbers' ? column.values : new Float64Array()
  }
}

/** The roll-up of a segment. */
export class StoredRollup extends Rollup {
  override readonly ascendingMs = undefined
  readonly #bytes: Uint8Array
  readonly #columns = new Map<string, Column>()

  constructor(bytes: Uint8Array) {
    super()
    this.#bytes = bytes
  }

  override read(name: string): Column | undefined {
    const known = this.#columns.get(name)
    const bytes = known ? undefined : this.#part(name)
    if (!bytes) return known
    const column = decodeColumn(bytes)
    // As numbers, latencies take more than all the rest.
    if (name !== TOOK_MS) this.#columns.set(name, column)
    return column
  }

  #part(name: string): Uint8Array | undefined {
    const index = PARTS.indexOf(name)
    if (index < 0) return undefined
    let from = PARTS.length * LENGTH_BYTES
    for (let before = 0; before < index; before++) from += uint32At(this.#bytes, before * LENGTH_BYTES)
    const length = uint32At(this.#bytes, index * LENGTH_BYTES)
    return length === 0 ? undefined : this.#bytes.subarray(from, from + length)
  }
}

import type { Micros } from './time.ts'

const SLOTS = 60
const MICROS_A_SLOT = 1_000_000

/** Counts events, in total and per second over the last minute. */
export class RateMeter {
  readonly #slots = new Float64Array(SLOTS)
  readonly #now: () => Micros
  readonly #startedAt: Micros
  #newest: number
  #total = 0

  constructor(now: () => Micros) {
    this.#now = now
    this.#startedAt = now()
    this.#newest = this.#slotNow()
  }

  get total(): number {
    return this.#total
  }

  /** Averaged over the last minute, or since the start if that is shorter. */
  get perSecond(): number {
    this.#advance()
    const seconds = Math.min(SLOTS, Math.max(1, (this.#now() - this.#startedAt) / MICROS_A_SLOT))
    return this.#slots.reduce((sum, count) => sum + count, 0) / seconds
  }

  add(count = 1): void {
    this.#advance()
    this.#total += count
    const slot = this.#newest % SLOTS
    this.#slots[slot] = (this.#slots[slot] ?? 0) + count
  }

  /** Clears the slots of the seconds that have passed since the last event. */
  #advance(): void {
    const slot = this.#slotNow()
    const passed = Math.min(SLOTS, slot - this.#newest)
    for (let back = 0; back < passed; back++) this.#slots[(slot - back) % SLOTS] = 0
    this.#newest = Math.max(slot, this.#newest)
  }

  #slotNow(): number {
    return Math.floor(this.#now() / MICROS_A_SLOT)
  }
}

const WINDOW_SIZE = 1_000

/** Percentiles of the last thousand durations. */
export class DurationMeter {
  readonly #recent: number[] = []
  #total = 0

  get total(): number {
    return this.#total
  }

  add(ms: number): void {
    this.#recent[this.#total % WINDOW_SIZE] = ms
    this.#total += 1
  }

  /** Null before the first duration. */
  percentile(p: number): number | null {
    return percentile(Float64Array.from(this.#recent).sort(), p)
  }
}

/** Percentile of ascending values by linear interpolation; null if there are none. */
export function percentile(sorted: ArrayLike<number>, p: number): number | null {
  const [rankBelow, rankAbove] = percentileRanks(sorted.length, p)
  const below = sorted[rankBelow]
  const above = sorted[rankAbove]
  if (below === undefined || above === undefined) return null
  return below + (above - below) * (percentilePosition(sorted.length, p) - rankBelow)
}

/** The indexes of the two values that a percentile of so many lies between. */
export function percentileRanks(length: number, p: number): [below: number, above: number] {
  const position = percentilePosition(length, p)
  return [Math.floor(position), Math.ceil(position)]
}

const percentilePosition = (length: number, p: number): number => ((length - 1) * p) / 100

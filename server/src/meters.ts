import type { Micros } from './time.ts'

const SLOTS = 60
const MICROS_A_SLOT = 1_000_000

/** Counts things that happen, and how many a second over the last minute. */
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

  /** Over less than a minute while there has not been one yet. */
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

  /** Empties the slots of the seconds that have passed since something was last counted. */
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

const KEPT = 1_000

/** Remembers how long the last thousand things took. */
export class DurationMeter {
  readonly #recent: number[] = []
  #total = 0

  get total(): number {
    return this.#total
  }

  add(ms: number): void {
    this.#recent[this.#total % KEPT] = ms
    this.#total += 1
  }

  /** Null while there was none. */
  percentile(p: number): number | null {
    return percentile(Float64Array.from(this.#recent).sort(), p)
  }
}

/** Interpolated linearly between the two nearest of the ascending values; null when there are none. */
export function percentile(sorted: ArrayLike<number>, p: number): number | null {
  const position = ((sorted.length - 1) * p) / 100
  const below = sorted[Math.floor(position)]
  const above = sorted[Math.ceil(position)]
  if (below === undefined || above === undefined) return null
  return below + (above - below) * (position - Math.floor(position))
}

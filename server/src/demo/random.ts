/** A seeded random number generator: the same seed gives the same demo. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** At least 0, below 1. */
  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number {
    return low + Math.floor(this.fraction() * (high - low + 1))
  }

  chance(probability: number): boolean {
    return this.fraction() < probability
  }

  pick<Item>(items: readonly [Item, ...Item[]]): Item {
    return items[Math.floor(this.fraction() * items.length)] ?? items[0]
  }

  /** Mostly near `typical`, occasionally several times that, like latencies. */
  skewed(typical: number): number {
    return Math.round(typical * (0.5 + this.fraction() + (this.chance(0.05) ? this.fraction() * 6 : 0)))
  }

  hex(digits: number): string {
    return Array.from({ length: digits }, () => this.whole(0, 15).toString(16)).join('')
  }
}

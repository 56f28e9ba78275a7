import { nowMicros } from '../../../clock.ts'

/**
 * Numbers writes in the order of acceptance: microseconds that strictly increase across all threads of the process.
 * Of two rows with the same key, the one with the higher number wins.
 */
export class VersionClock {
  readonly memory: SharedArrayBuffer
  readonly #latest: BigInt64Array

  /** Threads that share the memory share the clock. */
  constructor(memory: SharedArrayBuffer = new SharedArrayBuffer(8)) {
    this.memory = memory
    this.#latest = new BigInt64Array(memory)
  }

  next(): number {
    for (;;) {
      const latest = Atomics.load(this.#latest, 0)
      const now = BigInt(nowMicros())
      const next = now > latest ? now : latest + 1n
      if (Atomics.compareExchange(this.#latest, 0, latest, next) === latest) return Number(next)
    }
  }
}

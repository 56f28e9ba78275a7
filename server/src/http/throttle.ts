import type { Micros } from '../time.ts'

const FAILURES_MAX = 20
const WINDOW_MICROS = 60_000_000
const ADDRESSES_MAX = 10_000

interface Window {
  readonly endsAt: Micros
  failures: number
}

/** Counts failed attempts per address. More than 20 within a minute close it for the rest of that minute. */
export class Throttle {
  readonly #windows = new Map<string, Window>()
  readonly #now: () => Micros

  constructor(now: () => Micros) {
    this.#now = now
  }

  /** How long the address must wait; undefined where it need not. */
  waitSeconds(address: string): number | undefined {
    const window = this.#windowOf(address)
    if (!window || window.failures < FAILURES_MAX) return undefined
    return Math.ceil((window.endsAt - this.#now()) / 1_000_000)
  }

  fail(address: string): void {
    const window = this.#windowOf(address)
    if (window) window.failures += 1
    else this.#open(address)
  }

  #windowOf(address: string): Window | undefined {
    const window = this.#windows.get(address)
    const left = (window?.endsAt ?? 0) - this.#now()
    // A window that would last longer than a minute was opened before the clock was set back.
    return left > 0 && left <= WINDOW_MICROS ? window : undefined
  }

  #open(address: string): void {
    // A Map keeps its order, so the first address is the one whose window began longest ago.
    this.#windows.delete(address)
    const oldest = this.#windows.size >= ADDRESSES_MAX ? this.#windows.keys().next() : undefined
    if (oldest && !oldest.done) this.#windows.delete(oldest.value)
    this.#windows.set(address, { endsAt: this.#now() + WINDOW_MICROS, failures: 1 })
  }
}

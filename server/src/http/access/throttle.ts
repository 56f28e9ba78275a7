import type { Micros } from '../../time.ts'

const FAILURES_MAX = 20
const WINDOW_MICROS = 60_000_000
const ADDRESSES_MAX = 10_000

interface Window {
  readonly endsAt: Micros
  failures: number
}

/** Counts failed attempts per address. After 20 within a minute, the address is blocked for the rest of it. */
export class Throttle {
  readonly #windows = new Map<string, Window>()
  readonly #now: () => Micros

  constructor(now: () => Micros) {
    this.#now = now
  }

  /** How long the address is blocked; undefined if it is not. */
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
    // More than a minute left means that the clock was set back.
    return left > 0 && left <= WINDOW_MICROS ? window : undefined
  }

  #open(address: string): void {
    // Maps keep insertion order, so the first entry is the oldest.
    this.#windows.delete(address)
    const oldest = this.#windows.size >= ADDRESSES_MAX ? this.#windows.keys().next() : undefined
    if (oldest && !oldest.done) this.#windows.delete(oldest.value)
    this.#windows.set(address, { endsAt: this.#now() + WINDOW_MICROS, failures: 1 })
  }
}

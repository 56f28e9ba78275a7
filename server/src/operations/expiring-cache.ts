import type { Micros } from '../time.ts'

interface Entry<Value> {
  readonly value: Value
  readonly storedAt: Micros
}

interface ExpiringCacheOptions {
  readonly freshMicros: number
  /** Above this, the oldest entry is evicted. */
  readonly entriesMax: number
  readonly now: () => Micros
}

/** A bounded map whose entries expire. */
export class ExpiringCache<Value> {
  readonly #options: ExpiringCacheOptions
  readonly #entries = new Map<string, Entry<Value>>()

  constructor(options: ExpiringCacheOptions) {
    this.#options = options
  }

  /** The entry, unless it is stale. A clock that was set back makes entries stale, too. */
  fresh(key: string): Entry<Value> | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    const age = this.#options.now() - entry.storedAt
    return age >= 0 && age < this.#options.freshMicros ? entry : undefined
  }

  /** The entry, stale or not. */
  last(key: string): Entry<Value> | undefined {
    return this.#entries.get(key)
  }

  set(key: string, value: Value): void {
    this.#entries.delete(key)
    const oldest = this.#entries.size < this.#options.entriesMax ? undefined : this.#entries.keys().next()
    if (oldest && !oldest.done) this.#entries.delete(oldest.value)
    this.#entries.set(key, { value, storedAt: this.#options.now() })
  }

  delete(key: string): void {
    this.#entries.delete(key)
  }
}

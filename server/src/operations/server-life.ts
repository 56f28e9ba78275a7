import { monotonicMicros } from '../clock.ts'
import { ServiceError } from '../errors.ts'
import { RateMeter } from '../meters.ts'
import type { Micros } from '../time.ts'

/** Counters of this process since its start. */
export class ServerLife {
  readonly startedAt: Micros
  readonly requests = new RateMeter(monotonicMicros)
  readonly failures = new RateMeter(monotonicMicros)
  readonly listeners = new Listeners()
  readonly #startedAtMonotonic = monotonicMicros()

  constructor(now: () => Micros) {
    this.startedAt = now()
  }

  /** Measured with the monotonic clock, unaffected by changes of the system time. */
  get uptimeSeconds(): number {
    return (monotonicMicros() - this.#startedAtMonotonic) / 1_000_000
  }
}

const LISTENERS_A_USER_MAX = 20

/** Open event streams. Each uses a connection, so their number per user is limited. */
class Listeners {
  readonly #byUser = new Map<string, number>()

  get count(): number {
    return [...this.#byUser.values()].reduce((sum, each) => sum + each, 0)
  }

  /** Adds a listener and returns a function that removes it. Throws `throttled` above the limit. */
  enter(userId: string): () => void {
    const already = this.#byUser.get(userId) ?? 0
    if (already >= LISTENERS_A_USER_MAX) {
      throw new ServiceError('throttled', `At most ${LISTENERS_A_USER_MAX} streams at once`, {
        retry_after_seconds: 5,
      })
    }
    this.#byUser.set(userId, already + 1)
    return () => this.#leave(userId)
  }

  #leave(userId: string): void {
    const left = (this.#byUser.get(userId) ?? 1) - 1
    if (left > 0) this.#byUser.set(userId, left)
    else this.#byUser.delete(userId)
  }
}

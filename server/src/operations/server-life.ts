import { monotonicMicros } from '../clock.ts'
import { ServiceError } from '../errors.ts'
import { RateMeter } from '../meters.ts'
import type { Micros } from '../time.ts'

/** What a process knows of itself since it started. */
export class ServerLife {
  readonly startedAt: Micros
  readonly requests = new RateMeter(monotonicMicros)
  readonly failures = new RateMeter(monotonicMicros)
  readonly listeners = new Listeners()
  readonly #startedAtMonotonic = monotonicMicros()

  constructor(now: () => Micros) {
    this.startedAt = now()
  }

  /** Counts on also where the clock of the system is set. */
  get uptimeSeconds(): number {
    return (monotonicMicros() - this.#startedAtMonotonic) / 1_000_000
  }
}

const LISTENERS_A_USER_MAX = 20

/** Those who listen to an event stream. Each holds a socket, so a user may only have so many. */
class Listeners {
  readonly #byUser = new Map<string, number>()

  get count(): number {
    return [...this.#byUser.values()].reduce((sum, each) => sum + each, 0)
  }

  /** Lets a listener in, or refuses; whoever is in says when it goes. */
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

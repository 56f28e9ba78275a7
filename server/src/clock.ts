import type { Micros } from './time.ts'

/** The clocks of the system, in milliseconds. */
export interface ClockSources {
  /** Time since 1970. May jump in either direction. */
  readonly wallMs: () => number
  /** Never goes back and has fractions, but stands still while the machine sleeps. */
  readonly monotonicMs: () => number
}

/** Beyond this the two clocks no longer agree: the time was set, or the machine slept. */
const DRIFT_MICROS_MAX = 50_000

/** During a smaller correction backwards the clock stands still; a larger one is followed at once. */
const WAIT_MICROS_MAX = 1_000_000

/**
 * The time of the system with a resolution of microseconds. It counts on from an anchor by the monotonic clock, and
 * takes a new anchor when the system's time differs noticeably. It never goes back by small steps: where the system
 * corrects its time by less than a second, the time stands still until that has passed.
 */
export class SystemClock {
  readonly #sources: ClockSources
  #offsetMs: number
  #latest: Micros = Number.NEGATIVE_INFINITY

  constructor(sources: ClockSources) {
    this.#sources = sources
    this.#offsetMs = sources.wallMs() - sources.monotonicMs()
  }

  now(): Micros {
    const micros = this.#read()
    const isSmallStepBack = micros < this.#latest && this.#latest - micros < WAIT_MICROS_MAX
    if (!isSmallStepBack) this.#latest = micros
    return this.#latest
  }

  #read(): Micros {
    const { wallMs, monotonicMs } = this.#sources
    const monotonic = monotonicMs()
    const wall = wallMs()
    const counted = Math.floor((this.#offsetMs + monotonic) * 1000)
    if (Math.abs(counted - wall * 1000) <= DRIFT_MICROS_MAX) return counted
    this.#offsetMs = wall - monotonic
    return wall * 1000
  }
}

const systemClock = new SystemClock({ wallMs: Date.now, monotonicMs: () => performance.now() })

/** The current time. Follows the system clock, so it may jump. */
export const nowMicros = (): Micros => systemClock.now()

/** Time since the start of the process, unaffected by changes of the system time. For measuring durations. */
export const monotonicMicros = (): Micros => Math.floor(performance.now() * 1000)

import { monotonicMicros } from '../../../clock.ts'
import { DurationMeter, RateMeter } from '../../../meters.ts'

/** Counts writes and their latency as the caller sees it: from submitting a write to its reply. */
export class WriteMeter {
  readonly parts = new RateMeter(monotonicMicros)
  readonly #writes = new DurationMeter()
  readonly #onWrite: (seconds: number) => void

  constructor(onWrite: (seconds: number) => void) {
    this.#onWrite = onWrite
  }

  async time<T>(startedAt: number, written: Promise<T>): Promise<T> {
    const result = await written
    this.add(performance.now() - startedAt)
    return result
  }

  /** Counts a write that another thread has timed. */
  add(ms: number): void {
    this.#writes.add(ms)
    this.#onWrite(ms / 1000)
  }

  status() {
    return {
      writes_total: this.#writes.total,
      write_ms: { p50: this.#writes.percentile(50), p95: this.#writes.percentile(95) },
      parts_total: this.parts.total,
      parts_per_second: this.parts.perSecond,
    }
  }
}

import { monotonicMicros } from '../../clock.ts'
import { DurationMeter, RateMeter } from '../../meters.ts'

/** Measures writes as those who wait for them do: from the moment they are sent to their answer. */
export class WriteMeter {
  readonly parts = new RateMeter(monotonicMicros)
  readonly #writes = new DurationMeter()

  async time<T>(write: () => Promise<T>): Promise<T> {
    const startedAt = performance.now()
    const result = await write()
    this.#writes.add(performance.now() - startedAt)
    return result
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

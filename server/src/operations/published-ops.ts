import type { Micros } from '../time.ts'
import { ExpiringCache } from './expiring-cache.ts'

const FRESH_MICROS = 10_000_000
const OPS_MAX = 10_000

/**
 * Caches which placeholder ops are published, so that repeated exports of the same ops need not
 * look them up. An op deleted through this cache is looked up and published again by the next export; one
 * deleted by another thread or process, within ten seconds.
 */
export class PublishedOps {
  readonly #known: ExpiringCache<true>
  /** A lookup that started before a deletion is not cached after it. */
  #deletions = 0

  constructor(now: () => Micros) {
    this.#known = new ExpiringCache({ freshMicros: FRESH_MICROS, entriesMax: OPS_MAX, now })
  }

  /** Calls `publishMissing` with the names that are not known to be published; afterwards they are. */
  async ensure(
    projectId: string,
    names: Iterable<string>,
    publishMissing: (names: ReadonlySet<string>) => Promise<void>,
  ): Promise<void> {
    const unknown = new Set(names)
    for (const name of unknown) if (this.#known.fresh(keyOf(projectId, name))) unknown.delete(name)
    if (unknown.size === 0) return
    const deletions = this.#deletions
    await publishMissing(unknown)
    if (deletions !== this.#deletions) return
    for (const name of unknown) this.#known.set(keyOf(projectId, name), true)
  }

  /** Call it once versions of this name are deleted. */
  forget(projectId: string, name: string): void {
    this.#deletions += 1
    this.#known.delete(keyOf(projectId, name))
  }
}

const keyOf = (projectId: string, name: string): string => JSON.stringify([projectId, name])

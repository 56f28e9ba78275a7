import type { Storage } from '../storage/port.ts'
import type { Micros } from '../time.ts'
import { ExpiringCache } from './expiring-cache.ts'

/** How long a setting is used before it is read again. `setRetentionDays` in the port states what that means for calls. */
const FRESH_MICROS = 1_000_000
const PROJECTS_MAX = 10_000

type Days = number | null

/**
 * The retention of projects, for stamping `expire_at` on calls without reading the setting for each of them. A setting
 * changed through this cache applies at once; one changed by another thread or process applies within a second.
 */
export class RetentionCache {
  readonly #projects: Storage['projects']
  readonly #days: ExpiringCache<Days>
  /** Reads in progress, shared by all that need the project. */
  readonly #reads = new Map<string, Promise<Days>>()

  constructor(projects: Storage['projects'], now: () => Micros) {
    this.#projects = projects
    this.#days = new ExpiringCache({ freshMicros: FRESH_MICROS, entriesMax: PROJECTS_MAX, now })
  }

  /** The retention days of each of these projects. */
  async daysOf(projectIds: readonly string[]): Promise<ReadonlyMap<string, Days>> {
    const days = new Map<string, Days>()
    for (const projectId of projectIds) {
      const known = this.#days.fresh(projectId)
      days.set(projectId, known ? known.value : await this.#read(projectId))
    }
    return days
  }

  async set(projectId: string, days: Days, checkedAt: Micros): Promise<void> {
    try {
      await this.#projects.setRetentionDays(projectId, days, checkedAt)
    } finally {
      // A read that started earlier may have found the old setting. After a failure it is unknown which one is stored.
      this.#reads.delete(projectId)
      this.#days.delete(projectId)
    }
  }

  #read(projectId: string): Promise<Days> {
    const underWay = this.#reads.get(projectId)
    if (underWay) return underWay
    const read: Promise<Days> = this.#projects.retention(projectId).then(
      ({ days }) => {
        if (this.#reads.get(projectId) === read) this.#days.set(projectId, days)
        return days
      },
      (error: unknown) => {
        // Better an outdated setting than a rejected call.
        const last = this.#days.last(projectId)
        if (last) return last.value
        throw error
      },
    )
    this.#reads.set(projectId, read)
    const done = () => {
      if (this.#reads.get(projectId) === read) this.#reads.delete(projectId)
    }
    read.then(done, done)
    return read
  }
}

import type { InsertQueue } from './insert-queue.ts'
import type { VersionClock } from './version-clock.ts'

/**
 * Registers projects with their first write. There is a row per project and setting: settings are written independently of each
 * other, and a registered project has at least the row `created`.
 */
export class ProjectNames {
  readonly #inserts: InsertQueue
  readonly #clock: VersionClock
  /** Projects that this process has registered. */
  readonly #known = new Set<string>()

  constructor(inserts: InsertQueue, clock: VersionClock) {
    this.#inserts = inserts
    this.#clock = clock
  }

  async add(projectIds: Iterable<string>): Promise<void> {
    const added = [...new Set(projectIds)].filter((id) => !this.#known.has(id))
    if (added.length === 0) return
    await this.set(added.map((project_id) => ({ project_id, setting: 'created', value: '' })))
    for (const id of added) this.#known.add(id)
  }

  async set(settings: readonly ProjectSetting[]): Promise<void> {
    const rows = settings.map((setting) => ({ ...setting, version: this.#clock.next(), is_deleted: 0 }))
    await this.#inserts.insert('projects', rows)
  }
}

export interface ProjectSetting {
  readonly project_id: string
  readonly setting: 'created' | 'internal_id' | 'retention_days' | 'removal_state' | 'redaction_rules'
  readonly value: string
}

import { SeenTexts } from '../../remember.ts'
import type { Insert, InsertQueue } from './rows/insert-queue.ts'
import type { VersionClock } from './rows/version-clock.ts'
import { encodeRows } from './schema/encoders.ts'
import type { Row } from './schema/row-encoder.ts'

/**
 * Registers projects with their first write. There is a row per project and setting: settings are written independently of each
 * other, and a registered project has at least the row `created`.
 */
export class ProjectNames {
  readonly #inserts: InsertQueue
  readonly #clock: VersionClock
  /** Projects that this process has registered. One that was forgotten is registered again, which changes nothing. */
  readonly #known = new SeenTexts()

  constructor(inserts: InsertQueue, clock: VersionClock) {
    this.#inserts = inserts
    this.#clock = clock
  }

  /** Registers the projects of a write as part of it. */
  async add(insert: Insert, projectIds: Iterable<string>): Promise<void> {
    const added = [...new Set(projectIds)].filter((id) => !this.#known.has(id))
    if (added.length === 0) return
    const settings = added.map(
      (project_id): ProjectSetting => ({ project_id, setting: 'created', value: '' }),
    )
    await insert(encodeRows('projects', this.#rows(settings)))
    for (const id of added) this.#known.add(id)
  }

  /** Inserts rows into a table, and registers their projects. */
  async insert(table: string, projectIds: readonly string[], rows: readonly Row[]): Promise<void> {
    const encoded = encodeRows(table, rows)
    await this.#inserts.run(encoded.bytes, (insert) =>
      Promise.all([this.add(insert, projectIds), insert(encoded)]),
    )
  }

  set(settings: readonly ProjectSetting[]): Promise<void> {
    return this.#inserts.insert('projects', this.#rows(settings))
  }

  #rows(settings: readonly ProjectSetting[]): Row[] {
    return settings.map((setting) => ({ ...setting, version: this.#clock.next(), is_deleted: 0 }))
  }
}

export interface ProjectSetting {
  readonly project_id: string
  readonly setting: 'created' | 'internal_id' | 'retention_days' | 'removal_state' | 'redaction_rules'
  readonly value: string
}

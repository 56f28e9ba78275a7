import { createRedactor, type Redactor } from '../domain/redaction/redactor.ts'
import type { RedactionRule } from '../domain/redaction/rule.ts'
import { copyText } from '../remember.ts'
import type { Storage } from '../storage/port.ts'
import type { Micros } from '../time.ts'
import { ExpiringCache } from './expiring-cache.ts'

/** How long settings are used before they are read again. `setRetentionDays` in the port states what that means for calls. */
const FRESH_MICROS = 1_000_000
const PROJECTS_MAX = 10_000

/** The settings of a project that apply to what it receives. */
export interface ProjectSettings {
  /** Null keeps calls forever. */
  readonly retentionDays: number | null
  /** Undefined for a project without redaction rules. */
  readonly redactor: Redactor | undefined
}

/**
 * The settings of projects, so that they are not read for each call. A setting changed through this cache applies at once; one
 * changed by another thread or process applies within a second.
 */
export class ProjectSettingsCache {
  readonly #projects: Storage['projects']
  readonly #settings: ExpiringCache<ProjectSettings & { readonly rules: string }>
  /** Reads in progress, shared by all that need the project. */
  readonly #reads = new Map<string, Promise<ProjectSettings>>()

  constructor(projects: Storage['projects'], now: () => Micros) {
    this.#projects = projects
    this.#settings = new ExpiringCache({ freshMicros: FRESH_MICROS, entriesMax: PROJECTS_MAX, now })
  }

  async of(projectId: string): Promise<ProjectSettings> {
    return this.#settings.fresh(projectId)?.value ?? (await this.#read(projectId))
  }

  async ofAll(projectIds: readonly string[]): Promise<ReadonlyMap<string, ProjectSettings>> {
    const settings = new Map<string, ProjectSettings>()
    for (const projectId of projectIds) settings.set(projectId, await this.of(projectId))
    return settings
  }

  setRetentionDays(projectId: string, days: number | null, checkedAt: Micros): Promise<void> {
    return this.#change(projectId, () => this.#projects.setRetentionDays(projectId, days, checkedAt))
  }

  setRedactionRules(projectId: string, rules: readonly RedactionRule[]): Promise<void> {
    return this.#change(projectId, () => this.#projects.setRedactionRules(projectId, rules))
  }

  async #change(projectId: string, write: () => Promise<void>): Promise<void> {
    try {
      await write()
    } finally {
      // A read that started earlier may have found the old setting. After a failure it is unknown which one is stored.
      this.#reads.delete(projectId)
      this.#settings.delete(projectId)
    }
  }

  #read(projectId: string): Promise<ProjectSettings> {
    const underWay = this.#reads.get(projectId)
    if (underWay) return underWay
    const read: Promise<ProjectSettings> = this.#load(projectId).then(
      (settings) => {
        if (this.#reads.get(projectId) === read) this.#settings.set(copyText(projectId), settings)
        return settings
      },
      (error: unknown) => {
        // Better an outdated setting than a rejected call.
        const last = this.#settings.last(projectId)
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

  async #load(projectId: string) {
    // One after the other: two reads at once would start another thread, which most servers do without.
    const { days } = await this.#projects.retention(projectId)
    const stored = await this.#projects.redactionRules(projectId)
    const rules = JSON.stringify(stored)
    const last = this.#settings.last(projectId)?.value
    // Patterns are compiled again only if they changed.
    const redactor = last?.rules === rules ? last.redactor : createRedactor(stored)
    return { retentionDays: days, redactor, rules }
  }
}

import type { Retention } from '../../domain/projects/retention.ts'
import type { RedactionRule } from '../../domain/redaction/rule.ts'
import type { Micros } from '../../time.ts'
import type { ListLimits, ListPage } from './pages.ts'

/** A project that has been written to. */
export interface Project {
  readonly project_id: string
  /**
   * An opaque id that never changes, for digests that must not depend on the project's name. `newInternalId` of `domain/`
   * derives it from the name, so that processes that create a project at the same time agree.
   */
  readonly internal_id: string
}

export interface ListedProject extends Project {
  readonly retention: Retention
  readonly redaction_rules: readonly RedactionRule[]
}

export interface ProjectSizes {
  readonly calls: number
  readonly objects: number
  readonly tables: number
  readonly files: number
  readonly agent_spans: number
}

/** A group of visible calls. */
interface CallsSize {
  readonly calls: number
  readonly bytes: number
}

export interface CallSizes {
  /** By op name, all versions together; largest first. */
  readonly ops: readonly (CallsSize & { readonly op: string })[]
  /** By the UTC day they started on, given by its first instant; newest first. */
  readonly days: readonly (CallsSize & { readonly day: Micros })[]
}

export interface ProjectActivity {
  readonly project_id: string
  /** Calls without a parent. */
  readonly root_call_count: number
  /** When the newest call started; null if there is none. */
  readonly last_activity: Micros | null
}

export interface ProjectStore {
  /** The known ones among these, in no order. */
  find(projectIds: readonly string[]): Promise<Project[]>

  /** Every project, by name. */
  list(): Promise<Project[]>

  /** The known ones among these, in no order. Counts up to `countAtMost` in each. */
  activity(projectIds: readonly string[], countAtMost: number): Promise<ProjectActivity[]>

  /** Bytes stored, by kind. */
  sizes(projectId: string): Promise<ProjectSizes>

  /** Bytes of calls, by op and by day, at most `atMost` of each. */
  callSizes(projectId: string, atMost: number): Promise<CallSizes>

  /** A project without a setting keeps everything forever. */
  retention(projectId: string): Promise<Retention>

  /**
   * Sets the days, confirms that the clock is right at `checkedAt`, and releases a held removal. Stored calls keep
   * their `expire_at`, which is set when a start is written, from a setting that may be a second old. Within that second
   * after a change, starts written through other threads and processes still carry the old expiry. Removal goes by the
   * start of a call and the current setting, so such a call is kept exactly as long as its neighbours.
   */
  setRetentionDays(projectId: string, days: number | null, checkedAt: Micros): Promise<void>

  /** Sets everything of a retention except its days. */
  setRemovalState(projectId: string, state: Omit<Retention, 'days'>): Promise<void>

  /** Number of projects with a held removal. */
  heldRemovals(): Promise<number>

  /** A project without a setting has none. */
  redactionRules(projectId: string): Promise<readonly RedactionRule[]>

  /** Replaces all of them. Stored calls do not change. */
  setRedactionRules(projectId: string, rules: readonly RedactionRule[]): Promise<void>

  /**
   * Sets an internal id other than the derived one. For copies, which must keep the ids that
   * digests were computed with. Must be called before anything else of the project is written.
   */
  put(project: Project): Promise<void>

  /** Every project, by name, as `ListAll` guarantees. */
  listAll(cursor: string | undefined, limits: ListLimits): Promise<ListPage<ListedProject>>
}

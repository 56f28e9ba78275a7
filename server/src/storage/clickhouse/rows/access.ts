import type { WriteListeners } from '../../port/write-listeners.ts'
import type { ClickHouse } from '../connection/client.ts'
import type { ProjectNames } from '../project-names.ts'
import type { InsertQueue } from './insert-queue.ts'
import type { VersionClock } from './version-clock.ts'

/** How stores reach ClickHouse. */
export interface Access {
  /** Reads. */
  readonly clickhouse: ClickHouse
  /** Writes. */
  readonly inserts: InsertQueue
  readonly clock: VersionClock
  /** Every write adds its project. */
  readonly projects: ProjectNames
  readonly listeners: WriteListeners
  /** Counts parts of calls for the status. */
  countParts(count: number): void
}

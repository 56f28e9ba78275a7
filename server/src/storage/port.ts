import type { MessagePort } from 'node:worker_threads'
import type { Accounts } from './port/accounts.ts'
import type { AgentSpanStore } from './port/agents.ts'
import type { AuditLog } from './port/audit.ts'
import type { CallStore } from './port/calls.ts'
import type { FeedbackStore } from './port/feedback.ts'
import type { FileStore } from './port/files.ts'
import type { ObjectStore } from './port/objects.ts'
import type { PriceStore } from './port/prices.ts'
import type { ProjectStore } from './port/projects.ts'
import type { QueueStore } from './port/queues.ts'
import type { StorageStatus } from './port/status.ts'
import type { TableStore } from './port/tables.ts'

/**
 * The interface of a storage engine: one small store per noun.
 *
 * Its guarantees are ones that an engine without transactions can give too:
 *
 * - **Durable.** A write's promise resolves once the data survives a crash of the process
 *   and, if the engine can, of the machine. A write that rejects may have been stored in part;
 *   repeating it is always safe, because every write has a key chosen by the caller.
 * - **Visible.** A read that starts after a write resolved sees it.
 * - **No read before a write.** No write depends on stored data. If a
 *   rule needs stored data, the operation reads it first and accepts the race.
 * - **Last write wins,** in the order of acceptance: exact among the writes of one process, by the clocks of the processes
 *   among several. Default orders are by columns of the rows, never by insertion, so that they hold for any number of
 *   writers and for copies.
 * - **Ids first, rows after.** A search returns ids in order; rows are read by id in pages,
 *   so that large results stream, and wide columns are read only for rows that are returned.
 * - **Everything can be listed,** page by page, and written back: see `ListAll`.
 * - **A project is created by its first write**; reads of an unknown one find nothing.
 *
 * Engines contain no business rules: writes were validated by `domain/`, searches were
 * bound by `query/`. An engine that cannot serve a search exactly throws `unsupported`.
 */
export interface Storage {
  readonly accounts: Accounts
  readonly audit: AuditLog
  readonly projects: ProjectStore
  readonly calls: CallStore
  readonly objects: ObjectStore
  readonly tables: TableStore
  readonly files: FileStore
  readonly feedback: FeedbackStore
  readonly prices: PriceStore
  readonly queues: QueueStore
  readonly agentSpans: AgentSpanStore
  /** Sizes, queues and latencies. */
  status(): Promise<StorageStatus>
  /** Resolves once something was written; rejects if writing is not possible. */
  probe(): Promise<void>
  /** A handle by which another thread of this process opens the same storage. It closes before this one does. */
  share(): SharedStorage
  /** Finishes accepted writes, then releases all resources. Later calls reject. */
  close(): Promise<void>
}

/** What another thread needs to open a storage, in the engine's own terms. */
interface SharedStorage {
  /** Can be cloned. */
  readonly handle: unknown
  /** The parts of `handle` that are transferred to the other thread. */
  readonly transfer: readonly MessagePort[]
}

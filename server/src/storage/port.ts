import type { MessagePort } from 'node:worker_threads'
import type { Accounts } from './port/accounts.ts'
import type { AgentSpanStore } from './port/agents.ts'
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
 * What a storage engine must be: one small store per noun.
 *
 * The promises are the smallest that an engine without transactions can keep as well:
 *
 * - **Durable.** A write's promise resolves when what it wrote survives the death of the process
 *   and, where the engine can, of the machine. A write that rejects may have been stored in part;
 *   repeating it is always harmless, because every write is keyed by what the caller chose.
 * - **Visible.** A read that starts after a write resolved sees it.
 * - **No read before a write.** No method needs to know what is stored in order to store. What a
 *   rule must know first, an operation reads first, and lives with the race that leaves.
 * - **Last write wins,** in the order of acceptance: exact among the writes of one process, by the clocks of the processes
 *   among several. Default orders are by columns of the rows, never by insertion, so that they hold for any number of
 *   writers and for copies.
 * - **Ids first, rows after.** A search answers with ids in order; rows are read by id in pages,
 *   so that a large answer streams, and the wide data is opened only for what is shown.
 * - **Everything can be listed,** page by page, and written back: see `ListAll`.
 * - **A project comes into being with its first write**; reading an unknown one finds nothing.
 *
 * Engines hold no business rule: what is written was judged by `domain/`, what is searched for was
 * bound by `query/`. A search an engine cannot serve exactly is refused as `unsupported`.
 */
export interface Storage {
  readonly accounts: Accounts
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
  /** Finishes what was accepted, then releases everything. Later calls reject. */
  close(): Promise<void>
}

/** What another thread needs to open a storage, in the engine's own terms. */
interface SharedStorage {
  /** Can be cloned. */
  readonly handle: unknown
  /** What in `handle` is moved to the other thread. */
  readonly transfer: readonly MessagePort[]
}

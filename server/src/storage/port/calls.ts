import type { CallEnd, CallStart, CallUsage, StoredCall, WideColumn } from '../../domain/calls/call.ts'
import type { CallFilter } from '../../domain/calls/filter.ts'
import type { CallStats, CallStatsQuery } from '../../domain/calls/stats.ts'
import type { Thread, ThreadSearch } from '../../domain/calls/thread.ts'
import type { TraceCalls } from '../../domain/calls/trace-skeleton.ts'
import type { Expression, Page, SortKey } from '../../query/expression.ts'
import type { Micros } from '../../time.ts'
import type { ListAll, ReadPage } from './pages.ts'

/**
 * A call is assembled from parts, in whatever order they arrive. The last part of a kind wins; a
 * start never clears what an end said, nor the other way round. A call is visible once it has a
 * start and as long as it has no delete. A delete is for ever: later parts do not bring it back.
 */
export type CallPart =
  | { readonly part: 'start'; readonly start: CallStart }
  | { readonly part: 'end'; readonly end: CallEnd }
  /** The latest rename wins over the start's display name, whichever came first; `''` removes the name. */
  | {
      readonly part: 'rename'
      readonly project_id: string
      readonly id: string
      readonly display_name: string
    }
  | {
      readonly part: 'delete'
      readonly project_id: string
      readonly id: string
      readonly deleted_at: Micros
    }

/** A place in the order by start, then id. */
export interface CallPosition {
  readonly started_at: Micros
  readonly id: string
}

export interface CallSearch extends Page {
  readonly project_id: string
  readonly filter: CallFilter
  readonly condition?: Expression
  /** Empty means by start, then id, both ascending. The engine adds what makes the order total. */
  readonly sort: readonly SortKey[]
  /** Only what comes after this place; the sort is then empty or by start alone. */
  readonly after?: CallPosition
}

/** Some of the ids that a search finds. */
export interface FoundCalls {
  readonly ids: readonly string[]
  /** Where to go on, as `after` of the next search; absent when these were the last. */
  readonly next?: CallPosition
}

/** Calls that were written, or that feedback was given on or taken from, in the order in which that happened. */
export interface CallChanges {
  /** Each call once, at the place of its last change. */
  readonly changes: readonly CallChange[]
  /** Where to go on. */
  readonly cursor: string
  /** Whether what came right after the cursor asked with is no longer known: there are then no changes. */
  readonly missed: boolean
}

export interface CallChange {
  readonly id: string
  readonly cursor: string
  readonly deleted: boolean
}

/**
 * What calls of a trace decide about each other: `descendant_failed` and `usage_standing` of a `StoredCall`, of `TraceCalls` and
 * in conditions. They depend on the visible calls of the trace alone, not on the order in which parts arrived, as `judgeCalls`
 * in `domain/calls/counting.ts` says; a call whose parent is not visible, or is in another trace, has no ancestors. An engine may keep
 * them as it writes, or decide on reading. It need not look further up than 1,000 levels, and parents that form a circle
 * may leave a failure or usage behind that is gone.
 */
export interface CallStore {
  /**
   * Parts of any number of projects and calls. Those of one call apply in the order given. A write that
   * fails may have stored some of them: writing the same parts again is harmless.
   */
  write(parts: readonly CallPart[]): Promise<void>

  /**
   * Deletes visible calls that started before the instant, at most so many, as a delete part with this `deletedAt` would.
   * Returns how many: 0 means that none is left. Which ones go first is not defined; calls below them stay until
   * their own start is that old. A call that is started anew meanwhile, later than `before`, may go or stay.
   */
  removeBefore(projectId: string, before: Micros, atMost: number, deletedAt: Micros): Promise<number>

  /**
   * The ids of the visible calls that match, in order, each once.
   *
   * What may take long takes `signal`: once it is aborted nobody waits for the answer, and the store may stop with
   * `abandoned`.
   */
  find(search: CallSearch, signal?: AbortSignal): Promise<string[]>

  /**
   * The first ids that `find` would return, at least one unless there are none: about `idsMax` of them where the engine can
   * go on from there without searching again, otherwise all. To go on, search with `after` and without an offset.
   *
   * Pages are separate searches: a call that is written, restarted or deleted in between is found once, twice or not at all,
   * depending on where it stands in the order. Calls that nobody touches are found exactly once.
   */
  findPage(search: CallSearch, idsMax: number, signal?: AbortSignal): Promise<FoundCalls>

  /** How many calls `find` would return without sort, page and `after`, counted no further than `atMost`. */
  count(search: CallSearch, atMost?: number, signal?: AbortSignal): Promise<number>

  /** Bytes of the JSON texts of all calls that match. */
  size(search: CallSearch, signal?: AbortSignal): Promise<number>

  /**
   * The calls among `ids` that are visible, in the order of `ids`; the others are passed over. With
   * `payloadMax`, of inputs and output that have more characters comes what `fromPrefix` makes of the first ones.
   */
  read(
    projectId: string,
    ids: readonly string[],
    columns: readonly WideColumn[],
    payloadMax?: number,
  ): Promise<StoredCall[]>

  /**
   * The same, but only as many calls as fit into `bytesMax` together, counted by the texts of the wide columns asked for
   * (inputs and output no further than `payloadMax`). A call that is larger than `bytesMax` is never loaded: ask again
   * with a budget of at least `next_bytes`. A call may have grown by then, so that it still does not fit.
   */
  readPage(
    projectId: string,
    ids: readonly string[],
    columns: readonly WideColumn[],
    limits: { readonly bytesMax: number; readonly payloadMax?: number },
  ): Promise<ReadPage<StoredCall>>

  /** Bytes of all visible calls of each trace. Unknown traces are left out. */
  traceSizes(projectId: string, traceIds: readonly string[]): Promise<ReadonlyMap<string, number>>

  /** What each call reported of its models, for the visible calls among `ids`, whether it counts or not. No order. */
  usage(projectId: string, ids: readonly string[]): Promise<CallUsage[]>

  /**
   * Counts, latencies and tokens per time bucket. `domain/calls/stats.ts` defines the answer. Usage of spans that only repeat others
   * is left out; with `trace_roots_only` it is that of all calls that count.
   */
  stats(query: CallStatsQuery, signal?: AbortSignal): Promise<CallStats>

  threads(search: ThreadSearch): Promise<Thread[]>

  /** The first visible calls of the trace by start, then id, without anything wide. */
  trace(projectId: string, traceId: string, atMost: number): Promise<TraceCalls>

  /**
   * What was written in the project after the cursor; without one, where things stand now. Looks at
   * `atMost` writes. An engine keeps the latest writes only, and at least the last ten thousand.
   *
   * Nothing is missed: whoever goes on from the cursor of the last answer gets every change at least once, whichever process
   * wrote it. Changes of one process come in the order of its writes. Among several the order is that of their clocks, and
   * an engine that cannot tell whether a slower clock still adds some before the cursor reports recent changes again.
   */
  changes(projectId: string, cursor: string | undefined, atMost: number): Promise<CallChanges>

  /**
   * Calls `listener` after each write of calls or feedback by this process that resolves. Returns a function that stops
   * listening. Writes of other processes are not reported: whoever must not miss any also polls.
   */
  onWrite(listener: () => void): () => void

  /**
   * Every call as the parts that make it: also those without a start yet, and the deletes that keep a call from coming
   * back. One row is one call, its parts in an order in which they can be written.
   */
  readonly listAll: ListAll<readonly CallPart[]>
}

import type { CallEnd, CallStart, CallUsage, StoredCall, WideColumn } from '../../domain/calls/call.ts'
import type { CallColumns } from '../../domain/calls/columns.ts'
import type { ExtraName } from '../../domain/calls/extras.ts'
import type { CallFilter } from '../../domain/calls/filter.ts'
import type { CallStats, CallStatsQuery } from '../../domain/calls/stats.ts'
import type { Thread, ThreadSearch } from '../../domain/calls/thread.ts'
import type { TraceCalls } from '../../domain/calls/trace-skeleton.ts'
import { JsonLine } from '../../json/bytes.ts'
import type { JsonText } from '../../json/text.ts'
import type { Expression, Page, SortKey } from '../../query/expression.ts'
import type { Micros } from '../../time.ts'
import type { CallLimits, ListAll, ReadPage } from './pages.ts'

/**
 * A call is assembled from parts, which may arrive in any order. The last part of a kind wins; a
 * start never clears the fields of an end, nor vice versa. A call is visible once it has a
 * start and until it is deleted. A delete is permanent: later parts do not restore the call.
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
  /**
   * Something that was logged about the call, apart from its start and end. Stored until the call is deleted; two with the same
   * key are one. It neither makes the call visible nor changes what reads return: only `parts` and `listAll` return it. Of a call
   * with very many events, they return the first by key, up to the limits of `CALL_EVENTS`.
   */
  | {
      readonly part: 'event'
      readonly project_id: string
      readonly id: string
      readonly key: string
      readonly event: JsonText
    }

/** What is read of the events of one call. Events may be written one at a time, so no write can be refused for the sum of them. */
export const CALL_EVENTS = { countMax: 1_000, bytesMax: 16 * 1024 ** 2 } as const

/** A position in the order by start, then id. */
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
  /** Only calls after this position; the sort must then be empty or by start alone. */
  readonly after?: CallPosition
}

/** What the JSON of a call shows. */
export interface CallJsonView {
  readonly columns: CallColumns
  readonly includeStorageSize: boolean
  readonly extras?: readonly ExtraName[]
}

/** A call as JSON. */
export class CallJson extends JsonLine {
  readonly id: string

  constructor(id: string, line: Uint8Array) {
    super(line)
    this.id = id
  }
}

/** A page of the ids that a search finds. */
export interface FoundCalls {
  readonly ids: readonly string[]
  /** Position for `after` of the next search; absent on the last page. */
  readonly next?: CallPosition
}

/** Calls that were written, or whose feedback changed, in chronological order. */
export interface CallChanges {
  /** Each call once, at the position of its latest change. */
  readonly changes: readonly CallChange[]
  /** Position for the next read. */
  readonly cursor: string
  /** Whether the changes right after the given cursor are no longer available; `changes` is then empty. */
  readonly missed: boolean
}

/** Whether a text may be a cursor of changes, of this engine or another: digits, dots and commas. */
export const isChangeCursor = (text: string): boolean =>
  text.length <= CHANGE_CURSOR_LENGTH_MAX && /^[\d.,]+$/.test(text)

/** A cursor names some thousand writers at most. */
const CHANGE_CURSOR_LENGTH_MAX = 100_000

export interface CallChange {
  readonly id: string
  readonly cursor: string
  readonly deleted: boolean
}

/**
 * Parts that come one after the other and are written together. An engine may pack them as they are added, so that what they were made of can be
 * collected before the next ones are made.
 */
export interface CallBatch {
  /** A start and an end may be written faster if they are added together. */
  add(parts: readonly CallPart[]): void
}

/** What limits a page of `findJson`. */
export interface FirstPageLimits {
  readonly rowsMax: number
  readonly bytesMax: number
  readonly payloadMax?: number
  readonly withCursor?: boolean
}

/**
 * Conditions and sorts may read two figures that are not columns of a call: `tokens` is `tokensOfCall` of its usage, and
 * `cost` is the `total_cost` that `callCosts` returns for it, at the prices that the project has when the search runs. Calls that `costedCalls` leaves out
 * have no cost.
 *
 * Fields that depend on other calls of the trace: `descendant_failed` and `usage_standing` of a `StoredCall`, of `TraceCalls` and
 * in conditions. They depend only on the visible calls of the trace, not on the order in which parts arrived, as `familyFacts`
 * in `domain/calls/counting.ts` defines; a call whose parent is not visible, or is in another trace, has no ancestors. An engine may keep
 * them up to date on write, or compute them on read. It need not look further up than 1,000 levels, and parents that form a cycle
 * may leave stale failures or usage. Of more than 256 siblings that report the same response one counts, but an engine may choose
 * among those that arrived first.
 */
export interface CallStore {
  /** How large the pages of a long stream should be, for an engine on which a read takes long however few calls it returns. */
  readonly pageBytesMax?: number

  /**
   * Writes parts of any number of projects and calls. Parts of one call apply in the given order. A write that
   * fails may have stored some of them: writing the same parts again is safe. A batch is written once.
   */
  write(parts: readonly CallPart[] | CallBatch): Promise<void>

  /** For a `write` of this store. */
  newBatch(): CallBatch

  /**
   * Ends visible calls that have no end. An end that was written, or is written at any time later, takes precedence: none is lost,
   * even if it arrives meanwhile.
   */
  close(ends: readonly CallEnd[]): Promise<void>

  /**
   * Deletes at most `atMost` visible calls that started before the instant, as a delete part with this `deletedAt` would.
   * Returns their ids: an empty list means that none is left. The order is undefined; descendants are kept until
   * their own start is that old. A call whose start is replaced meanwhile, by one after `before`, may be deleted or kept.
   */
  removeBefore(
    projectId: string,
    before: Micros,
    atMost: number,
    deletedAt: Micros,
  ): Promise<readonly string[]>

  /**
   * The ids of the matching visible calls, in order, without duplicates.
   *
   * Slow methods take `signal`: once it is aborted nobody waits for the result, and the store may stop with
   * `abandoned`.
   */
  find(search: CallSearch, signal?: AbortSignal): Promise<string[]>

  /**
   * The first ids that `find` would return, at least one unless there are none: about `idsMax` if the engine can
   * continue from there without searching again, otherwise all. To continue, search with `after` and without an offset.
   *
   * Pages are separate searches: a call that is written, restarted or deleted in between is found once, twice or not at all,
   * depending on its position in the order. Calls that do not change are found exactly once.
   */
  findPage(search: CallSearch, idsMax: number, signal?: AbortSignal): Promise<FoundCalls>

  /**
   * `findPage` and `readJson` of the first `rowsMax` of its ids at once, which saves a round trip. With `withCursor`, the cursor of
   * `changes` before that as well: of what is written meanwhile, `changes` reports everything that is not in the page.
   */
  findJson(
    search: CallSearch,
    idsMax: number,
    view: CallJsonView,
    limits: FirstPageLimits,
    signal?: AbortSignal,
  ): Promise<FoundCalls & { readonly page: ReadPage<CallJson>; readonly cursor?: string }>

  /** Number of calls `find` would return without sort, page and `after`, counted up to `atMost`. */
  count(search: CallSearch, atMost?: number, signal?: AbortSignal): Promise<number>

  /** Total bytes of the JSON texts of all matching calls. */
  size(search: CallSearch, signal?: AbortSignal): Promise<number>

  /**
   * The visible calls among `ids`, in the order of `ids`; others are skipped. With
   * `payloadMax`, longer inputs and outputs are truncated to that many characters by `fromPrefix`.
   */
  read(
    projectId: string,
    ids: readonly string[],
    columns: readonly WideColumn[],
    payloadMax?: number,
  ): Promise<StoredCall[]>

  /**
   * The same, but only as many calls as fit into `bytesMax` in total, counting the texts of the requested wide columns
   * (inputs and output up to `payloadMax`). A call that is larger than `bytesMax` is never loaded: retry
   * with a budget of at least `next_bytes`. A call may have grown by then, so that it still does not fit.
   */
  readPage(
    projectId: string,
    ids: readonly string[],
    columns: readonly WideColumn[],
    limits: CallLimits,
  ): Promise<ReadPage<StoredCall>>

  /**
   * The same as JSON, as `callJson` in `domain/calls/view.ts` writes it, which need not be decoded to be sent. Fails with
   * `too_large` if there is more than `bytesMax` of feedback to include: ask for fewer calls, or allow more.
   */
  readJson(
    projectId: string,
    ids: readonly string[],
    view: CallJsonView,
    limits: CallLimits,
  ): Promise<ReadPage<CallJson>>

  /** Bytes of all visible calls of each trace. Unknown traces are left out. */
  traceSizes(projectId: string, traceIds: readonly string[]): Promise<ReadonlyMap<string, number>>

  /** The usage that each visible call among `ids` reported, whether it counts or not, in no order. */
  usage(projectId: string, ids: readonly string[]): Promise<CallUsage[]>

  /**
   * Counts, latencies and tokens per time bucket, as defined by `domain/calls/stats.ts`. Usage of spans that only repeat others
   * is left out; with `trace_roots_only` it includes all calls that count.
   */
  stats(query: CallStatsQuery, signal?: AbortSignal): Promise<CallStats>

  threads(search: ThreadSearch): Promise<Thread[]>

  /** The first visible calls of the trace by start, then id, without wide columns. */
  trace(projectId: string, traceId: string, atMost: number): Promise<TraceCalls>

  /**
   * Changes in the project after the cursor; without one, the current cursor. Examines
   * `atMost` writes. An engine keeps only the latest writes, at least ten thousand. Changes after a cursor of another engine, from
   * before the data were moved, are `missed`; `invalid_request` is thrown for a text that is no cursor (`isChangeCursor`).
   *
   * Nothing is missed: continuing from the last returned cursor yields every change at least once, whichever process
   * wrote it. Changes of one process come in the order of its writes. Among several the order is that of their clocks, and
   * an engine that cannot tell whether a slower clock still adds some before the cursor reports recent changes again.
   */
  changes(projectId: string, cursor: string | undefined, atMost: number): Promise<CallChanges>

  /**
   * Calls `listener` after each write of calls or feedback by this process that resolves. Returns a function that stops
   * listening. Writes of other processes are not reported: listeners that must not miss any also poll.
   */
  onWrite(listener: () => void): () => void

  /** Those of the `ids` that have events, whether they have a start or not. In no particular order. */
  withEvents(projectId: string, ids: readonly string[]): Promise<string[]>

  /**
   * The parts of the calls among `ids`, as `listAll` returns them; of calls without a start, too. Unknown ids are left out.
   * In no particular order. Stops before a call that would take the result over `bytesMax`, unless it is the first: ask again for
   * those that are missing.
   */
  parts(projectId: string, ids: readonly string[], bytesMax: number): Promise<(readonly CallPart[])[]>

  /**
   * Every call as its parts, including calls without a start yet and the deletes that keep a call from coming
   * back. One row is one call, its parts in an order in which they can be written.
   */
  readonly listAll: ListAll<readonly CallPart[]>
}

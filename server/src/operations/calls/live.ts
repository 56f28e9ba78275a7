import { watchCalls } from '@heddle/contract/live'
import { newCallColumns } from '../../domain/calls/columns.ts'
import type { CallView } from '../../domain/calls/view.ts'
import type { CallChange, CallSearch, CallStore } from '../../storage/port/calls.ts'
import { type Context, inProject, operation } from '../operation.ts'
import { pagedRows } from '../paged-rows.ts'
import { newCallSearch } from './query.ts'
import { callSource, type LoadOptions } from './read.ts'
import { CALLS_PER_READ } from './stored-calls.ts'

export const callLiveOperations = [
  operation(watchCalls, inProject('read'), async (request, context) => {
    const options = withEndedAt(request)
    newCallColumns(options)
    return follow(context, newCallSearch(request), options, request.cursor ?? context.lastEventId)
  }),
]

type LiveEvent =
  | { readonly kind: 'ready' | 'missed'; readonly cursor: string }
  | {
      readonly kind: 'running' | 'ended'
      readonly cursor: string
      readonly id: string
      readonly call: CallView
    }
  | { readonly kind: 'deleted'; readonly cursor: string; readonly id: string }

/** Streams events until the client disconnects or loses access. Reads further only as events are consumed. */
async function* follow(
  context: Context,
  search: CallSearch,
  options: LoadOptions,
  lastCursor: string | undefined,
): AsyncGenerator<LiveEvent> {
  const { calls } = context.storage
  const leave = context.server.listeners.enter(context.caller.user.id)
  const watch = openWatch(calls, context.signal)
  try {
    // The first read tells whether the cursor of an earlier connection is still valid.
    const start = await calls.changes(search.project_id, lastCursor, 0)
    yield { kind: 'ready', cursor: start.cursor }
    if (start.missed) yield { kind: 'missed', cursor: start.cursor }
    let { cursor } = start
    while (!context.signal.aborted && (await context.isStillAllowed())) {
      const found = await calls.changes(search.project_id, cursor, CALLS_PER_READ)
      if (found.missed) yield { kind: 'missed', cursor: found.cursor }
      for await (const event of eventsOf(context, search, options, found.changes)) {
        // Checked for each event: a slow client may take long over one batch.
        if (!(await context.isStillAllowed())) return
        yield event
      }
      cursor = found.cursor
      if (found.changes.length === 0) await watch.next()
    }
  } finally {
    watch.close()
    leave()
  }
}

/** Events for a batch of changes. A deleted call can no longer be matched, so every deletion is reported. */
async function* eventsOf(
  context: Context,
  search: CallSearch,
  options: LoadOptions,
  changes: readonly CallChange[],
): AsyncGenerator<LiveEvent> {
  const alive = changes.filter(({ deleted }) => !deleted)
  const matches = new Set(await idsThatMatch(context, search, new Set(alive.map(({ id }) => id))))
  const ids = alive.flatMap(({ id }) => (matches.has(id) ? [id] : []))
  const views = pagedRows(callSource(context, search.project_id, [ids], options), context)
  try {
    let view = await views.next()
    for (const { id, cursor, deleted } of changes) {
      if (deleted) yield { kind: 'deleted', cursor, id }
      if (view.done || view.value.id !== id) continue
      yield { kind: view.value.ended_at === null ? 'running' : 'ended', cursor, id, call: view.value }
      view = await views.next()
    }
  } finally {
    await views.return(undefined)
  }
}

async function idsThatMatch(
  { storage }: Context,
  search: CallSearch,
  changed: ReadonlySet<string>,
): Promise<string[]> {
  const { call_ids = [...changed] } = search.filter
  const candidates = call_ids.filter((id) => changed.has(id))
  if (candidates.length === 0) return []
  return storage.calls.find({ ...search, filter: { ...search.filter, call_ids: candidates } })
}

/** Always includes `ended_at`, which decides between the `running` and `ended` events. */
function withEndedAt<Options extends LoadOptions>(options: Options): LoadOptions {
  const { columns = [] } = options
  return columns.length === 0 ? options : { ...options, columns: [...columns, 'ended_at'] }
}

/** Debounce: writes that arrive within this time are read together. */
const DEBOUNCE_MS = 100

/** Polling interval for writes of other processes; writes of this one wake the watch at once. */
const POLL_MS = 2_000

interface Watch {
  /** Resolves when there may be new writes, or once the signal is aborted. */
  next(): Promise<void>
  close(): void
}

/** Starts watching for writes. One that happens between two calls of `next` resolves the second at once. */
function openWatch(calls: Pick<CallStore, 'onWrite'>, signal: AbortSignal): Watch {
  let written = false
  let wake = (): void => {}
  const stop = calls.onWrite(() => {
    written = true
    wake()
  })
  const onAbort = () => wake()
  signal.addEventListener('abort', onAbort)

  const sleep = (ms: number, wakesOn: 'write' | 'abort'): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        if (wakesOn === 'abort' && !signal.aborted) return
        clearTimeout(timer)
        resolve()
      }
    })

  return {
    async next() {
      if (!written && !signal.aborted) await sleep(POLL_MS, 'write')
      if (written && !signal.aborted) await sleep(DEBOUNCE_MS, 'abort')
      written = false
    },
    close() {
      stop()
      signal.removeEventListener('abort', onAbort)
    },
  }
}

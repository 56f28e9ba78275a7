import { watchCalls } from '@heddle/contract/live'
import { newCallColumns } from '../../domain/calls/columns.ts'
import type { CallView } from '../../domain/calls/view.ts'
import type { CallChange, CallSearch, CallStore } from '../../storage/port/calls.ts'
import { type Context, inProject, operation } from '../operation.ts'
import { pagedRows } from '../paged-rows.ts'
import { newCallSearch } from './query.ts'
import { callSource, type LoadOptions } from './read.ts'
import { PAGE_SIZE } from './traces.ts'

export const callsLive = operation(watchCalls, inProject('read'), async (request, context) => {
  const options = withEndedAt(request)
  newCallColumns(options)
  return follow(context, newCallSearch(request), options, request.cursor ?? context.lastEventId)
})

type LiveEvent =
  | { readonly kind: 'ready' | 'missed'; readonly cursor: string }
  | {
      readonly kind: 'running' | 'ended'
      readonly cursor: string
      readonly id: string
      readonly call: CallView
    }
  | { readonly kind: 'deleted'; readonly cursor: string; readonly id: string }

/** Goes on until the listener leaves or loses access. Reads on only as it takes what it is given. */
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
    // Asking with a cursor of before, once, tells whether it is still good.
    const start = await calls.changes(search.project_id, lastCursor, 0)
    yield { kind: 'ready', cursor: start.cursor }
    if (start.missed) yield { kind: 'missed', cursor: start.cursor }
    let { cursor } = start
    while (!context.signal.aborted && (await context.isStillAllowed())) {
      const found = await calls.changes(search.project_id, cursor, PAGE_SIZE)
      if (found.missed) yield { kind: 'missed', cursor: found.cursor }
      for await (const event of eventsOf(context, search, options, found.changes)) {
        // Again for each: a slow reader takes its time over a batch.
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

/** What to tell of some changes. Deleted calls match nothing any more, so that all of them are told. */
async function* eventsOf(
  context: Context,
  search: CallSearch,
  options: LoadOptions,
  changes: readonly CallChange[],
): AsyncGenerator<LiveEvent> {
  const living = changes.filter(({ deleted }) => !deleted)
  const matches = new Set(await idsThatMatch(context, search, new Set(living.map(({ id }) => id))))
  const ids = living.flatMap(({ id }) => (matches.has(id) ? [id] : []))
  const views = pagedRows(callSource(context, search.project_id, [ids], options), (bytes) =>
    context.reads.acquire(bytes, context.signal),
  )
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

/** Whether a call has ended is always told. */
function withEndedAt<Options extends LoadOptions>(options: Options): LoadOptions {
  const { columns = [] } = options
  return columns.length === 0 ? options : { ...options, columns: [...columns, 'ended_at'] }
}

/** How long to gather what is written close together, so that one read tells it all. */
const GATHER_MS = 100

/** How long to wait for a write of this process before looking for those of others. */
const PATIENCE_MS = 2_000

interface Watch {
  /** Resolves when there may be something new, or whoever waits has left. */
  next(): Promise<void>
  close(): void
}

/** Watches for writes from now on: one that happens between two calls of `next` ends the second at once. */
function openWatch(calls: Pick<CallStore, 'onWrite'>, signal: AbortSignal): Watch {
  let written = false
  let wake = (): void => {}
  const stop = calls.onWrite(() => {
    written = true
    wake()
  })
  const leave = () => wake()
  signal.addEventListener('abort', leave)

  const sleep = (ms: number, wakesOn: 'write' | 'leave'): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        if (wakesOn === 'leave' && !signal.aborted) return
        clearTimeout(timer)
        resolve()
      }
    })

  return {
    async next() {
      if (!written && !signal.aborted) await sleep(PATIENCE_MS, 'write')
      if (written && !signal.aborted) await sleep(GATHER_MS, 'leave')
      written = false
    },
    close() {
      stop()
      signal.removeEventListener('abort', leave)
    },
  }
}

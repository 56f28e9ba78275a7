import { watchCalls } from '@heddle/contract/live'
import { newCallColumns } from '../../domain/calls/columns.ts'
import type { CallView } from '../../domain/calls/view.ts'
import type { CallChange, CallSearch } from '../../storage/port/calls.ts'
import { type Context, inProject, operation } from '../operation.ts'
import { pagedRows } from '../paged-rows.ts'
import { callSource, type LoadOptions } from './load.ts'
import { newCallSearch } from './search.ts'
import { PAGE_SIZE } from './traces.ts'
import { openWatch } from './watch.ts'

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

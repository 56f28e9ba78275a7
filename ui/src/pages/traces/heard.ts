import type { CallRecord } from '@heddle/contract/calls'
import type { LiveEvent } from '@heddle/contract/live'

/** Calls that are not in the list. A page may be open for days: beyond these the list is read again. */
const UNLISTED_MAX = 1000

/** What the live stream told since the list was read. */
export interface Heard {
  /** Each call as it was told last. */
  readonly calls: ReadonlyMap<string, CallRecord>
  readonly deleted: ReadonlySet<string>
  /** New calls that are shown; the others wait until the person asks for them. */
  readonly shown: ReadonlySet<string>
  /** Whether more was told than is kept. */
  readonly isMore: boolean
}

export const NOTHING_HEARD: Heard = {
  calls: new Map(),
  deleted: new Set(),
  shown: new Set(),
  isMore: false,
}

/** A list of calls, the newest first or in another order, as far as it is loaded. */
export interface LoadedList {
  readonly calls: readonly CallRecord[]
  readonly ids: ReadonlySet<string>
  readonly isNewestFirst: boolean
  readonly hasMore: boolean
}

export const loadedList = (list: Omit<LoadedList, 'ids'>): LoadedList => ({
  ...list,
  ids: new Set(list.calls.map(({ id }) => id)),
})

/** With `follow`, new calls are shown as they come. */
export function withEvent(heard: Heard, event: LiveEvent, list: LoadedList, follow: boolean): Heard {
  if ('call' in event) {
    const { id, call } = event
    const shown = follow ? new Set(heard.shown).add(id) : heard.shown
    return bounded({ ...heard, calls: new Map(heard.calls).set(id, call), shown }, list)
  }
  return event.kind === 'deleted' ? { ...heard, deleted: new Set(heard.deleted).add(event.id) } : heard
}

/** Where calls that the list does not have are too many, those told first are left out. */
function bounded(heard: Heard, { ids }: LoadedList): Heard {
  if (heard.calls.size <= UNLISTED_MAX) return heard
  const unlisted = [...heard.calls.keys()].filter((id) => !ids.has(id))
  const tooMany = unlisted.slice(0, -UNLISTED_MAX)
  if (tooMany.length === 0) return heard
  const calls = new Map(heard.calls)
  for (const id of tooMany) calls.delete(id)
  return { ...heard, calls, isMore: true }
}

/** The list as it is now: running calls flip where they are, new ones come in front. */
export function currentCalls(list: LoadedList, heard: Heard): readonly CallRecord[] {
  if (heard === NOTHING_HEARD) return list.calls
  const loaded = list.calls
    .filter(({ id }) => !heard.deleted.has(id))
    .map((call) => heard.calls.get(call.id) ?? call)
  return [...newCalls(list, heard).filter(({ id }) => heard.shown.has(id)), ...loaded]
}

/** Calls that the list does not have and that belong in front of it, the newest first. */
export function newCalls({ calls, ids, isNewestFirst, hasMore }: LoadedList, heard: Heard): CallRecord[] {
  if (!isNewestFirst || heard.calls.size === 0) return []
  // What is older than all that is loaded comes with a later page.
  const last = hasMore ? calls.at(-1) : undefined
  return [...heard.calls.values()]
    .filter(({ id, started_at }) => {
      if (ids.has(id) || heard.deleted.has(id)) return false
      return last === undefined || started_at >= last.started_at
    })
    .sort((a, b) => compareTexts(b.started_at, a.started_at) || compareTexts(b.id, a.id))
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

import type { CallRecord } from '@heddle/contract/calls'
import type { LiveEvent } from '@heddle/contract/live'

/** What the live stream told since the list was read. */
export interface Heard {
  /** Each call as it was told last. */
  readonly calls: ReadonlyMap<string, CallRecord>
  readonly deleted: ReadonlySet<string>
  /** New calls that are shown; the others wait until the person asks for them. */
  readonly shown: ReadonlySet<string>
}

export const NOTHING_HEARD: Heard = { calls: new Map(), deleted: new Set(), shown: new Set() }

/** With `follow`, new calls are shown as they come. */
export function withEvent(heard: Heard, event: LiveEvent, follow: boolean): Heard {
  if ('call' in event) {
    const { id, call } = event
    const shown = follow ? new Set(heard.shown).add(id) : heard.shown
    return { ...heard, calls: new Map(heard.calls).set(id, call), shown }
  }
  return event.kind === 'deleted' ? { ...heard, deleted: new Set(heard.deleted).add(event.id) } : heard
}

/** A list of calls, the newest first or in another order, as far as it is loaded. */
export interface LoadedList {
  readonly calls: readonly CallRecord[]
  readonly isNewestFirst: boolean
  readonly hasMore: boolean
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
export function newCalls({ calls, isNewestFirst, hasMore }: LoadedList, heard: Heard): CallRecord[] {
  if (!isNewestFirst || heard.calls.size === 0) return []
  const loaded = new Set(calls.map(({ id }) => id))
  // What is older than all that is loaded comes with a later page.
  const last = hasMore ? calls.at(-1) : undefined
  return [...heard.calls.values()]
    .filter(({ id, started_at }) => {
      if (loaded.has(id) || heard.deleted.has(id)) return false
      return last === undefined || started_at >= last.started_at
    })
    .sort((a, b) => compareTexts(b.started_at, a.started_at) || compareTexts(b.id, a.id))
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

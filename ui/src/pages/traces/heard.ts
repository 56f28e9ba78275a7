import type { CallRecord } from '@heddle/contract/calls'
import type { LiveEvent } from '@heddle/contract/live'

/** Of what the list does not show. A page may be open for days. */
const KEPT_MAX = 1000

/** What the live stream told since the list was read. */
export interface Heard {
  /** Each call as it was told last, in the order of that. */
  readonly calls: ReadonlyMap<string, CallRecord>
  readonly deleted: ReadonlySet<string>
  /** New calls that are shown; the others wait until the person asks for them. */
  readonly shown: ReadonlySet<string>
  /** Whether more calls wait than are kept. */
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
  if ('call' in event) return withCall(heard, event.call, list, follow)
  return event.kind === 'deleted' ? withDeleted(heard, event.id, list) : heard
}

/**
 * Where too many calls wait, those told first are left out. So are calls further down: they are kept only for
 * a page that is on its way and may not have them as they are now.
 */
function withCall(heard: Heard, call: CallRecord, list: LoadedList, follow: boolean): Heard {
  const calls = new Map(heard.calls)
  calls.delete(call.id)
  calls.set(call.id, call)
  const shown = follow ? new Set(heard.shown).add(call.id) : heard.shown
  const isIdle = (id: string) => !list.ids.has(id) && !shown.has(id)
  const isFront = (each: CallRecord) => belongsInFront(list, each)
  const waiting = tooMany(calls.values(), (each) => isIdle(each.id) && isFront(each))
  const furtherDown = tooMany(calls.values(), (each) => isIdle(each.id) && !isFront(each))
  for (const { id } of [...waiting, ...furtherDown]) calls.delete(id)
  return { ...heard, calls, shown, isMore: heard.isMore || waiting.length > 0 }
}

function withDeleted(heard: Heard, id: string, list: LoadedList): Heard {
  const deleted = new Set(heard.deleted).add(id)
  const isSeen = (each: string) => list.ids.has(each) || heard.calls.has(each)
  for (const each of tooMany(deleted, (other) => !isSeen(other))) deleted.delete(each)
  return { ...heard, deleted }
}

/** The first of those that may go, as far as they are more than are kept. */
const tooMany = <Item>(items: Iterable<Item>, mayGo: (item: Item) => boolean): Item[] =>
  [...items].filter(mayGo).slice(0, -KEPT_MAX)

/** The list as it is now: running calls flip where they are, new ones come in front. */
export function currentCalls(list: LoadedList, heard: Heard): readonly CallRecord[] {
  if (heard === NOTHING_HEARD) return list.calls
  const loaded = list.calls
    .filter(({ id }) => !heard.deleted.has(id))
    .map((call) => heard.calls.get(call.id) ?? call)
  return [...newCalls(list, heard).filter(({ id }) => heard.shown.has(id)), ...loaded]
}

/** Calls that the list does not have and that belong in front of it, the newest first. */
export function newCalls(list: LoadedList, heard: Heard): CallRecord[] {
  return [...heard.calls.values()]
    .filter((call) => !list.ids.has(call.id) && !heard.deleted.has(call.id) && belongsInFront(list, call))
    .sort((a, b) => compareTexts(b.started_at, a.started_at) || compareTexts(b.id, a.id))
}

/** What is older than all that is loaded comes with a later page. */
function belongsInFront({ calls, isNewestFirst, hasMore }: LoadedList, call: CallRecord): boolean {
  const last = hasMore ? calls.at(-1) : undefined
  return isNewestFirst && (last === undefined || call.started_at >= last.started_at)
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

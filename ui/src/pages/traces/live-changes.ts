import type { CallRecord } from '@heddle/contract/calls'
import type { LiveEvent } from '@heddle/contract/live'

/** Bounds the calls kept that the list does not show: a page may stay open for days. */
const KEPT_MAX = 1000

/** Changes received from the live stream since the list was loaded. */
export interface LiveChanges {
  /** Latest version of each call, least recently updated first. */
  readonly calls: ReadonlyMap<string, CallRecord>
  readonly deleted: ReadonlySet<string>
  /** New calls that are shown; the others wait until the user asks for them. */
  readonly shown: ReadonlySet<string>
  /** Whether more calls are waiting than are kept. */
  readonly isMore: boolean
}

export const NO_CHANGES: LiveChanges = {
  calls: new Map(),
  deleted: new Set(),
  shown: new Set(),
  isMore: false,
}

/** The loaded part of a list of calls. */
export interface LoadedList {
  readonly calls: readonly CallRecord[]
  readonly ids: ReadonlySet<string>
  readonly isNewestFirst: boolean
  readonly hasMore: boolean
}

/** Keeps the first of each call: pages by offset repeat calls that newer ones have moved down. */
export function loadedList(list: Omit<LoadedList, 'ids'>): LoadedList {
  const ids = new Set<string>()
  const calls = list.calls.filter(({ id }) => {
    const isFirst = !ids.has(id)
    ids.add(id)
    return isFirst
  })
  return { ...list, calls, ids }
}

/** With `follow`, new calls are shown as they arrive. */
export function withEvent(
  changes: LiveChanges,
  event: LiveEvent,
  list: LoadedList,
  follow: boolean,
): LiveChanges {
  if ('call' in event) return withCall(changes, event.call, list, follow)
  return event.kind === 'deleted' ? withDeleted(changes, event.id, list) : changes
}

/**
 * Drops the oldest waiting calls when there are too many. The same goes for calls further down, which are
 * kept only because a page in flight may contain an outdated version of them.
 */
function withCall(changes: LiveChanges, call: CallRecord, list: LoadedList, follow: boolean): LiveChanges {
  const calls = new Map(changes.calls)
  calls.delete(call.id)
  calls.set(call.id, call)
  const shown = follow ? new Set(changes.shown).add(call.id) : changes.shown
  const isIdle = (id: string) => !list.ids.has(id) && !shown.has(id)
  const isFront = (each: CallRecord) => belongsInFront(list, each)
  const waiting = tooMany(calls.values(), (each) => isIdle(each.id) && isFront(each))
  const furtherDown = tooMany(calls.values(), (each) => isIdle(each.id) && !isFront(each))
  for (const { id } of [...waiting, ...furtherDown]) calls.delete(id)
  return { ...changes, calls, shown, isMore: changes.isMore || waiting.length > 0 }
}

function withDeleted(changes: LiveChanges, id: string, list: LoadedList): LiveChanges {
  const deleted = new Set(changes.deleted).add(id)
  const isSeen = (each: string) => list.ids.has(each) || changes.calls.has(each)
  for (const each of tooMany(deleted, (other) => !isSeen(other))) deleted.delete(each)
  return { ...changes, deleted }
}

/** The oldest removable items beyond the limit. */
const tooMany = <Item>(items: Iterable<Item>, mayGo: (item: Item) => boolean): Item[] =>
  [...items].filter(mayGo).slice(0, -KEPT_MAX)

/** The current list: changed calls are updated in place, new ones are prepended. */
export function currentCalls(list: LoadedList, changes: LiveChanges): readonly CallRecord[] {
  if (changes === NO_CHANGES) return list.calls
  const loaded = list.calls
    .filter(({ id }) => !changes.deleted.has(id))
    .map((call) => changes.calls.get(call.id) ?? call)
  return [...newCalls(list, changes).filter(({ id }) => changes.shown.has(id)), ...loaded]
}

/** The current list with the end of calls that are known to be running. */
export function withEnded(
  calls: readonly CallRecord[],
  ended: ReadonlyMap<string, CallRecord>,
): readonly CallRecord[] {
  if (ended.size === 0) return calls
  return calls.map((call) => (call.ended_at === null ? (ended.get(call.id) ?? call) : call))
}

/** Calls that belong in front of the list and are not part of it, newest first. */
export function newCalls(list: LoadedList, changes: LiveChanges): CallRecord[] {
  return [...changes.calls.values()]
    .filter((call) => !list.ids.has(call.id) && !changes.deleted.has(call.id) && belongsInFront(list, call))
    .sort((a, b) => compareTexts(b.started_at, a.started_at) || compareTexts(b.id, a.id))
}

/** Calls older than everything loaded come with a later page. */
function belongsInFront({ calls, isNewestFirst, hasMore }: LoadedList, call: CallRecord): boolean {
  const last = hasMore ? calls.at(-1) : undefined
  return isNewestFirst && (last === undefined || call.started_at >= last.started_at)
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

import { createHash } from 'node:crypto'
import { nowMicros } from '../../clock.ts'
import { compareTexts } from '../../query/values.ts'
import type { CallPart } from '../../storage/port/calls.ts'
import type { Storage } from '../../storage/port.ts'
import type { Micros } from '../../time.ts'
import { type ListInProject, listsOf, PAGE_LIMITS, pagesOf } from './list-pages.ts'

/** Number and digest of the rows of a list. */
interface Contents {
  readonly rows: number
  /** SHA-256 of all rows, in the order of the list. */
  readonly sha256: string
}

export interface ListCheck {
  readonly list: string
  /** Empty for lists that belong to no project. */
  readonly project_id: string
  readonly source: Contents
  readonly target: Contents
  readonly isEqual: boolean
}

/** Progress of a copy: the page after which it continues. */
export interface CopyPosition {
  readonly list: string
  readonly project_id: string
  readonly next: string | null
}

interface CopyOptions {
  /** Where an earlier copy stopped. */
  readonly after?: CopyPosition | undefined
  /** Called after each page that is stored, with the rows copied so far. */
  readonly onPage?: (position: CopyPosition, rows: number) => void
}

/**
 * Copies everything from one storage to another, page by page. Rewriting a row changes nothing, so a copy that fails may be
 * repeated, and one of a storage that is written to meanwhile is completed by the next. Returns the number of rows.
 */
export async function copyStorage(
  source: Storage,
  target: Storage,
  options: CopyOptions = {},
): Promise<number> {
  let { after } = options
  let rows = 0
  for await (const place of listsOf(source)) {
    const { list, projectId } = place
    if (after && (after.list !== list.name || after.project_id !== projectId)) continue
    const isDone = after?.next === null
    const cursor = after?.next ?? undefined
    after = undefined
    if (isDone) continue
    const before = rows
    rows += await copyList(source, target, place, {
      from: cursor,
      onPage: (next, copied) =>
        options.onPage?.({ list: list.name, project_id: projectId, next }, before + copied),
    })
  }
  return rows
}

async function copyList(
  source: Storage,
  target: Storage,
  place: ListInProject,
  { from, onPage }: { from?: string | undefined; onPage?: (next: string | null, rows: number) => void } = {},
): Promise<number> {
  const { list, projectId } = place
  let rows = 0
  for await (const page of pagesOf(source, place, from)) {
    if (page.rows.length > 0) await list.write(target, projectId, page.rows)
    rows += page.rows.length
    onPage?.(page.next, rows)
  }
  return rows
}

/** The current change cursor of each project, to be taken before a copy. */
export async function changeCursors({ projects, calls }: Storage): Promise<Record<string, string>> {
  const cursors: [string, string][] = []
  for (const { project_id } of await projects.list()) {
    cursors.push([project_id, (await calls.changes(project_id, undefined, 0)).cursor])
  }
  return Object.fromEntries(cursors)
}

/**
 * Copies everything written since the cursors were taken: changed calls, and the whole of the other lists, which are small. Returns
 * the cursors up to which it copied.
 */
export async function catchUp(
  source: Storage,
  target: Storage,
  cursors: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const reached = await changeCursors(source)
  const known = new Map(Object.entries(cursors))
  for await (const place of listsOf(source)) {
    const { list, projectId } = place
    const cursor = list.name === CALLS ? known.get(projectId) : undefined
    const isCopied = cursor !== undefined && (await copyChanges(source, target, projectId, cursor))
    if (!isCopied) await copyList(source, target, place)
  }
  return reached
}

const CALLS = 'calls'
/** The list of users. */
export const ACCOUNTS = 'accounts'

/** Returns false if the changes after the cursor are no longer known. */
async function copyChanges(
  source: Storage,
  target: Storage,
  projectId: string,
  from: string,
): Promise<boolean> {
  let cursor = from
  for (;;) {
    const found = await source.calls.changes(projectId, cursor, PAGE_LIMITS.rowsMax)
    if (found.missed) return false
    if (found.changes.length === 0) return true
    await copyCalls(source, target, projectId, new Set(found.changes.map(({ id }) => id)))
    if (found.cursor === cursor) return true
    cursor = found.cursor
  }
}

async function copyCalls(
  source: Storage,
  target: Storage,
  projectId: string,
  ids: Set<string>,
): Promise<void> {
  while (ids.size > 0) {
    const calls = await source.calls.parts(projectId, [...ids], PAGE_LIMITS.bytesMax)
    if (calls.length === 0) return
    await target.calls.write(calls.flat())
    for (const part of calls.flat()) ids.delete(idOf(part))
  }
}

function idOf(part: CallPart): string {
  if (part.part === 'start') return part.start.id
  return part.part === 'end' ? part.end.id : part.id
}

/**
 * Removes rows from the target that the source no longer has, in lists that allow removal; if `only` is given, in the list of that name.
 * Returns the number of rows.
 */
export async function removeSurplus(source: Storage, target: Storage, only?: string): Promise<number> {
  let removed = 0
  for await (const place of listsOf(source)) {
    const { name, removal } = place.list
    if (!removal || (only !== undefined && name !== only)) continue
    const kept = rowsOf(source, place)
    let next = await kept.next()
    for await (const stored of rowsOf(target, place)) {
      const key = removal.keyOf(stored)
      // Both lists are in the order of their keys.
      while (!next.done && compareKeys(removal.keyOf(next.value), key) < 0) next = await kept.next()
      const isKept = !next.done && compareKeys(removal.keyOf(next.value), key) === 0
      if (await removal.remove(target, place.projectId, stored, isKept ? next.value : undefined)) removed++
    }
  }
  return removed
}

function compareKeys(a: readonly string[], b: readonly string[]): number {
  const at = a.findIndex((part, index) => part !== b[index])
  return at === -1 ? 0 : compareTexts(a[at] ?? '', b[at] ?? '')
}

async function* rowsOf(storage: Storage, place: ListInProject): AsyncGenerator<unknown, undefined> {
  for await (const { rows } of pagesOf(storage, place)) yield* rows
}

/** Compares the lists of two storages by their number of rows and by digests of all their content that has not expired. */
export async function* compareStorages(source: Storage, target: Storage): AsyncGenerator<ListCheck> {
  const now = nowMicros()
  for await (const place of listsOf(source)) {
    const [ofSource, ofTarget] = await Promise.all([
      contentsOf(source, place, now),
      contentsOf(target, place, now),
    ])
    yield {
      list: place.list.name,
      project_id: place.projectId,
      source: ofSource,
      target: ofTarget,
      isEqual: ofSource.sha256 === ofTarget.sha256,
    }
  }
}

async function contentsOf(storage: Storage, place: ListInProject, now: Micros): Promise<Contents> {
  const { list } = place
  const hash = createHash('sha256')
  let rows = 0
  for await (const row of rowsOf(storage, place)) {
    const lasting = list.withoutExpired ? list.withoutExpired(row, now) : row
    hash.update(JSON.stringify(lasting)).update('\n')
    rows++
  }
  return { rows, sha256: hash.digest('hex') }
}

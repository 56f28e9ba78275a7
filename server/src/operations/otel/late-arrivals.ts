import { batchesOf } from '../../batches.ts'
import type { StoredCall } from '../../domain/calls/call.ts'
import type { UndescribedStart } from '../../domain/calls/new-call.ts'
import { ServiceError } from '../../errors.ts'
import { withLoggedEvents } from '../../otel/logged-events.ts'
import { startBelow } from '../../otel/sessions.ts'
import type { CallPart } from '../../storage/port/calls.ts'
import { type UndescribedPart, writeParts } from '../calls/describe.ts'
import { callKey } from '../keyed-queue.ts'
import type { Context } from '../operation.ts'

/** Calls whose events or relatives may have arrived in other exports. */
interface Affected {
  /** Calls that events may have been logged for. */
  readonly logged: ReadonlySet<string>
  /** Calls whose parent may have been unknown when they were stored. */
  readonly placed: ReadonlySet<string>
}

/**
 * Gives calls of spans the form they would have if their whole trace had arrived in one export: with the events that were
 * logged for them, and in the session and turn of their parents. Their descendants follow.
 *
 * Called after an export is stored, and checks its own changes again. Of two concurrent exports, the one stored last therefore
 * sees both, and a change that another one overwrote is repeated.
 */
export async function reconcileCalls(projectId: string, affected: Affected, context: Context): Promise<void> {
  let { logged, placed } = affected
  const parents = new Map<string, string | null>()
  let count = 0
  for (let round = 0; logged.size + placed.size > 0; round++) {
    if (round >= ROUNDS_MAX || count >= CHANGES_MAX) {
      context.log.warn({ rounds: round, changes: count }, 'OTLP: trace reconciled in part')
      return
    }
    const changes = await reconcileOnce(projectId, { logged, placed }, context)
    count += changes.length
    for (const { id, parent_id, isMoved } of changes) if (isMoved) parents.set(id, parent_id)
    const checked = changes.filter(({ id }) => !isOwnAncestor(id, parents))
    const moved = checked.filter(({ isMoved }) => isMoved).map(({ id }) => id)
    logged = new Set(checked.map(({ id }) => id))
    placed = new Set([...logged, ...(await childrenOf(projectId, moved, context))])
  }
}

/** Also limits how many levels of descendants follow a call. */
const ROUNDS_MAX = 1_000

/** Limits the writes that one export can cause. */
const CHANGES_MAX = 50_000

/** Calls that are each other's parents would pass their sessions around forever. */
function isOwnAncestor(id: string, parents: ReadonlyMap<string, string | null>): boolean {
  const seen = new Set<string>()
  for (let at = parents.get(id); at && !seen.has(at); at = parents.get(at)) {
    if (at === id) return true
    seen.add(at)
  }
  return false
}

/** The calls of a span export that may depend on other exports. */
export async function affectedBySpans(
  projectId: string,
  calls: readonly Pick<UndescribedStart, 'id' | 'parent_id'>[],
  context: Context,
): Promise<Affected> {
  const ids = new Set(calls.map(({ id }) => id))
  const orphans = calls.flatMap(({ id, parent_id }) =>
    parent_id !== null && !ids.has(parent_id) ? [{ id, parent_id }] : [],
  )
  const parents = await narrowCalls(projectId, new Set(orphans.map(({ parent_id }) => parent_id)), context)
  const adopted = orphans.filter(({ parent_id }) => parents.has(parent_id)).map(({ id }) => id)
  const children = await childrenOf(projectId, [...ids], context)
  return {
    logged: new Set(await context.storage.calls.withEvents(projectId, [...ids])),
    placed: new Set([...adopted, ...children.filter((id) => !ids.has(id))]),
  }
}

interface Change {
  readonly id: string
  readonly parent_id: string | null
  /** Whether its session, turn or end user has changed. */
  readonly isMoved: boolean
}

async function reconcileOnce(
  projectId: string,
  { logged, placed }: Affected,
  context: Context,
): Promise<Change[]> {
  const calls = await narrowCalls(projectId, new Set([...logged, ...placed]), context)
  const parents = await narrowCalls(projectId, parentIds(calls.values()), context)
  const parentOf = (call: StoredCall) => {
    const parent = parents.get(call.parent_id ?? '')
    return parent?.trace_id === call.trace_id ? parent : undefined
  }
  const suspects = [...calls.values()].filter(
    (call) => logged.has(call.id) || isElsewhere(call, parentOf(call)),
  )
  const byId = new Map(suspects.map((call) => [call.id, call]))
  const changes: Change[] = []
  for (const ids of batchesOf([...byId.keys()], CALLS_PER_REWRITE)) {
    const rewrite = (parts: readonly CallPart[]) => {
      const call = byId.get(idIn(parts))
      return call && reconciled(parts, parentOf(call), context)
    }
    const keys = ids.map((id) => callKey(projectId, id))
    changes.push(
      ...(await context.writesInTurn.run(keys, () => rewriteCalls(projectId, ids, context, rewrite))),
    )
  }
  return changes
}

type Rewritten = Change & { readonly parts: readonly UndescribedPart[] }

/** Replaces each call by the result of `rewrite`. */
async function rewriteCalls(
  projectId: string,
  ids: readonly string[],
  { storage }: Context,
  rewrite: (parts: readonly CallPart[]) => Rewritten | undefined,
): Promise<Change[]> {
  const changes: Change[] = []
  const missing = new Set(ids)
  while (missing.size > 0) {
    const stored = await storage.calls.parts(projectId, [...missing], PARTS_BYTES_MAX)
    if (stored.length === 0) break
    for (const parts of stored) missing.delete(idIn(parts))
    const changed = stored.flatMap((parts) => rewrite(parts) ?? [])
    await writeParts(
      storage.calls,
      changed.flatMap(({ parts }) => parts),
    )
    changes.push(...changed.map(({ id, parent_id, isMoved }) => ({ id, parent_id, isMoved })))
  }
  return changes
}

function idIn([part]: readonly CallPart[]): string {
  if (part === undefined) return ''
  switch (part.part) {
    case 'start':
      return part.start.id
    case 'end':
      return part.end.id
    default:
      return part.id
  }
}

function isElsewhere(call: StoredCall, parent: StoredCall | undefined): boolean {
  if (!parent) return false
  const isSame = call.thread_id === parent.thread_id && call.turn_id === parent.turn_id
  return !isSame || (call.end_user === null && parent.end_user !== null)
}

function reconciled(
  parts: readonly CallPart[],
  parent: StoredCall | undefined,
  { log }: Context,
): Rewritten | undefined {
  const start = startIn(parts)
  if (!start?.otel_dump) return undefined
  try {
    const end = parts.find((part) => part.part === 'end')?.end
    const moved = parent && startBelow(start, parent)
    const joined = withLoggedEvents(
      { start: moved ?? start, end },
      parts.filter((part) => part.part === 'event'),
    )
    const call = joined ?? (moved && { start: moved, end })
    if (!call) return undefined
    const ofEnd: UndescribedPart[] = call.end ? [{ part: 'end', end: call.end }] : []
    return {
      id: start.id,
      parent_id: start.parent_id,
      isMoved: moved !== undefined,
      parts: [{ part: 'start', start: call.start }, ...ofEnd],
    }
  } catch (error) {
    // Its span or an event is nested too deeply to be read, so the call is not changed.
    if (!(error instanceof ServiceError)) throw error
    log.warn({ id: start.id, reason: error.message }, 'OTLP: call not reconciled')
    return undefined
  }
}

const startIn = (parts: readonly CallPart[]) => parts.find((part) => part.part === 'start')?.start

async function narrowCalls(
  projectId: string,
  ids: ReadonlySet<string>,
  { storage }: Context,
): Promise<ReadonlyMap<string, StoredCall>> {
  if (ids.size === 0) return new Map()
  const calls = await storage.calls.read(projectId, [...ids], [])
  return new Map(calls.map((call) => [call.id, call]))
}

const parentIds = (calls: Iterable<StoredCall>): ReadonlySet<string> =>
  new Set([...calls].flatMap(({ parent_id }) => parent_id ?? []))

async function childrenOf(
  project_id: string,
  parent_ids: readonly string[],
  { storage }: Context,
): Promise<string[]> {
  if (parent_ids.length === 0) return []
  return storage.calls.find({ project_id, filter: { parent_ids }, sort: [], limit: CHILDREN_MAX })
}

/** Bounds the work that one export can cause. */
const CHILDREN_MAX = 10_000

const PARTS_BYTES_MAX = 8 * 1024 ** 2
const CALLS_PER_REWRITE = 200

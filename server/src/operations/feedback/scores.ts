import { readScores } from '@heddle/contract/feedback-scores'
import { valueField } from '../../domain/calls/seen-values.ts'
import type { Feedback } from '../../domain/feedback/feedback.ts'
import { ScoreTally } from '../../domain/feedback/scores.ts'
import { newFeedbackWindow } from '../../domain/feedback/window.ts'
import { groupBy } from '../../domain/measures/group-by.ts'
import { formatEdge, timeBuckets } from '../../domain/measures/time-buckets.ts'
import { parseRef } from '../../domain/objects/ref.ts'
import type { CallSearch } from '../../storage/port/calls.ts'
import { formatDateTime } from '../../time.ts'
import { type CallSearchRequest, newCallSearch } from '../calls/query.ts'
import { PAGE_SIZE } from '../calls/traces.ts'
import { type Context, inProject, operation } from '../operation.ts'
import { PAGE_BYTES } from '../paged-rows.ts'
import { feedbackPages } from './pages.ts'

const NAMES_DEFAULT = 12

export const feedbackScoreOperations = [
  operation(readScores, inProject('read'), async (request, context) => {
    const { project_id, names, group_by, timezone = 'UTC', limit = NAMES_DEFAULT } = request
    const window = newFeedbackWindow(request, context.now())
    const { edges, granularity } = timeBuckets(window, timezone, request.granularity)
    const search = callSearch(request)
    const groups = group_by === undefined ? undefined : new CallGroups(context, project_id, group_by)
    const tally = new ScoreTally(edges, { limit, ...(names && { names }) })
    for await (const rows of feedbackPages(context, project_id, window)) {
      const matching = search ? await onMatchingCalls(context, search, rows) : rows
      await groups?.load(matching)
      for (const row of matching) tally.add(row, groups?.of(row))
    }
    return {
      start: formatDateTime(window.start),
      end: formatDateTime(window.end),
      granularity,
      timezone,
      timestamps: edges.map(formatEdge),
      ...tally.result(),
    }
  }),
]

/** Undefined if all calls match. */
function callSearch({ project_id, filter = {}, query }: CallSearchRequest): CallSearch | undefined {
  const search = newCallSearch({ project_id, filter, ...(query && { query }) })
  return search.condition || Object.keys(search.filter).length > 0 ? search : undefined
}

/** As many ids as a filter may list. */
const IDS_MAX = 1_000

/** The rows about calls that a search finds. */
async function onMatchingCalls(
  { storage, signal }: Context,
  search: CallSearch,
  rows: readonly Feedback[],
): Promise<readonly Feedback[]> {
  const wanted = search.filter.call_ids && new Set(search.filter.call_ids)
  const ids = callIdsOf(search.project_id, rows).filter((id) => wanted?.has(id) ?? true)
  const found = new Set<string>()
  for (let at = 0; at < ids.length; at += IDS_MAX) {
    const filter = { ...search.filter, call_ids: ids.slice(at, at + IDS_MAX) }
    for (const id of await storage.calls.find({ ...search, filter }, signal)) found.add(id)
  }
  return rows.filter((row) => found.has(callIdOf(search.project_id, row) ?? ''))
}

/** The values of a field of the calls that a page of feedback is about. */
class CallGroups {
  readonly #context: Context
  readonly #projectId: string
  readonly #field: ReturnType<typeof valueField>
  readonly #values = new Map<string, readonly string[]>()

  constructor(context: Context, projectId: string, field: string) {
    this.#context = context
    this.#projectId = projectId
    this.#field = valueField(field)
  }

  /** Reads the calls of a page, and forgets those of the previous one. */
  async load(rows: readonly Feedback[]): Promise<void> {
    this.#values.clear()
    const ids = callIdsOf(this.#projectId, rows)
    for (let at = 0; at < ids.length; at += PAGE_SIZE) await this.#read(ids.slice(at, at + PAGE_SIZE))
  }

  /** A call without a value, and feedback that is not about a call, are in the group without a name. */
  of(row: Feedback): readonly string[] {
    return this.#values.get(callIdOf(this.#projectId, row) ?? '') ?? ['']
  }

  async #read(ids: readonly string[]): Promise<void> {
    const { calls } = this.#context.storage
    const { read, column } = this.#field
    if (!read) {
      const usage = await calls.usage(this.#projectId, ids)
      for (const [id, models] of groupBy(usage, (each) => each.id)) {
        this.#values.set(id, [...new Set(models.map(({ model }) => model))])
      }
      return
    }
    const columns = column ? [column] : []
    for (let rest = ids; rest.length > 0; ) {
      const page = await calls.readPage(this.#projectId, rest, columns, { bytesMax: 8 * PAGE_BYTES })
      for (const call of page.rows) this.#values.set(call.id, [String(read(call) ?? '')])
      // A call that is too large by itself has no group.
      rest = rest.slice(Math.max(page.taken, 1))
    }
  }
}

const callIdsOf = (projectId: string, rows: readonly Feedback[]): string[] => [
  ...new Set(rows.flatMap((row) => callIdOf(projectId, row) ?? [])),
]

function callIdOf(projectId: string, { weave_ref }: Feedback): string | undefined {
  const ref = parseRef(weave_ref)
  return ref?.kind === 'call' && ref.project_id === projectId ? ref.id : undefined
}

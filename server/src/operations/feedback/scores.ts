import { readScores } from '@heddle/contract/feedback-scores'
import { batchesOf } from '../../batches.ts'
import type { StoredCall } from '../../domain/calls/call.ts'
import { type ValueField, valueField } from '../../domain/calls/seen-values.ts'
import type { FeedbackValue } from '../../domain/feedback/feedback.ts'
import { ScoreTally } from '../../domain/feedback/scores.ts'
import { formatEdge, newTimeRange, type TimeRange, timeBuckets } from '../../domain/measures/time-buckets.ts'
import { callIdIn } from '../../domain/objects/ref.ts'
import { apply, column, compare, instant } from '../../query/build.ts'
import type { Expression } from '../../query/expression.ts'
import type { CallSearch, CallStore } from '../../storage/port/calls.ts'
import { formatDateTime, MICROS_PER_SECOND, type Micros } from '../../time.ts'
import { type CallSearchRequest, newCallSearch } from '../calls/query.ts'
import { CALLS_PER_READ, modelsOfCalls } from '../calls/stored-calls.ts'
import { type Context, inProject, operation } from '../operation.ts'
import { feedbackPages, READ_BYTES } from './pages.ts'

const NAMES_DEFAULT = 12

export const feedbackScoreOperations = [
  operation(readScores, inProject('read'), async (request, context) => {
    const { project_id, names, group_by, timezone = 'UTC', limit = NAMES_DEFAULT } = request
    const range = newTimeRange(request, context.now())
    const { edges, granularity } = timeBuckets(range, timezone, request.granularity)
    const isByCall = request.time_of === 'call'
    const search = callSearch(request, isByCall ? range : undefined)
    const field = group_by === undefined ? undefined : valueField(group_by)
    const tally = new ScoreTally(edges, { limit, ...(names && { names }) })
    const given = isByCall ? sinceStart(range, context.now()) : range
    for await (const page of feedbackPages(context, project_id, given)) {
      const rows = search ? await onMatchingCalls(context, search, page) : page
      const calls = isByCall || field ? await callFacts(context, project_id, rows, field) : undefined
      for (const row of rows) {
        const call = calls?.get(callIdIn(project_id, row.weave_ref) ?? '')
        const at = isByCall ? call?.started_at : row.created_at
        if (at !== undefined) tally.add(row, at, field && (call?.groups ?? ['']))
      }
    }
    return {
      start: formatDateTime(range.start),
      end: formatDateTime(range.end),
      granularity,
      timezone,
      timestamps: edges.map(formatEdge),
      ...tally.result(),
    }
  }),
]

/** Feedback is given after its call started, except that clocks of clients may be ahead by a while. */
const CLOCK_SKEW = 24 * 3600 * MICROS_PER_SECOND

const sinceStart = ({ start }: TimeRange, now: Micros): TimeRange => ({
  start: start - CLOCK_SKEW,
  end: Math.max(start, now) + CLOCK_SKEW,
})

/** Undefined if all calls match. */
function callSearch(
  { project_id, filter = {}, query }: CallSearchRequest,
  started: TimeRange | undefined,
): CallSearch | undefined {
  const search = newCallSearch({ project_id, filter, ...(query && { query }) })
  if (started) {
    const within = startedWithin(started)
    return { ...search, condition: search.condition ? apply('and', search.condition, within) : within }
  }
  return search.condition || Object.keys(search.filter).length > 0 ? search : undefined
}

const STARTED_AT = column('started_at', 'instant')

const startedWithin = ({ start, end }: TimeRange): Expression =>
  apply('and', compare('gte', STARTED_AT, instant(start)), compare('lt', STARTED_AT, instant(end)))

/** As many ids as a filter may list. */
const IDS_MAX = 1_000

/** The rows about calls that a search finds. */
async function onMatchingCalls(
  { storage, signal }: Context,
  search: CallSearch,
  rows: readonly FeedbackValue[],
): Promise<readonly FeedbackValue[]> {
  const wanted = search.filter.call_ids && new Set(search.filter.call_ids)
  const ids = callIdsOf(search.project_id, rows).filter((id) => wanted?.has(id) ?? true)
  const found = new Set<string>()
  for (const call_ids of batchesOf(ids, IDS_MAX)) {
    const filter = { ...search.filter, call_ids }
    for (const id of await storage.calls.find({ ...search, filter }, signal)) found.add(id)
  }
  return rows.filter((row) => found.has(callIdIn(search.project_id, row.weave_ref) ?? ''))
}

interface CallFacts {
  readonly started_at: Micros
  /** Values of the field to group by. */
  readonly groups: readonly string[]
}

/** Start and groups of the calls that a page of feedback is about, by id. */
async function callFacts(
  { storage: { calls } }: Context,
  projectId: string,
  rows: readonly FeedbackValue[],
  field: ValueField | undefined,
): Promise<ReadonlyMap<string, CallFacts>> {
  const facts = new Map<string, CallFacts>()
  const ids = callIdsOf(projectId, rows)
  const columns = field?.kind === 'payload' ? [field.column] : []
  for (let at = 0; at < ids.length; ) {
    const batch = ids.slice(at, at + CALLS_PER_READ)
    const page = await calls.readPage(projectId, batch, columns, { bytesMax: READ_BYTES })
    // A call that is too large by itself is left out.
    at += Math.max(page.taken, 1)
    const groupsOf = await groupReader(calls, projectId, batch, field)
    for (const call of page.rows) {
      facts.set(call.id, { started_at: call.started_at, groups: groupsOf(call) })
    }
  }
  return facts
}

/** Returns a function that reads the groups of these calls. A call without a value is in the group of the empty text. */
async function groupReader(
  calls: CallStore,
  projectId: string,
  ids: readonly string[],
  field: ValueField | undefined,
): Promise<(call: StoredCall) => readonly string[]> {
  switch (field?.kind) {
    case undefined:
      return () => NO_VALUE
    case 'model': {
      const models = await modelsOfCalls(calls, projectId, ids)
      return ({ id }) => models.get(id) ?? NO_VALUE
    }
    case 'narrow':
    case 'payload':
      return (call) => [String(field.read(call) ?? '')]
  }
}

const NO_VALUE = ['']

const callIdsOf = (projectId: string, rows: readonly FeedbackValue[]): string[] => [
  ...new Set(rows.flatMap(({ weave_ref }) => callIdIn(projectId, weave_ref) ?? [])),
]

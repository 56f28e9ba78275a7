import type { CallUsage } from '../../../domain/calls/call.ts'
import type { TraceCalls } from '../../../domain/calls/trace-skeleton.ts'
import { eachInSteps, type Steps } from '../../../turns.ts'
import type { Database } from '../database/driver.ts'
import type { projectFinder } from '../queries/names.ts'
import { DESCENDANT_FAILED, USAGE_STANDING } from './call-family.ts'
import { exactReal } from './call-parts.ts'

/**
 * A trace as it travels from a reader thread: a JSON array for each column. SQLite writes them and
 * JSON.parse reads them five times as fast as rows cross from SQLite to JavaScript and on to another thread.
 */
export interface TraceText {
  readonly calls: TextOf<typeof CALL_COLUMNS>
  readonly usage: TextOf<typeof USAGE_TEXTS>
  /** By number. */
  readonly op_names: readonly { readonly id: number; readonly name: string }[]
}

type TextOf<Columns> = Readonly<Record<keyof Columns, string>>

const CALL_COLUMNS = {
  ids: 'id',
  parent_ids: 'parent_id',
  ops: 'op',
  display_names: "nullif(coalesce(renamed_to, display_name), '')",
  kinds: 'kind',
  started_at: 'started_at',
  ended_at: 'ended_at',
  failed: 'failed',
  descendant_failed: DESCENDANT_FAILED,
  is_span: 'coalesce(c.is_span, 0)',
  usage_standings: USAGE_STANDING,
}

/** Columns of a row of usage, as `u`, of a call, as `c`. */
export const USAGE_TEXTS = {
  id: 'c.id',
  model: 'u.model',
  request_model: 'u.request_model',
  reported_cost: exactReal('u.reported_cost'),
  preferred_cost: exactReal('u.preferred_cost'),
  requests: 'u.requests',
  prompt_tokens: 'u.prompt_tokens',
  completion_tokens: 'u.completion_tokens',
  total_tokens: 'u.total_tokens',
  cache_read_input_tokens: 'u.cache_read_input_tokens',
  cache_creation_input_tokens: 'u.cache_creation_input_tokens',
} satisfies Record<keyof CallUsage, string>

const OF_TRACE = `calls indexed by calls_by_trace
  where project = ? and trace_id = ? and started_at is not null order by started_at, id limit ?`

/** Reads whole traces, narrow as they are: runs in a reader thread. */
export function traceReads(db: Database, findProject: ReturnType<typeof projectFinder>) {
  const columns = db.prepare(`select ${asArrays(CALL_COLUMNS)} from (select * from ${OF_TRACE}) c`)
  const usage = db.prepare(`select ${asArrays(USAGE_TEXTS)}
    from (select rid, id from ${OF_TRACE}) c cross join call_usage u on u.rid = c.rid`)
  const opNames = db.prepare('select id, name from op_names where id in (select value from json_each(?))')

  return {
    trace(projectId: string, traceId: string, atMost: number): TraceText | undefined {
      const project = findProject(projectId)
      if (project === undefined) return undefined
      const calls = columns.get<TraceText['calls']>(project, traceId, atMost)
      const used = usage.get<TraceText['usage']>(project, traceId, atMost)
      if (!calls || !used) return undefined
      return { calls, usage: used, op_names: opNames.all<{ id: number; name: string }>(calls.ops) }
    },
  }
}

export type TraceReads = ReturnType<typeof traceReads>

/** Puts together in the main thread what a reader thread sent.: a column of a long trace takes some 20 ms. */
export function* traceCalls(text: TraceText | undefined): Steps<TraceCalls> {
  if (!text) return NO_CALLS
  const { calls, usage, op_names } = text
  const places = new Map(op_names.map(({ id }, place) => [id, place]))
  const ids: string[] = JSON.parse(calls.ids)
  yield
  const parent_ids: (string | null)[] = JSON.parse(calls.parent_ids)
  yield
  const ops = numbersOf(calls.ops).map((op) => places.get(op) ?? -1)
  yield
  const display_names: (string | null)[] = JSON.parse(calls.display_names)
  yield
  const kinds: (string | null)[] = JSON.parse(calls.kinds)
  yield
  const started_at = numbersOf(calls.started_at)
  yield
  const ended_at: (number | null)[] = JSON.parse(calls.ended_at)
  yield
  const failed = numbersOf(calls.failed).map(Boolean)
  yield
  const descendant_failed = numbersOf(calls.descendant_failed).map(Boolean)
  yield
  const is_span = numbersOf(calls.is_span).map(Boolean)
  yield
  const usage_standings: TraceCalls['usage_standings'] = JSON.parse(calls.usage_standings)
  const rows: CallUsage[] = []
  yield* eachInSteps(usageRows(usage), (row) => rows.push(row))
  return {
    ids,
    parent_ids,
    ops,
    op_names: op_names.map(({ name }) => name),
    display_names,
    kinds,
    started_at,
    ended_at,
    failed,
    descendant_failed,
    is_span,
    usage_standings,
    usage: rows,
  }
}

const NO_CALLS: TraceCalls = {
  ids: [],
  parent_ids: [],
  ops: [],
  op_names: [],
  display_names: [],
  kinds: [],
  started_at: [],
  ended_at: [],
  failed: [],
  descendant_failed: [],
  is_span: [],
  usage_standings: [],
  usage: [],
}

/** The rows whose columns were selected `asArrays`. */
export function* usageRows(usage: TraceText['usage']): Generator<CallUsage, void> {
  const models: string[] = JSON.parse(usage.model)
  const ids: string[] = JSON.parse(usage.id)
  const asked: (string | null)[] = JSON.parse(usage.request_model)
  const reportedCosts: (string | null)[] = JSON.parse(usage.reported_cost)
  const preferredCosts: (string | null)[] = JSON.parse(usage.preferred_cost)
  const requests = numbersOf(usage.requests)
  const prompt = numbersOf(usage.prompt_tokens)
  const completion = numbersOf(usage.completion_tokens)
  const total = numbersOf(usage.total_tokens)
  const read = numbersOf(usage.cache_read_input_tokens)
  const created = numbersOf(usage.cache_creation_input_tokens)
  for (const [at, model] of models.entries()) {
    yield {
      id: ids[at] ?? '',
      model,
      request_model: asked[at] ?? null,
      reported_cost: exactNumber(reportedCosts[at]),
      preferred_cost: exactNumber(preferredCosts[at]),
      requests: requests[at] ?? 0,
      prompt_tokens: prompt[at] ?? 0,
      completion_tokens: completion[at] ?? 0,
      total_tokens: total[at] ?? 0,
      cache_read_input_tokens: read[at] ?? 0,
      cache_creation_input_tokens: created[at] ?? 0,
    }
  }
}

const numbersOf = (text: string): number[] => JSON.parse(text)

const exactNumber = (digits: string | null | undefined): number | null =>
  digits === null || digits === undefined ? null : Number(digits)

export function asArrays(columns: Readonly<Record<string, string>>): string {
  return Object.entries(columns)
    .map(([name, sql]) => `json_group_array(${sql}) as ${name}`)
    .join(', ')
}

import {
  type CallUsage,
  isPayload,
  type PAYLOAD_COLUMNS,
  type StoredCall,
  type WideColumn,
} from '../../domain/calls/call.ts'
import type { MeasuredUsage } from '../../domain/calls/priced-usage.ts'
import { aggregateCallStats, type CallStats, type CallStatsQuery } from '../../domain/calls/stats.ts'
import { type Thread, type ThreadSearch, type Turn, threadsFromTurns } from '../../domain/calls/thread.ts'
import { cutPayload } from '../../json/prefix.ts'
import type { RenderedSql } from '../../query/fragment.ts'
import { compileCount, compileSelect } from '../../query/select.ts'
import type { CallSearch, FoundCalls } from '../port/calls.ts'
import type { CallLimits, ReadPage } from '../port/pages.ts'
import { callSelect, callSizeSelect, turnSelect } from '../port/selects.ts'
import { type PricedSearch, SearchPrices } from './calls/call-costs.ts'
import { DESCENDANT_FAILED, USAGE_STANDING } from './calls/call-family.ts'
import { USAGE_SQL } from './calls/call-parts.ts'
import { callPlan, followsIndex, isInOrder, withoutOps } from './calls/call-search.ts'
import { fittingCalls } from './calls/call-sizes.ts'
import { measuredCalls, measuredSpanUsage, measuredUsage } from './calls/call-stats.ts'
import { columnSearch } from './columns/column-search.ts'
import type { FoundCall } from './columns/named-calls.ts'
import type { Database } from './database/driver.ts'
import type { projectFinder } from './queries/names.ts'
import { type SealedTexts, TEXT_COLUMNS } from './texts/sealed-texts.ts'
import type { TextName } from './texts/text-names.ts'

/** A call as it travels from a reader thread: `calls.ts` makes a StoredCall of it. */
export type CallRow = Omit<StoredCall, 'project_id' | Flag | JsonColumn> &
  Readonly<Record<Flag, number> & Record<JsonColumn, string | null>>

type Flag = 'is_span' | 'failed' | 'descendant_failed'
type JsonColumn = (typeof PAYLOAD_COLUMNS)[number] | 'otel_dump'

/** The columns that always come, with `op_names` as `o`. */
export const NARROW_COLUMNS = {
  usage_standing: USAGE_STANDING,
  descendant_failed: DESCENDANT_FAILED,
  id: 'c.id',
  trace_id: 'c.trace_id',
  parent_id: 'c.parent_id',
  thread_id: 'c.thread_id',
  turn_id: 'c.turn_id',
  op_name: 'o.name',
  display_name: "nullif(coalesce(c.renamed_to, c.display_name), '')",
  started_at: 'c.started_at',
  ended_at: 'c.ended_at',
  expire_at: 'c.expire_at',
  wb_user_id: 'c.wb_user_id',
  wb_run_id: 'c.wb_run_id',
  wb_run_step: 'c.wb_run_step',
  wb_run_step_end: 'c.wb_run_step_end',
  failed: 'c.failed',
  is_span: 'coalesce(c.is_span, 0)',
  kind: 'c.kind',
  end_user: 'c.end_user',
  size_bytes: 'c.start_bytes + c.end_bytes',
}

const NARROW = Object.entries(NARROW_COLUMNS)
  .map(([name, sql]) => `${sql} as ${name}`)
  .join(', ')

type SearchedProject = Pick<CallSearch, 'project_id'> & PricedSearch

/** Where the texts of a sealed call are; null for any other. */
interface Slotted {
  readonly slot: number | null
}

/** The reads of the call store, run in a reader thread. */
export function callReads(db: Database, findProject: ReturnType<typeof projectFinder>, texts: SealedTexts) {
  const prices = new SearchPrices(db)
  const sealed = columnSearch(db, prices, (...at) => texts.bytesAt(...at))

  /** The number of the project to search; undefined if there is none. */
  function projectOf(search: SearchedProject): number | undefined {
    const project = findProject(search.project_id)
    if (project !== undefined) prices.load(project, search)
    return project
  }

  function found(project: number, search: CallSearch): FoundCall[] {
    const byColumns = followsIndex(search) ? undefined : db.inSnapshot(() => sealed.find(project, search))
    if (byColumns) return byColumns
    const statement = compileSelect(callSelect(withoutOps(search)), callPlan(db, project, search))
    return db.prepare(statement.sql).all<FoundCall>(...statement.params)
  }

  function* usageOf(project: number, query: CallStatsQuery): Generator<MeasuredUsage> {
    if (query.usage.length === 0 && !query.price_dates) return
    yield* sealed.usage(project, query) ?? measuredUsage(db, project, query)
    if (query.filter.trace_roots_only)
      yield* sealed.spanUsage(project, query) ?? measuredSpanUsage(db, project, query)
  }

  function read(
    projectId: string,
    ids: readonly string[],
    columns: readonly WideColumn[],
    payloadMax?: number,
  ): CallRow[] {
    const project = findProject(projectId)
    if (project === undefined) return []
    const wanted = [JSON.stringify(ids), project]
    const rows = db.inSnapshot(() => {
      // One character more tells whether there are more. The select list comes first in the statement.
      const cuts = payloadMax === undefined ? [] : columns.filter(isPayload).map(() => payloadMax + 1)
      const statement = db.prepare(readSql(columns, payloadMax === undefined ? 'whole' : 'cut'))
      return statement
        .all<CallRow & Slotted>(...cuts, ...wanted)
        .map((row) => withSealed(row, columns, payloadMax))
    })
    if (payloadMax === undefined) return rows
    return rows.map((row) => ({
      ...row,
      inputs: cutPayload(row.inputs, payloadMax),
      output: cutPayload(row.output, payloadMax),
    }))
  }

  /** Without a function call in SQL for each text. */
  function withSealed(
    { slot, ...row }: CallRow & Slotted,
    columns: readonly WideColumn[],
    payloadMax: number | undefined,
  ): CallRow {
    if (slot === null) return row
    const wants = (column: WideColumn) => columns.includes(column)
    const text = (name: TextName, isWanted: boolean) => (isWanted ? texts.named(slot, name) : null)
    const payload = (name: 'inputs' | 'output') =>
      wants(name) ? texts.named(slot, name, payloadMax === undefined ? undefined : payloadMax + 1) : null
    return {
      ...row,
      attributes: text('attributes', wants('attributes')),
      otel_dump: text('otel_dump', wants('attributes')),
      inputs: payload('inputs'),
      output: payload('output'),
      summary: text('summary', wants('summary')),
      exception: text('exception', wants('exception')),
      input_preview: text('input_preview', wants('summary')),
      output_preview: text('output_preview', wants('summary')),
    }
  }

  return {
    find(search: CallSearch): string[] {
      const project = projectOf(search)
      return project === undefined ? [] : found(project, search).map(({ id }) => id)
    },

    findPage(search: CallSearch, idsMax: number): FoundCalls {
      const project = projectOf(search)
      if (project === undefined) return { ids: [] }
      const { limit = Number.POSITIVE_INFINITY } = search
      // Where the index does not have the order of the search, each page would sort all matches again.
      const isPaged = limit > idsMax && isInOrder(db, project, search)
      const rows = found(project, isPaged ? { ...search, limit: idsMax } : search)
      const ids = rows.map(({ id }) => id)
      const last = rows.at(-1)
      return isPaged && last && rows.length === idsMax ? { ids, next: last } : { ids }
    },

    count(search: CallSearch, atMost?: number): number {
      const project = projectOf(search)
      if (project === undefined) return 0
      const byColumns = db.inSnapshot(() => sealed.count(project, search, atMost))
      if (byColumns !== undefined) return byColumns
      const plan = callPlan(db, project, { ...search, sort: [] })
      return one(db, compileCount(callSelect(withoutOps(search)), plan, atMost))
    },

    size(search: CallSearch): number {
      const project = projectOf(search)
      if (project === undefined) return 0
      const byColumns = db.inSnapshot(() => sealed.size(project, search))
      if (byColumns !== undefined) return byColumns
      const plan = callPlan(db, project, search, { mayBeAbandoned: true })
      return one(db, compileSelect(callSizeSelect(withoutOps(search)), plan))
    },

    read,

    readPage(
      projectId: string,
      ids: readonly string[],
      columns: readonly WideColumn[],
      limits: CallLimits,
    ): ReadPage<CallRow> {
      const project = findProject(projectId)
      if (project === undefined) return { rows: [], taken: ids.length, next_bytes: 0 }
      const { taken, next_bytes } = fittingCalls(db, project, ids, columns, limits)
      const fit = taken === ids.length ? ids : ids.slice(0, taken)
      return { rows: read(projectId, fit, columns, limits.payloadMax), taken, next_bytes }
    },

    traceSizes(projectId: string, traceIds: readonly string[]): [string, number][] {
      const project = findProject(projectId)
      if (project === undefined) return []
      const sql = `select trace_id, sum(start_bytes + end_bytes) as n from calls indexed by calls_by_trace
        where project = ? and started_at is not null and trace_id in (select value from json_each(?))
        group by trace_id`
      return db
        .prepare(sql)
        .all<{ trace_id: string; n: number }>(project, JSON.stringify(traceIds))
        .map(({ trace_id, n }) => [trace_id, n])
    },

    usage(projectId: string, ids: readonly string[]): CallUsage[] {
      const project = findProject(projectId)
      if (project === undefined) return []
      const sql = `select c.id, ${USAGE_SQL}
        from json_each(?) j
        cross join calls c on c.project = ? and c.id = j.value and c.started_at is not null
        cross join call_usage u on u.rid = c.rid`
      return db.prepare(sql).all<CallUsage>(JSON.stringify(ids), project)
    },

    stats(query: CallStatsQuery): CallStats {
      const project = projectOf(query)
      if (project === undefined) return { usage: [], calls: [], priced: [] }
      return db.inSnapshot(() => {
        const calls = sealed.measure(project, query) ?? measuredCalls(db, project, query)
        return aggregateCallStats(query, calls, usageOf(project, query))
      })
    },

    threads(search: ThreadSearch): Thread[] {
      const project = findProject(search.project_id)
      if (project === undefined) return []
      return threadsFromTurns(turns(db, project, search), search)
    },
  }
}

export type CallReads = ReturnType<typeof callReads>

/** The list of ids drives, so that rows come in its order; an id named twice comes twice. */
function readSql(columns: readonly WideColumn[], payloads: 'whole' | 'cut' = 'whole'): string {
  const payload = (column: string) => (payloads === 'cut' ? `substr(${column}, 1, ?)` : column)
  const wants = new Set(columns)
  const starts = wants.has('attributes') || wants.has('inputs') || wants.has('summary')
  const ends = wants.has('output') || wants.has('summary') || wants.has('exception')
  const wide = [
    wants.has('attributes')
      ? `s.attributes, ${TEXT_COLUMNS.otel_dump} as otel_dump`
      : 'null as attributes, null as otel_dump',
    `${wants.has('inputs') ? payload('s.inputs') : null} as inputs`,
    `${wants.has('output') ? payload('e.output') : null} as output`,
    wants.has('summary') ? 'e.summary' : 'null as summary',
    `${wants.has('summary') ? 's.preview' : null} as input_preview, ${wants.has('summary') ? 'e.preview' : null} as output_preview`,
    wants.has('exception') ? 'e.exception' : 'null as exception',
  ]
  const isSlotted = columns.length > 0
  return `select ${NARROW}, ${wide.join(', ')}, ${isSlotted ? 'k.slot' : 'null as slot'}
    from json_each(?) j
    cross join calls c indexed by calls_by_id on c.project = ? and c.id = j.value and c.started_at is not null
    left join op_names o on o.id = c.op
    ${starts ? 'left join call_starts s on s.rid = c.rid' : ''}
    ${ends ? 'left join call_ends e on e.rid = c.rid' : ''}
    ${isSlotted ? 'left join call_slots k on k.rid = c.rid' : ''}`
}

function turns(db: Database, project: number, search: ThreadSearch): Iterable<Turn> {
  const options = { index: 'calls_by_thread', mayBeAbandoned: false }
  const plan = callPlan(db, project, { project_id: search.project_id, filter: {} }, options)
  const { sql, params } = compileSelect(turnSelect(search), plan)
  return db.prepare(sql).iterate<Turn>(...params)
}

function one(db: Database, { sql, params }: RenderedSql): number {
  return Number(db.prepare(sql).get(...params)?.n ?? 0)
}

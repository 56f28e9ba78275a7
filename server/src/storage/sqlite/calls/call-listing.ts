import type { CallEnd, CallStart } from '../../../domain/calls/call.ts'
import type { ModelUsage } from '../../../domain/prices/price.ts'
import { JsonText } from '../../../json/text.ts'
import { CALL_EVENTS, type CallPart } from '../../port/calls.ts'
import type { Database } from '../database/driver.ts'
import { asIs, listInProject, sizeOf } from '../queries/listing.ts'
import type { projectFinder } from '../queries/names.ts'
import { textSql } from '../texts/sealed-texts.ts'
import { TEXTS } from '../texts/text-names.ts'
import { exactReal, USAGE_COLUMNS } from './call-parts.ts'

/** A call with all that hangs on it, as SQLite returns it. */
interface ListedCallRow {
  readonly id: string
  readonly trace_id: string
  readonly parent_id: string | null
  readonly thread_id: string | null
  readonly turn_id: string | null
  readonly op_name: string
  readonly display_name: string | null
  readonly renamed_to: string | null
  /** Null before the start has arrived. */
  readonly started_at: number | null
  readonly expire_at: number | null
  /** Null before the end has arrived. */
  readonly ended_at: number | null
  readonly deleted_at: number | null
  readonly descendant_failed: number
  readonly wb_user_id: string
  readonly kind: string | null
  readonly end_user: string | null
  readonly response_id: string | null
  readonly input_preview: string | null
  readonly output_preview: string | null
  readonly wb_run_id: string | null
  readonly wb_run_step: number | null
  readonly wb_run_step_end: number | null
  readonly attributes: string
  readonly inputs: string
  readonly otel_dump: string | null
  readonly output: string | null
  readonly summary: string
  readonly exception: string | null
  readonly input_refs: string
  readonly output_refs: string
  readonly usage: string
  readonly events: string
}

const COSTS: readonly string[] = ['reported_cost', 'preferred_cost']
const USAGE = USAGE_COLUMNS.map(
  (column) => `'${column}', ${COSTS.includes(column) ? exactReal(`u.${column}`) : `u.${column}`}`,
).join(', ')
const refs = (side: number) =>
  `(select json_group_array(r.ref) from call_refs r where r.rid = c.rid and r.side = ${side})`

/** Lengths are added up before any event is loaded. */
const EVENTS = `(select json_group_array(json_array(v.key, v.event)) from call_events v where v.rid = c.rid and v.key in (
    select key from (
      select key, sum(bytes) over (order by key) as total from (
        select n.key, octet_length(n.event) as bytes from call_events n where n.rid = c.rid
        order by n.key limit ${CALL_EVENTS.countMax}))
    where total <= ${CALL_EVENTS.bytesMax}))`

const CALLS = {
  columns: `c.id, c.trace_id, c.parent_id, c.thread_id, c.turn_id, o.name as op_name, c.display_name, c.renamed_to,
    c.started_at, c.expire_at, c.ended_at, c.deleted_at, c.descendant_failed, c.wb_user_id, c.wb_run_id, c.wb_run_step,
    c.wb_run_step_end, c.kind, c.end_user, c.response_id, ${TEXTS.map((name) => `${textSql(name)} as ${name}`).join(', ')},
    ${refs(0)} as input_refs, ${refs(1)} as output_refs,
    (select json_group_array(json_object(${USAGE})) from call_usage u where u.rid = c.rid) as usage,
    ${EVENTS} as events`,
  from: `calls c indexed by calls_by_id left join op_names o on o.id = c.op
    left join call_starts s on s.rid = c.rid left join call_ends e on e.rid = c.rid
    left join call_slots k on k.rid = c.rid`,
  project: 'c.project',
  key: ['c.id'],
}

/** Lists calls with their tombstones, and those that have no start yet. */
export function callLists(db: Database, findProject: ReturnType<typeof projectFinder>) {
  return {
    listAll: listInProject<ListedCallRow>(db, findProject, CALLS, asIs),
    withEvents(projectId: string, ids: readonly string[]): string[] {
      const project = findProject(projectId)
      if (project === undefined) return []
      // Most projects log no events: then no call is looked up.
      const sql = `select c.id from calls c indexed by calls_by_id where c.project = ? and c.id in (select value from json_each(?))
        and exists (select 1 from call_events) and exists (select 1 from call_events v where v.rid = c.rid)`
      return db
        .prepare(sql)
        .all<{ id: string }>(project, JSON.stringify(ids))
        .map(({ id }) => id)
    },
    parts(projectId: string, ids: readonly string[], bytesMax: number): ListedCallRow[] {
      const project = findProject(projectId)
      if (project === undefined) return []
      const sql = `select ${CALLS.columns} from ${CALLS.from} where c.project = ? and c.id in (select value from json_each(?))`
      const rows: ListedCallRow[] = []
      let bytes = 0
      for (const row of db.prepare(sql).iterate<ListedCallRow>(project, JSON.stringify(ids))) {
        bytes += sizeOf(row)
        if (rows.length > 0 && bytes > bytesMax) break
        rows.push(row)
      }
      return rows
    },
  }
}

export type CallLists = ReturnType<typeof callLists>

/** The parts that make this call, in an order in which they can be written. */
export function partsOf(project_id: string, row: ListedCallRow): CallPart[] {
  const { id, started_at, ended_at, renamed_to, deleted_at } = row
  if (deleted_at !== null) return [{ part: 'delete', project_id, id, deleted_at }]
  const parts: CallPart[] = []
  if (started_at !== null) parts.push({ part: 'start', start: startOf(project_id, row, started_at) })
  if (ended_at !== null) parts.push({ part: 'end', end: endOf(project_id, row, ended_at) })
  if (renamed_to !== null) parts.push({ part: 'rename', project_id, id, display_name: renamed_to })
  const events: [key: string, event: string][] = JSON.parse(row.events)
  for (const [key, event] of events) {
    parts.push({ part: 'event', project_id, id, key, event: new JsonText(event) })
  }
  return parts
}

const startOf = (project_id: string, row: ListedCallRow, started_at: number): CallStart => ({
  project_id,
  id: row.id,
  trace_id: row.trace_id,
  parent_id: row.parent_id,
  thread_id: row.thread_id,
  turn_id: row.turn_id,
  op_name: row.op_name,
  display_name: row.display_name,
  started_at,
  expire_at: row.expire_at,
  attributes: new JsonText(row.attributes),
  inputs: new JsonText(row.inputs),
  otel_dump: row.otel_dump === null ? null : new JsonText(row.otel_dump),
  input_refs: JSON.parse(row.input_refs),
  wb_user_id: row.wb_user_id,
  end_user: row.end_user,
  kind: row.kind,
  input_preview: row.input_preview,
  response_id: row.response_id,
  wb_run_id: row.wb_run_id,
  wb_run_step: row.wb_run_step,
})

type ListedUsage = Omit<ModelUsage, 'reported_cost' | 'preferred_cost'> & {
  readonly reported_cost: string | null
  readonly preferred_cost: string | null
}

const exactNumber = (digits: string | null): number | null => (digits === null ? null : Number(digits))

function endOf(project_id: string, row: ListedCallRow, ended_at: number): CallEnd {
  const usage: ListedUsage[] = JSON.parse(row.usage)
  return {
    project_id,
    id: row.id,
    ended_at,
    exception: row.exception,
    output: row.output === null ? null : new JsonText(row.output),
    summary: new JsonText(row.summary),
    output_refs: JSON.parse(row.output_refs),
    wb_run_step_end: row.wb_run_step_end,
    usage: usage.map((each) => ({
      ...each,
      reported_cost: exactNumber(each.reported_cost),
      preferred_cost: exactNumber(each.preferred_cost),
    })),
    descendant_failed: row.descendant_failed === 1,
    output_preview: row.output_preview,
  }
}

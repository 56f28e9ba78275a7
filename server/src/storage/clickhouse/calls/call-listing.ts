import type { CallEnd, CallStart } from '../../../domain/calls/call.ts'
import { groupBy } from '../../../domain/measures/group-by.ts'
import { JsonText } from '../../../json/text.ts'
import { type Fragment, sql, trusted } from '../../../query/fragment.ts'
import { CALL_EVENTS, type CallPart } from '../../port/calls.ts'
import { idIn } from '../../port/list-cursor.ts'
import type { ListLimits, ListPage } from '../../port/pages.ts'
import type { ClickHouse } from '../connection/client.ts'
import { textList } from '../literals.ts'
import { type CallRecord, callRecords, PART_COLUMNS } from './call-records.ts'
import { usageOf } from './stored-call.ts'

const ALL_COLUMNS = [...PART_COLUMNS, 'response_id', 'usage', 'deleted_at', 'preview'] as const

type WholeRecord = CallRecord<(typeof ALL_COLUMNS)[number]>

interface EventRow {
  readonly id: string
  readonly key: string
  readonly event: string
}

/** Lists all stored parts of calls, including tombstones and calls without a start. */
export class CallListing {
  readonly #clickhouse: ClickHouse

  constructor(clickhouse: ClickHouse) {
    this.#clickhouse = clickhouse
  }

  async withEvents(projectId: string, ids: readonly string[]): Promise<string[]> {
    if (ids.length === 0) return []
    const rows = await this.#clickhouse.query<{ id: string }>(
      sql`select distinct id from call_events where project_id = ${projectId} and ${oneOf(ids)}
        and ${notDeleted(projectId, ids)}`,
    )
    return rows.map(({ id }) => id)
  }

  async parts(projectId: string, ids: readonly string[], bytesMax: number): Promise<CallPart[][]> {
    const sizes = await this.#sizes(projectId, [...new Set(ids)])
    return this.#read(projectId, fittingIds(sizes, bytesMax))
  }

  async listAll(
    projectId: string,
    cursor: string | undefined,
    { rowsMax, bytesMax }: ListLimits,
  ): Promise<ListPage<CallPart[]>> {
    const after = cursor === undefined ? undefined : idIn(cursor)
    const ids = await this.#idsAfter(projectId, after, rowsMax)
    const fit = fittingIds(await this.#sizes(projectId, ids), bytesMax)
    const last = fit.at(-1)
    const isEnd = fit.length === ids.length && ids.length < rowsMax
    const next = isEnd || last === undefined ? null : JSON.stringify([last])
    return { rows: await this.#read(projectId, fit), next }
  }

  async #idsAfter(projectId: string, after: string | undefined, limit: number): Promise<string[]> {
    const from = (table: string) =>
      sql`select distinct id from ${trusted(table)} where project_id = ${projectId}
        ${after === undefined ? trusted('') : sql`and id > ${after}`} order by id limit ${BigInt(limit)}`
    const rows = await this.#clickhouse.query<{ id: string }>(
      sql`select distinct id from (select id from (${from('call_parts')}) union all select id from (${from('call_events')}))
        order by id limit ${BigInt(limit)}`,
    )
    return rows.map(({ id }) => id)
  }

  /** Stored bytes of each call, in the order of `ids`; unknown ones are left out. */
  async #sizes(projectId: string, ids: readonly string[]): Promise<[id: string, bytes: number][]> {
    if (ids.length === 0) return []
    const rows = await this.#clickhouse.query<{ id: string; bytes: number }>(
      sql`select id, sum(size) as bytes from (
          select id, size_bytes + ifNull(length(exception), 0) as size from call_parts final
            where project_id = ${projectId} and ${oneOf(ids)}
          union all select id, length(event) as size from call_events final
            where project_id = ${projectId} and ${oneOf(ids)}
        ) group by id`,
    )
    const sizes = new Map(rows.map(({ id, bytes }) => [id, bytes]))
    return ids.flatMap((id): [string, number][] => {
      const bytes = sizes.get(id)
      return bytes === undefined ? [] : [[id, bytes]]
    })
  }

  async #read(projectId: string, ids: readonly string[]): Promise<CallPart[][]> {
    if (ids.length === 0) return []
    const events = await this.#events(projectId, ids)
    const records = new Map<string, WholeRecord>()
    for await (const record of callRecords(this.#clickhouse, projectId, oneOf(ids), ALL_COLUMNS)) {
      records.set(record.id, record)
    }
    return ids.flatMap((id) => {
      const parts = partsOf(projectId, records.get(id) ?? { id }, events.get(id) ?? [])
      return parts.length === 0 ? [] : [parts]
    })
  }

  /** The first events of each call by key, up to the limits of `CALL_EVENTS`. */
  async #events(projectId: string, ids: readonly string[]): Promise<Map<string, EventRow[]>> {
    const first = sql`select id, key, event from call_events final
      where project_id = ${projectId} and ${oneOf(ids)} and ${notDeleted(projectId, ids)}
      order by id, key limit ${BigInt(CALL_EVENTS.countMax)} by id`
    const rows = await this.#clickhouse.query<EventRow>(
      sql`select id, key, event from (
          select id, key, event, sum(length(event)) over (partition by id order by key) as total from (${first}))
        where total <= ${BigInt(CALL_EVENTS.bytesMax)} order by id, key`,
    )
    return groupBy(rows, ({ id }) => id)
  }
}

const oneOf = (ids: readonly string[]): Fragment => sql`id in ${textList(ids)}`

const notDeleted = (projectId: string, ids: readonly string[]): Fragment =>
  sql`id not in (select id from call_parts where project_id = ${projectId} and ${oneOf(ids)} and part = 'delete')`

/** As many of the calls as fit, at least one. */
function fittingIds(sizes: readonly (readonly [id: string, bytes: number])[], bytesMax: number): string[] {
  const fit: string[] = []
  let sum = 0
  for (const [id, bytes] of sizes) {
    sum += bytes
    if (fit.length > 0 && sum > bytesMax) break
    fit.push(id)
  }
  return fit
}

/** The parts of this call, in an order in which they can be written. */
function partsOf(project_id: string, record: WholeRecord, events: readonly EventRow[]): CallPart[] {
  const { id, rename } = record
  if (record.delete) return [{ part: 'delete', project_id, id, deleted_at: record.delete.deleted_at }]
  const parts: CallPart[] = []
  if (record.start) parts.push({ part: 'start', start: startOf(project_id, id, record.start) })
  if (record.end) parts.push({ part: 'end', end: endOf(project_id, id, record.end) })
  if (rename) parts.push({ part: 'rename', project_id, id, display_name: rename.display_name ?? '' })
  for (const { key, event } of events) {
    parts.push({ part: 'event', project_id, id, key, event: new JsonText(event) })
  }
  return parts
}

type WholeRow = NonNullable<WholeRecord['start']>

const startOf = (project_id: string, id: string, row: WholeRow): CallStart => ({
  project_id,
  id,
  trace_id: row.trace_id,
  parent_id: row.parent_id,
  thread_id: row.thread_id,
  turn_id: row.turn_id,
  op_name: row.op_name,
  display_name: row.display_name,
  started_at: row.started_at,
  expire_at: row.expire_at,
  attributes: new JsonText(row.attributes),
  inputs: new JsonText(row.inputs),
  otel_dump: row.otel_dump === null ? null : new JsonText(row.otel_dump),
  input_refs: row.refs,
  wb_user_id: row.wb_user_id,
  end_user: row.end_user,
  kind: row.kind,
  input_preview: row.preview,
  response_id: row.response_id,
  wb_run_id: row.wb_run_id,
  wb_run_step: row.wb_run_step,
})

const endOf = (project_id: string, id: string, row: WholeRow): CallEnd => ({
  project_id,
  id,
  ended_at: row.ended_at ?? 0,
  exception: row.exception,
  output: row.output === null ? null : new JsonText(row.output),
  summary: new JsonText(row.summary),
  output_refs: row.refs,
  wb_run_step_end: row.wb_run_step_end,
  usage: usageOf(id, row).map(({ id: _, ...usage }) => usage),
  descendant_failed: row.descendant_failed === 1,
  output_preview: row.preview,
})

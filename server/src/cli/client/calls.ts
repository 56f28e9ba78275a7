import { callName } from '@heddle/contract/call/name'
import { usageOf } from '@heddle/contract/call/usage'
import type { CallRecord } from '@heddle/contract/calls'
import { type CallsQueryRequest, streamCalls } from '@heddle/contract/calls-query'
import { latencyOf, previewOf, statusOf } from '../../reports/calls.ts'
import { countText, durationText, moneyText, timeText } from '../../reports/values.ts'
import { CommandLineError } from '../../usage-error.ts'
import type { Invocation } from '../command.ts'
import { projectOf, withConnection } from './connection.ts'
import { offsetOf } from './flags.ts'
import { type Column, formatOf, limitOf, printRows, statusColor } from './print.ts'
import { searchOf, sortOf } from './search.ts'

/** Traces are listed by their root calls. */
export const listTraces = (invocation: Invocation) =>
  list(invocation, { trace_roots_only: true }, columnsOf([id('TRACE', ({ trace_id }) => trace_id)]))

export const listCalls = (invocation: Invocation) =>
  list(invocation, {}, columnsOf([id('CALL', ({ id }) => id)]))

/** Columns of the table; other formats have whole records. */
const TABLE_COLUMNS = [
  'id',
  'op_name',
  'display_name',
  'trace_id',
  'started_at',
  'ended_at',
  'summary',
  'exception',
]

const list = (
  invocation: Invocation,
  roots: { trace_roots_only?: boolean },
  columns: readonly Column<CallRecord>[],
) =>
  withConnection(invocation, async (connection) => {
    const project_id = await projectOf(invocation, connection)
    const search = await searchOf(invocation, connection, project_id)
    const sort_by = sortOf(invocation)
    const isByStart = sort_by.every(({ field }) => field === 'started_at')
    const limit = limitOf(invocation)
    const rows = await connection.client.call(streamCalls, {
      project_id,
      ...search,
      filter: { ...search.filter, ...roots },
      sort_by,
      ...pageStart(invocation, isByStart),
      // One more row than shown, to know whether there is another page.
      ...(limit !== undefined && { limit: limit + 1 }),
      ...shownFields(invocation),
    })
    await printRows(invocation, {
      columns,
      rows,
      cursor: ({ started_at, id }, count) =>
        isByStart ? `${started_at}/${id}` : String(offsetOf(invocation) + count),
    })
  })

function shownFields(invocation: Invocation): Partial<CallsQueryRequest> {
  const columns = invocation.text('columns')?.split(',')
  const extras = { include_costs: true, include_usernames: true }
  if (formatOf(invocation) === 'table' || formatOf(invocation) === 'csv')
    return { ...extras, columns: TABLE_COLUMNS, payload_max: 200 }
  return columns ? { ...extras, columns } : extras
}

/** A page starts after a call if calls are sorted by start, else at an offset. */
function pageStart(invocation: Invocation, isByStart: boolean): Partial<CallsQueryRequest> {
  const cursor = invocation.text('cursor')
  if (cursor === undefined) return {}
  const slash = cursor.indexOf('/')
  if (!isByStart) return { offset: offsetOf(invocation) }
  if (slash < 0) throw new CommandLineError('--cursor must be one that a previous page printed')
  return { after: { started_at: cursor.slice(0, slash), id: cursor.slice(slash + 1) } }
}

const id = (title: string, value: Column<CallRecord>['value']): Column<CallRecord> => ({
  title,
  value,
  isWhole: true,
})

const columnsOf = (ids: readonly Column<CallRecord>[]): readonly Column<CallRecord>[] => [
  { title: 'STARTED', value: ({ started_at }) => started_at, text: ({ started_at }) => timeText(started_at) },
  { title: 'STATUS', value: statusOf, color: (call) => statusColor(statusOf(call)) },
  {
    title: 'LATENCY',
    align: 'right',
    value: latencyOf,
    text: (call) => durationText(latencyOf(call)),
  },
  {
    title: 'TOKENS',
    align: 'right',
    value: (call) => usageOf(call).tokens,
    text: (call) => countText(usageOf(call).tokens),
  },
  {
    title: 'COST',
    align: 'right',
    value: (call) => usageOf(call).cost,
    text: (call) => moneyText(usageOf(call).cost),
  },
  ...ids,
  { title: 'NAME', value: callName },
  { title: 'PREVIEW', value: previewOf, color: ({ exception }) => (exception ? 'red' : 'dim') },
]

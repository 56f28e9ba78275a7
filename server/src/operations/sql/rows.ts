import type { CallView } from '../../domain/calls/view.ts'
import { ServiceError } from '../../errors.ts'
import type { JsonText } from '../../json/text.ts'
import { formatDateTime } from '../../time.ts'
import { streamMatchingCalls } from '../calls/query.ts'
import { wholeFeedbackPages } from '../feedback/pages.ts'
import { newObjectSearch } from '../objects/objects.ts'
import type { Context } from '../operation.ts'
import type { SqlCell } from './engine.ts'
import { mentions } from './tables.ts'

/** More calls than this are refused before they fill the memory. */
const CALLS_MAX = 1_000_000

const PAYLOADS = ['inputs', 'output', 'attributes'] as const

const PLAIN = [
  'id',
  'trace_id',
  'parent_id',
  'thread_id',
  'turn_id',
  'op_name',
  'display_name',
  'started_at',
  'ended_at',
  'exception',
  'wb_user_id',
  'summary',
]

interface CallRequest {
  readonly project_id: string
  readonly sql: string
  readonly query?: JsonText
}

/** Rows of the table `calls`. Payloads are read only if the query can see them. */
export async function* callRows(
  context: Context,
  { sql, ...request }: CallRequest,
): AsyncGenerator<readonly SqlCell[]> {
  const payloads = PAYLOADS.filter((name) => hasStar(sql) || mentions(sql, name))
  const columns = [...PLAIN, ...payloads]
  let count = 0
  for await (const call of streamMatchingCalls(context, { ...request, columns, include_costs: true })) {
    if (++count > CALLS_MAX) {
      throw new ServiceError(
        'too_large',
        `There are over ${CALLS_MAX} calls: narrow them with since and until`,
      )
    }
    yield callRow(call, (name) => (payloads.includes(name) ? (call[name]?.text ?? null) : null))
  }
}

/** Whether it may select all columns. That of `count(*)` selects none. */
const hasStar = (sql: string): boolean => sql.replace(/\(\s*\*\s*\)/g, '').includes('*')

function callRow(call: CallView, payload: (name: (typeof PAYLOADS)[number]) => SqlCell): SqlCell[] {
  const { weave = {} } = JSON.parse(call.summary.text)
  const text = (value: unknown) => (typeof value === 'string' ? value : null)
  const number = (value: unknown) => (typeof value === 'number' ? value : null)
  const op = text(weave.op) ?? call.op_name
  return [
    call.id,
    call.trace_id,
    call.parent_id,
    call.thread_id,
    call.turn_id,
    call.display_name ?? text(weave.trace_name) ?? op,
    op,
    text(weave.kind),
    text(weave.status),
    sortable(call.started_at),
    call.ended_at && sortable(call.ended_at),
    number(weave.latency_ms),
    call.exception,
    number(weave.total_cost),
    text(weave.end_user),
    call.wb_user_id,
    payload('inputs'),
    payload('output'),
    payload('attributes'),
    call.summary.text,
  ]
}

/** Adds a missing fraction of a second, so that times sort as text. */
const sortable = (time: string): string => (time.includes('.') ? time : time.replace('Z', '.000000Z'))

/** Rows of the table `feedback`. */
export async function* feedbackRows(
  context: Context,
  project_id: string,
): AsyncGenerator<readonly SqlCell[]> {
  const calls = `weave:///${project_id}/call/`
  for await (const rows of wholeFeedbackPages(context, project_id)) {
    for (const { id, weave_ref, feedback_type, creator, wb_user_id, created_at, payload } of rows) {
      const call = weave_ref.startsWith(calls) ? weave_ref.slice(calls.length) : null
      yield [
        id,
        call,
        weave_ref,
        feedback_type,
        creator,
        wb_user_id,
        sortable(formatDateTime(created_at)),
        payload.text,
      ]
    }
  }
}

/** Rows of the table `objects`, without their values. */
export async function* objectRows(context: Context, project_id: string): AsyncGenerator<readonly SqlCell[]> {
  const search = newObjectSearch({ project_id })
  const versions = await context.reply.read((bytesMax) => context.storage.objects.find(search, bytesMax))
  for (const version of versions) {
    yield [
      version.object_id,
      version.digest,
      version.version_index,
      version.base_object_class ?? null,
      version.is_latest ? 1 : 0,
      sortable(formatDateTime(version.created_at)),
      version.wb_user_id ?? null,
    ]
  }
}

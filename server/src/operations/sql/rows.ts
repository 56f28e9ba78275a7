import type { CallView } from '../../domain/calls/view.ts'
import { callIdIn } from '../../domain/objects/ref.ts'
import { ServiceError } from '../../errors.ts'
import type { JsonText } from '../../json/text.ts'
import { formatDateTime } from '../../time.ts'
import { streamMatchingCalls } from '../calls/query.ts'
import { wholeFeedbackPages } from '../feedback/pages.ts'
import { newObjectSearch } from '../objects/objects.ts'
import type { Context } from '../operation.ts'
import type { SqlCell } from './engine.ts'
import { cellsIn, mentions } from './tables.ts'

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

const callCells = cellsIn('calls')
const feedbackCells = cellsIn('feedback')
const objectCells = cellsIn('objects')

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
  return callCells({
    id: call.id,
    trace_id: call.trace_id,
    parent_id: call.parent_id,
    thread_id: call.thread_id,
    turn_id: call.turn_id,
    name: call.display_name ?? text(weave.trace_name) ?? op,
    op,
    kind: text(weave.kind),
    status: text(weave.status),
    started_at: sortable(call.started_at),
    ended_at: call.ended_at && sortable(call.ended_at),
    latency_ms: number(weave.latency_ms),
    exception: call.exception,
    cost: number(weave.total_cost),
    end_user: text(weave.end_user),
    user_id: call.wb_user_id,
    inputs: payload('inputs'),
    output: payload('output'),
    attributes: payload('attributes'),
    summary: call.summary.text,
  })
}

/** Adds a missing fraction of a second, so that times sort as text. */
const sortable = (time: string): string => (time.includes('.') ? time : time.replace('Z', '.000000Z'))

/** Rows of the table `feedback`. */
export async function* feedbackRows(
  context: Context,
  project_id: string,
): AsyncGenerator<readonly SqlCell[]> {
  for await (const rows of wholeFeedbackPages(context, project_id)) {
    for (const { id, weave_ref, feedback_type, creator, wb_user_id, created_at, payload } of rows) {
      yield feedbackCells({
        id,
        call_id: callIdIn(project_id, weave_ref) ?? null,
        ref: weave_ref,
        type: feedback_type,
        creator,
        user_id: wb_user_id,
        created_at: sortable(formatDateTime(created_at)),
        payload: payload.text,
      })
    }
  }
}

/** Rows of the table `objects`, without their values. */
export async function* objectRows(context: Context, project_id: string): AsyncGenerator<readonly SqlCell[]> {
  const search = newObjectSearch({ project_id })
  const versions = await context.reply.read((bytesMax) => context.storage.objects.find(search, bytesMax))
  for (const version of versions) {
    yield objectCells({
      name: version.object_id,
      digest: version.digest,
      version: version.version_index,
      class: version.base_object_class ?? null,
      is_latest: version.is_latest ? 1 : 0,
      created_at: sortable(formatDateTime(version.created_at)),
      user_id: version.wb_user_id ?? null,
    })
  }
}

import { type JsonBytes, withBytesMember } from '../../json/bytes.ts'
import { membersOf, withMember } from '../../json/members.ts'
import { mayContain } from '../../json/strings.ts'
import { EMPTY_OBJECT, JsonText } from '../../json/text.ts'
import { quoted, writeObjectPieces } from '../../json/write.ts'
import { formatDateTime, type Micros } from '../../time.ts'
import type { CallCosts } from '../prices/costs.ts'
import type { StoredCall } from './call.ts'
import type { CallColumns } from './columns.ts'
import { callStatus, latencyMs, traceName } from './status.ts'

/** A call in responses. */
export interface CallView<Payload = JsonText> {
  readonly id: string
  readonly project_id: string
  readonly op_name: string
  readonly display_name: string | null
  readonly trace_id: string
  readonly parent_id: string | null
  readonly thread_id: string | null
  readonly turn_id: string | null
  readonly started_at: string
  readonly attributes: Payload
  readonly inputs: Payload
  readonly ended_at: string | null
  readonly exception: string | null
  readonly output: Payload | null
  readonly summary: JsonText
  readonly wb_user_id: string | null
  readonly wb_username?: string
  readonly wb_run_id: string | null
  readonly wb_run_step: number | null
  readonly wb_run_step_end: number | null
  readonly deleted_at: null
  readonly expire_at: string | null
  readonly storage_size_bytes: number | null
  readonly total_storage_size_bytes: number | null
}

/** Requested extras of a call; absent if not requested. */
export interface CallExtras {
  readonly costs?: CallCosts
  /** The array of this call's feedback. */
  readonly feedback?: JsonText
  readonly wb_username?: string
  readonly includeStorageSize?: boolean
  readonly totalStorageSizeBytes?: number
}

/** The record of a call in a response. `columns` are those it was read with. */
export function callView(call: StoredCall, columns: CallColumns, extras: CallExtras = {}): CallView {
  return viewOf(call, columns, extras, {
    attributes: attributesView(call),
    inputs: call.inputs ?? EMPTY_OBJECT,
  })
}

/** The JSON of that record in pieces: bytes stay as they are, to be sent without being decoded. */
export function callJson(
  call: StoredCall<JsonText | JsonBytes>,
  columns: CallColumns,
  extras: CallExtras,
): (string | Uint8Array)[] {
  const { attributes, otel_dump, inputs } = call
  const view = viewOf(call, columns, extras, {
    attributes:
      attributes && otel_dump
        ? withBytesMember(attributes, 'otel_span', otel_dump)
        : (attributes ?? EMPTY_OBJECT),
    inputs: inputs ?? EMPTY_OBJECT,
  })
  return writeObjectPieces(view)
}

function viewOf<Payload>(
  call: StoredCall<Payload>,
  { hidden }: CallColumns,
  extras: CallExtras,
  { attributes, inputs }: Pick<CallView<Payload>, 'attributes' | 'inputs'>,
): CallView<Payload> {
  const ifShown = <T>(column: (typeof hidden)[number], value: T): T | null =>
    hidden.includes(column) ? null : value
  return {
    id: call.id,
    project_id: call.project_id,
    op_name: call.op_name,
    display_name: ifShown('display_name', call.display_name),
    trace_id: call.trace_id,
    parent_id: ifShown('parent_id', call.parent_id),
    thread_id: ifShown('thread_id', call.thread_id),
    turn_id: ifShown('turn_id', call.turn_id),
    started_at: formatDateTime(call.started_at),
    attributes,
    inputs,
    ended_at: ifShown('ended_at', instantView(call.ended_at)),
    exception: call.exception,
    output: call.output,
    summary: summaryView(call, extras),
    wb_user_id: ifShown('wb_user_id', call.wb_user_id),
    ...(extras.wb_username !== undefined && { wb_username: extras.wb_username }),
    wb_run_id: ifShown('wb_run_id', call.wb_run_id),
    wb_run_step: ifShown('wb_run_step', call.wb_run_step),
    wb_run_step_end: ifShown('wb_run_step_end', call.wb_run_step_end),
    deleted_at: null,
    expire_at: ifShown('expire_at', instantView(call.expire_at)),
    storage_size_bytes: extras.includeStorageSize ? call.size_bytes : null,
    total_storage_size_bytes: extras.totalStorageSizeBytes ?? null,
  }
}

const instantView = (at: Micros | null) => (at === null ? null : formatDateTime(at))

function attributesView({ attributes, otel_dump }: StoredCall): JsonText {
  if (attributes === null) return EMPTY_OBJECT
  return otel_dump === null ? attributes : withMember(attributes, 'otel_span', otel_dump)
}

/** The summary as sent, with the server's own values under `weave`. */
function summaryView(call: StoredCall<unknown>, extras: CallExtras): JsonText {
  const sent = call.summary ?? EMPTY_OBJECT
  const derived = derivedMembers(call, extras)
  const kept = mayContain(sent, '"weave"') ? keptMembers(sent) : []
  return withMember(sent, 'weave', new JsonText(`{${[...kept, ...derived].join(',')}}`))
}

function derivedMembers(call: StoredCall<unknown>, { costs, feedback }: CallExtras): string[] {
  const members = [`"status":"${callStatus(call)}"`]
  const latency = latencyMs(call)
  if (latency !== undefined) members.push(`"latency_ms":${latency}`)
  if (call.display_name) members.push(`"display_name":${quoted(call.display_name)}`)
  else members.push(`"trace_name":${quoted(traceName(call.op_name))}`)
  if (call.usage_standing) members.push(`"usage_standing":"${call.usage_standing}"`)
  for (const name of FACTS) {
    const fact = call[name]
    if (fact) members.push(`"${name}":${quoted(fact)}`)
  }
  if (costs) members.push(...costMembers(costs))
  if (feedback) members.push(`"feedback":${feedback.text}`)
  return members
}

function costMembers({ models, total_cost, cost_source }: CallCosts): string[] {
  const members = models.size > 0 ? [`"costs":${JSON.stringify(Object.fromEntries(models))}`] : []
  if (total_cost !== null)
    members.push(`"total_cost":${JSON.stringify(total_cost)}`, `"cost_source":"${cost_source}"`)
  return members
}

/** Derived from the payloads when a call is written. */
const FACTS = ['kind', 'end_user', 'input_preview', 'output_preview'] as const

const DERIVED = new Set<string>([
  ...['status', 'latency_ms', 'display_name', 'trace_name', 'costs', 'feedback', 'usage_standing'],
  ...['total_cost', 'cost_source'],
  ...FACTS,
])

/** The client's own members of `weave`. */
function keptMembers(sent: JsonText): string[] {
  const weave = membersOf(sent)?.get('weave')
  const members = (weave && membersOf(weave)) ?? new Map<string, JsonText>()
  return [...members].flatMap(([key, { text }]) => (DERIVED.has(key) ? [] : `${JSON.stringify(key)}:${text}`))
}

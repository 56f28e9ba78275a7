import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { example } from './examples.ts'
import {
  DateTime,
  Empty,
  Maybe,
  Nullable,
  Payload,
  PayloadObject,
  ProjectId,
  ReplyObject,
  WrittenByServer,
} from './schema.ts'

/** The fields of a call's start; shared by start records and complete calls. */
export const startFields = {
  project_id: ProjectId,
  op_name: Type.String({ description: 'What ran: an op ref, or a plain name.', examples: ['answer'] }),
  display_name: Maybe(Type.String(), { description: 'Shown in place of the op name.' }),
  parent_id: Maybe(Type.String(), {
    description: 'The call that made this one; none for the root of a trace.',
  }),
  thread_id: Maybe(Type.String(), { description: 'The conversation the call belongs to.' }),
  turn_id: Maybe(Type.String(), {
    description: 'The turn of that conversation: the id of its outermost call.',
  }),
  started_at: DateTime(),
  attributes: PayloadObject({
    description: 'Metadata of the call. Credentials are redacted.',
  }),
  inputs: PayloadObject({ description: 'Arguments by name. Credentials are redacted.' }),
  otel_dump: Maybe(PayloadObject(), {
    description: 'The OpenTelemetry span; read back as attributes.otel_span.',
  }),
  wb_user_id: WrittenByServer,
  wb_run_id: Maybe(Type.String(), {
    description: 'The run that the call belongs to, as entity/project/run.',
  }),
  wb_run_step: Maybe(Type.Integer({ minimum: 0 })),
}

/** The fields of a call's end; shared by end records and complete calls. */
export const endFields = {
  ended_at: DateTime(),
  exception: Maybe(Type.String(), { description: 'Why the call failed; none when it succeeded.' }),
  output: Maybe(Payload()),
  summary: PayloadObject({
    description:
      'Totals of the run. `usage` maps models to token counters, `status_counts` counts outcomes below the call.',
    examples: [{ usage: { 'gpt-4o': { prompt_tokens: 12, completion_tokens: 3, requests: 1 } } }],
  }),
  wb_run_step_end: Maybe(Type.Integer({ minimum: 0 })),
}

export type CallStartRecord = Static<typeof CallStartRecord>
export const CallStartRecord = Type.Object({
  ...startFields,
  id: Maybe(Type.String(), { description: 'A new id by default.' }),
  trace_id: Maybe(Type.String(), { description: 'A new trace by default.' }),
})

export type CallEndRecord = Static<typeof CallEndRecord>
export const CallEndRecord = Type.Object({
  ...endFields,
  project_id: ProjectId,
  id: Type.String(),
  started_at: Maybe(DateTime(), { description: 'A hint; the value of the start takes precedence.' }),
})

export type StartedCall = Static<typeof StartedCall>
export const StartedCall = Type.Object({ id: Type.String(), trace_id: Type.String() })

export type CallRecord = Static<typeof CallRecord>
export const CallRecord = Type.Object({
  id: Type.String(),
  project_id: Type.String(),
  op_name: Type.String(),
  display_name: Nullable(Type.String()),
  trace_id: Type.String(),
  parent_id: Nullable(Type.String()),
  thread_id: Nullable(Type.String()),
  turn_id: Nullable(Type.String()),
  started_at: DateTime(),
  attributes: ReplyObject(),
  inputs: ReplyObject(),
  ended_at: Nullable(DateTime(), { description: 'Null while the call runs.' }),
  exception: Nullable(Type.String()),
  output: Type.Unknown(),
  summary: ReplyObject({
    description: 'As sent, with `weave`: status, latency_ms, and display_name or trace_name.',
  }),
  wb_user_id: Nullable(Type.String()),
  wb_username: Type.Optional(Type.String({ description: 'Only if requested and known.' })),
  wb_run_id: Nullable(Type.String()),
  wb_run_step: Nullable(Type.Integer()),
  wb_run_step_end: Nullable(Type.Integer()),
  deleted_at: Nullable(DateTime(), { description: 'Always null: deleted calls are not returned.' }),
  expire_at: Nullable(DateTime()),
  storage_size_bytes: Nullable(Type.Integer()),
  total_storage_size_bytes: Nullable(Type.Integer(), {
    description: 'Of the whole trace; on root calls only.',
  }),
})

/** Optional parts of a returned call; spread into a request's properties. */
export const includeFields = {
  include_costs: Maybe(Type.Boolean(), {
    description: 'Include the cost of the usage, as summary.weave.costs.',
  }),
  include_storage_size: Maybe(Type.Boolean()),
  include_total_storage_size: Maybe(Type.Boolean()),
}

/** The project in a path; each record still names its project, which must be the same. */
export const projectInPath = {
  entity: Type.String({ description: 'The part of the project id before the slash.' }),
  project: Type.String({ description: 'The part of the project id after the slash.' }),
}

const startExample = {
  project_id: example.project_id,
  id: example.call_id,
  trace_id: example.trace_id,
  op_name: 'answer',
  started_at: '2025-03-01T10:00:00Z',
  attributes: { env: 'test' },
  inputs: { question: '2+2?' },
}

const endExample = {
  project_id: example.project_id,
  id: example.call_id,
  ended_at: '2025-03-01T10:00:01.250Z',
  output: '4',
  summary: { usage: { 'gpt-4o': { prompt_tokens: 12, completion_tokens: 3, requests: 1 } } },
}

export const startCall = endpoint({
  method: 'POST',
  path: '/call/start',
  bodySize: 'payload',
  tag: 'calls',
  summary: 'Record that a call has started',
  request: Type.Object({ start: CallStartRecord }),
  example: { start: startExample },
  reply: StartedCall,
})

export const endCall = endpoint({
  method: 'POST',
  path: '/call/end',
  bodySize: 'payload',
  tag: 'calls',
  summary: 'Record that a call has ended',
  description: 'An end may arrive before its start; the call appears once both have arrived.',
  request: Type.Object({ end: CallEndRecord }),
  example: { end: endExample },
  reply: Empty,
})

export const startProjectCall = endpoint({
  method: 'POST',
  path: '/v2/{entity}/{project}/call/start',
  bodySize: 'payload',
  tag: 'calls',
  summary: 'Record that a call has started, in the project of the path',
  request: Type.Object({ ...projectInPath, start: CallStartRecord }),
  example: { entity: 'team', project: 'app', start: startExample },
  reply: StartedCall,
})

export const endProjectCall = endpoint({
  method: 'POST',
  path: '/v2/{entity}/{project}/call/end',
  bodySize: 'payload',
  tag: 'calls',
  summary: 'Record that a call has ended, in the project of the path',
  description: 'Unlike /call/end, returns 404 for a call that has not started.',
  request: Type.Object({ ...projectInPath, end: CallEndRecord }),
  example: { entity: 'team', project: 'app', end: endExample },
  reply: Empty,
})

export const readCall = endpoint({
  method: 'POST',
  path: '/call/read',
  tag: 'calls',
  summary: 'Read one call',
  description: 'Returns null for a call that is unknown, deleted or not yet started.',
  request: Type.Object({ project_id: ProjectId, id: Type.String(), ...includeFields }),
  example: { project_id: example.project_id, id: example.call_id, include_costs: true },
  reply: Type.Object({ call: Nullable(CallRecord) }),
})

export const updateCall = endpoint({
  method: 'POST',
  path: '/call/update',
  tag: 'calls',
  summary: 'Rename a call',
  request: Type.Object({
    project_id: ProjectId,
    call_id: Type.String(),
    display_name: Maybe(Type.String(), { description: 'Required; an empty string removes the name.' }),
    wb_user_id: WrittenByServer,
  }),
  example: { project_id: example.project_id, call_id: example.call_id, display_name: 'first try' },
  reply: Empty,
})

export const deleteCalls = endpoint({
  method: 'POST',
  path: '/calls/delete',
  tag: 'calls',
  summary: 'Delete calls with all their descendants',
  description: 'At most 1000 ids. A deleted call stays deleted, even if more is sent for it later.',
  request: Type.Object({
    project_id: ProjectId,
    call_ids: Type.Array(Type.String()),
    wb_user_id: WrittenByServer,
  }),
  example: { project_id: example.project_id, call_ids: [example.call_id] },
  reply: Type.Object({
    num_deleted: Type.Integer({ description: 'Number of deleted calls, descendants included.' }),
  }),
})

export const closeCalls = endpoint({
  method: 'POST',
  path: '/calls/close',
  tag: 'calls',
  summary: 'End calls that never ended, as failed',
  description:
    'They end when they started. Calls that have ended and unknown ids are ignored; an end that still arrives from the traced program replaces this one.',
  request: Type.Object({
    project_id: ProjectId,
    call_ids: Type.Array(Type.String(), { maxItems: 1000 }),
  }),
  example: { project_id: example.project_id, call_ids: [example.call_id] },
  reply: Type.Object({ num_closed: Type.Integer({ description: 'Number of calls that were open.' }) }),
})

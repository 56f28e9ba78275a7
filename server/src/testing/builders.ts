import {
  type CallBatchItem,
  type CallCompleteRecord,
  completeCalls,
  upsertCalls,
} from '@heddle/contract/call-batches'
import { type CallEndRecord, type CallRecord, type CallStartRecord, readCall } from '@heddle/contract/calls'
import { type CallsQueryRequest, queryCalls } from '@heddle/contract/calls-query'
import type { FeedbackCreateRequest } from '@heddle/contract/feedback'
import type { QueryOperand, QueryOperation } from '@heddle/contract/query'
import type { Service } from './service.ts'

/** The start of a call. */
export function start(project_id: string, fields: Partial<CallStartRecord> = {}): CallStartRecord {
  return {
    project_id,
    op_name: 'answer',
    started_at: '2025-03-01T10:00:00Z',
    attributes: {},
    inputs: {},
    ...fields,
  }
}

/** The end of a call, 1250 ms later. */
export function end(project_id: string, id: string, fields: Partial<CallEndRecord> = {}): CallEndRecord {
  return { project_id, id, ended_at: '2025-03-01T10:00:01.250Z', summary: {}, ...fields }
}

/** Start and end of a call. */
export function finished(
  project_id: string,
  id: string,
  fields: Partial<CallCompleteRecord> = {},
): CallCompleteRecord {
  return { ...end(project_id, id), ...start(project_id), trace_id: 't1', ...fields, id }
}

/** Feedback with a note on the call c1. */
export function note(
  project_id: string,
  text: string,
  fields: Partial<FeedbackCreateRequest> = {},
): FeedbackCreateRequest {
  return {
    project_id,
    weave_ref: `weave:///${project_id}/call/c1`,
    feedback_type: 'wandb.note.1',
    payload: { note: text },
    ...fields,
  }
}

/** Feedback of a type of its own on the call c1. */
export const custom = (project_id: string, payload: object, fields: Partial<FeedbackCreateRequest> = {}) =>
  note(project_id, '', { feedback_type: 'custom', payload, ...fields })

export const field = (path: string): QueryOperand => ({ $getField: path })
export const literal = (value: unknown): QueryOperand => ({ $literal: value })
export const equal = (path: string, value: unknown): QueryOperation => ({
  $eq: [field(path), literal(value)],
})

/** A start or end as an item of a batch. */
export function batchItem(half: CallStartRecord | CallEndRecord): CallBatchItem {
  return 'op_name' in half ? { mode: 'start', req: { start: half } } : { mode: 'end', req: { end: half } }
}

/** Sends starts and ends in one batch, in this order. */
export async function record(service: Service, ...parts: (CallStartRecord | CallEndRecord)[]) {
  await service.call(upsertCalls, { batch: parts.map(batchItem) })
}

/** Sends calls that have ended, all of the project of the first. */
export async function recordFinished(service: Service, ...calls: CallCompleteRecord[]) {
  const [entity = '', project = ''] = calls[0]?.project_id.split('/') ?? []
  await service.call(completeCalls, { entity, project, batch: calls })
}

/** The calls that match, in order. */
export async function callsOf(
  service: Service,
  project_id: string,
  request: Partial<CallsQueryRequest> = {},
): Promise<CallRecord[]> {
  return (await service.call(queryCalls, { project_id, ...request })).calls
}

/** The ids of the calls that match, in order. */
export async function idsOf(
  service: Service,
  project_id: string,
  request: Partial<CallsQueryRequest> = {},
): Promise<string[]> {
  return (await callsOf(service, project_id, request)).map(({ id }) => id)
}

export async function readOne(
  service: Service,
  project_id: string,
  id: string,
  options: { include_costs?: boolean } = {},
): Promise<CallRecord | null> {
  return (await service.call(readCall, { project_id, id, ...options })).call
}

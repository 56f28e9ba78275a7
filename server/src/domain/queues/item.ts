import type { AnnotationItemRecord } from '@heddle/contract/annotation-queues'
import { ServiceError } from '../../errors.ts'
import { derivedId } from '../../id.ts'
import { formatDateTime, type Micros } from '../../time.ts'
import type { StoredCall } from '../calls/call.ts'

export type AnnotationState = AnnotationItemRecord['annotation_state']

/** A call in a queue, as it was when it was added. */
export interface AnnotationItem {
  readonly project_id: string
  readonly id: string
  readonly queue_id: string
  readonly call_id: string
  readonly call_started_at: Micros
  readonly call_ended_at: Micros | null
  readonly call_op_name: string
  readonly call_trace_id: string
  /** The fields of the call that annotators see. */
  readonly display_fields: readonly string[]
  readonly added_by: string
  /** The latest state that any annotator set. */
  readonly annotation_state: AnnotationState
  readonly annotator_user_id: string | null
  readonly created_at: Micros
  readonly created_by: string
  readonly updated_at: Micros
}

interface Addition {
  readonly queue_id: string
  readonly display_fields: readonly string[]
  readonly added_by: string
  readonly now: Micros
}

export function newAnnotationItem(call: StoredCall, addition: Addition): AnnotationItem {
  const { queue_id, display_fields, added_by, now } = addition
  return {
    project_id: call.project_id,
    // Adding a call twice creates one item.
    id: derivedId(queue_id, call.id),
    queue_id,
    call_id: call.id,
    call_started_at: call.started_at,
    call_ended_at: call.ended_at,
    call_op_name: call.op_name,
    call_trace_id: call.trace_id,
    display_fields,
    added_by,
    annotation_state: 'unstarted',
    annotator_user_id: null,
    created_at: now,
    created_by: added_by,
    updated_at: now,
  }
}

/** The states that an annotator may set after each of their own. Setting the same state again changes nothing. */
const NEXT_STATES: Record<AnnotationState, readonly AnnotationState[]> = {
  unstarted: ['in_progress', 'completed', 'skipped'],
  in_progress: ['completed', 'skipped'],
  completed: [],
  skipped: [],
}

/** Whether `next` changes the state of an annotator. Throws if this change is not allowed. */
export function advances(from: AnnotationState | undefined, next: AnnotationState): boolean {
  if (from === next) return false
  if (NEXT_STATES[from ?? 'unstarted'].includes(next)) return true
  throw new ServiceError(
    'invalid_request',
    `annotation_state cannot go from ${from ?? 'unstarted'} to ${next}`,
  )
}

/** An item in responses, with its position if requested. */
export function itemView(item: AnnotationItem, position: number | null = null) {
  return {
    ...item,
    call_started_at: formatDateTime(item.call_started_at),
    call_ended_at: item.call_ended_at === null ? null : formatDateTime(item.call_ended_at),
    created_at: formatDateTime(item.created_at),
    updated_at: formatDateTime(item.updated_at),
    // Items are never removed from their queue.
    deleted_at: null,
    position_in_queue: position,
  }
}

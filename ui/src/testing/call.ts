import type { CallRecord } from '@heddle/contract/calls'

/** A call that has just started, with these fields. */
export function call(fields: Partial<CallRecord> = {}): CallRecord {
  return {
    id: 'call-1',
    project_id: 'team/app',
    op_name: 'answer',
    display_name: null,
    trace_id: 'trace-1',
    parent_id: null,
    thread_id: null,
    turn_id: null,
    started_at: '2025-03-01T10:00:00Z',
    attributes: {},
    inputs: {},
    ended_at: null,
    exception: null,
    output: null,
    summary: {},
    wb_user_id: null,
    wb_run_id: null,
    wb_run_step: null,
    wb_run_step_end: null,
    deleted_at: null,
    expire_at: null,
    storage_size_bytes: null,
    total_storage_size_bytes: null,
    ...fields,
  }
}

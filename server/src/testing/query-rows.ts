import { sortedLatencyMs, sortedStatus, traceName } from '../domain/calls/status.ts'
import { FEEDBACK_DEFAULTS } from '../domain/feedback/feedback.ts'
import { callRef } from '../domain/objects/ref.ts'
import { JsonText } from '../json/text.ts'
import type { CallRow, FeedbackRow, ObjectRow, PriceRow, QueryCase, Rows } from '../query/cases/case.ts'
import { PROJECT_ID } from '../query/cases/case.ts'
import type { ComputedName, PlainField } from '../query/field.ts'
import type { RowReader } from '../query/row.ts'

/** The rows of a case's resource as the evaluator reads them, in their order, with their ids. */
export function rowReaders(resource: QueryCase['resource'], rows: Rows): { id: string; reader: RowReader }[] {
  switch (resource) {
    case 'calls':
      return (rows.calls ?? []).map((row) => ({ id: row.id, reader: callReader(wholeCall(row), rows) }))
    case 'feedback':
      return (rows.feedback ?? []).map((row) => ({ id: row.id, reader: recordReader(wholeFeedback(row)) }))
    case 'prices':
      return (rows.prices ?? []).map((row) => ({ id: row.id, reader: recordReader(wholePrice(row)) }))
  }
}

/** A call with everything that the row of a case leaves out. */
export function wholeCall(row: CallRow) {
  return {
    parent_id: null,
    thread_id: null,
    turn_id: null,
    trace_id: 'trace',
    op_name: 'op',
    display_name: null,
    renamed_to: null,
    started_at: 1,
    ended_at: null,
    wb_user_id: 'user',
    wb_run_id: null,
    wb_run_step: null,
    wb_run_step_end: null,
    exception: null,
    descendant_failed: false,
    attributes: '{}',
    inputs: '{}',
    output: null,
    summary: null,
    otel_dump: null,
    input_refs: [],
    output_refs: [],
    queue_ids: [],
    expire_at: null,
    ...row,
  }
}

export function wholeFeedback(row: FeedbackRow) {
  return {
    ...FEEDBACK_DEFAULTS,
    weave_ref: callRef(PROJECT_ID, 'none'),
    wb_user_id: 'user',
    created_at: 1,
    feedback_type: 'custom',
    payload: '{}',
    ...row,
  }
}

export function wholePrice(row: PriceRow) {
  return {
    pricing_level: 'project',
    pricing_level_id: PROJECT_ID,
    provider_id: 'default',
    llm_id: 'model',
    effective_date: 1,
    prompt_token_cost: 0,
    completion_token_cost: 0,
    cache_read_input_token_cost: 0,
    cache_creation_input_token_cost: 0,
    prompt_token_cost_unit: 'USD',
    completion_token_cost_unit: 'USD',
    created_by: 'user',
    created_at: 1,
    ...row,
  }
}

function callReader(call: ReturnType<typeof wholeCall>, rows: Rows): RowReader {
  const record = recordReader({ ...call, display_name: (call.renamed_to ?? call.display_name) || null })
  return {
    ...record,
    plain: (field) => (field.kind === 'computed' ? computed(field.name, call) : record.plain(field)),
    feedback: () => feedbackOn(call.id, rows.feedback ?? []),
    object: (ref) => objectAt(ref, rows.objects ?? []),
  }
}

function computed(name: ComputedName, call: ReturnType<typeof wholeCall>) {
  const outcome = { ...call, failed: call.exception !== null }
  switch (name) {
    case 'status':
      return sortedStatus(outcome)
    case 'latency_ms':
      return sortedLatencyMs(outcome) ?? null
    case 'trace_name':
      return ((call.renamed_to ?? call.display_name) || null) ?? traceName(call.op_name)
    case 'op':
      return traceName(call.op_name)
  }
}

function feedbackOn(callId: string, rows: readonly FeedbackRow[]) {
  return rows
    .map(wholeFeedback)
    .filter((row) => row.weave_ref === callRef(PROJECT_ID, callId))
    .map((row) => ({ ...row, payload: new JsonText(row.payload) }))
}

function objectAt(ref: string, rows: readonly ObjectRow[]): JsonText | null {
  const found = rows.find((row) => row.ref === ref && !row.deleted)
  return found ? new JsonText(found.val) : null
}

function recordReader(record: object): RowReader {
  const columns = new Map<string, unknown>(Object.entries({ ...record, project_id: PROJECT_ID }))
  return {
    plain: (field) => plainValue(field, columns),
    elements: ({ name }) => elementsOf(columns.get(name)),
    json: (name) => {
      const text = columns.get(name)
      return typeof text === 'string' ? new JsonText(text) : null
    },
    feedback: () => [],
    object: () => null,
  }
}

function plainValue(field: PlainField, columns: ReadonlyMap<string, unknown>): string | number | null {
  switch (field.kind) {
    case 'column':
      return scalar(columns.get(field.name))
    case 'map': {
      const map = new Map<string, unknown>(Object.entries(columns.get(field.column) ?? {}))
      return scalar(map.get(field.key))
    }
    case 'computed':
      return null
  }
}

function elementsOf(collection: unknown): string[] {
  return Array.isArray(collection) ? collection.map(String) : Object.keys(collection ?? {})
}

const scalar = (value: unknown): string | number | null =>
  typeof value === 'string' || typeof value === 'number' ? value : null

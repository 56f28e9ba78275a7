import { traceName } from '../domain/calls/status.ts'
import { FEEDBACK_DEFAULTS } from '../domain/feedback/feedback.ts'
import { callRef } from '../domain/objects/ref.ts'
import type { Price } from '../domain/prices/price.ts'
import { JsonText } from '../json/text.ts'
import type {
  CallRow,
  FeedbackRow,
  ObjectRow,
  PriceRow,
  QueryCase,
  Rows,
  SpanRow,
} from '../query/cases/case.ts'
import { columnReader, type RowReader } from '../query/row.ts'
import { agentSpan } from './agent-spans.ts'

interface ReadableRow {
  readonly id: string
  readonly reader: RowReader
}

/** The rows of a case's resource as the evaluator reads them, in their order, with their ids. */
export function rowReaders(resource: QueryCase['resource'], projectId: string, rows: Rows): ReadableRow[] {
  const read = (record: object) => columnReader({ ...record, project_id: projectId })
  switch (resource) {
    case 'calls':
      return (rows.calls ?? []).map((row, index) => {
        return { id: row.id, reader: callReader(wholeCall(row, index), projectId, rows) }
      })
    case 'feedback':
      return (rows.feedback ?? []).map((row, index) => ({
        id: row.id,
        reader: read(wholeFeedback(projectId, row, index)),
      }))
    case 'prices':
      return (rows.prices ?? []).map((row, index) => ({
        id: row.id,
        reader: read(wholePrice(projectId, row, index)),
      }))
    case 'agent_spans':
      return (rows.agent_spans ?? []).map((row) => ({ id: row.id, reader: spanReader(projectId, row) }))
    case 'table_rows':
      return (rows.table_rows ?? []).map((row) => ({ id: row.id, reader: read(row) }))
  }
}

/** A call with everything that the row of a case leaves out. Rows start one after the other. */
export function wholeCall(row: CallRow, index: number) {
  return {
    parent_id: null,
    thread_id: null,
    turn_id: null,
    trace_id: 'trace',
    op_name: 'op',
    display_name: null,
    renamed_to: null,
    started_at: index + 1,
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
    summary: row.ended_at === undefined ? null : '{}',
    otel_dump: null,
    input_refs: [],
    output_refs: [],
    queue_ids: [],
    expire_at: null,
    kind: null,
    end_user: null,
    ...row,
  }
}

export function wholeFeedback(projectId: string, row: FeedbackRow, index: number) {
  return {
    ...FEEDBACK_DEFAULTS,
    project_id: projectId,
    weave_ref: callRef(projectId, 'none'),
    wb_user_id: 'user',
    created_at: index + 1,
    feedback_type: 'custom',
    payload: '{}',
    ...row,
  }
}

export function wholePrice(projectId: string, row: PriceRow, index: number): Price {
  return {
    pricing_level: 'project',
    pricing_level_id: projectId,
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
    created_at: index + 1,
    ...row,
  }
}

export function wholeSpan(projectId: string, { id, custom_attrs = '{}', ...row }: SpanRow) {
  return agentSpan(projectId, id, { ...row, custom_attrs: new JsonText(custom_attrs) })
}

function spanReader(projectId: string, row: SpanRow): RowReader {
  const span = wholeSpan(projectId, row)
  return columnReader({ ...span, custom_attrs: span.custom_attrs.text })
}

function callReader(call: ReturnType<typeof wholeCall>, projectId: string, rows: Rows): RowReader {
  const record = columnReader({
    ...call,
    project_id: projectId,
    display_name: displayName(call),
    op: traceName(call.op_name),
    failed: call.exception !== null,
  })
  return {
    ...record,
    feedback: () => feedbackOn(projectId, call.id, rows.feedback ?? []),
    object: (ref) => objectAt(ref, rows.objects ?? []),
  }
}

const displayName = ({ renamed_to, display_name }: ReturnType<typeof wholeCall>): string | null =>
  (renamed_to ?? display_name) || null

function feedbackOn(projectId: string, callId: string, rows: readonly FeedbackRow[]) {
  return rows
    .map((row, index) => wholeFeedback(projectId, row, index))
    .filter((row) => row.weave_ref === callRef(projectId, callId))
    .map((row) => ({ ...row, payload: new JsonText(row.payload) }))
}

function objectAt(ref: string, rows: readonly ObjectRow[]): JsonText | null {
  const found = rows.find((row) => row.ref === ref && !row.deleted)
  return found ? new JsonText(found.val) : null
}

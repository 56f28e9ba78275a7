import { tokensOfCall } from '../../../domain/calls/usage-totals.ts'
import { JsonText } from '../../../json/text.ts'
import type { CollectionField, StoredField } from '../../../query/expression.ts'
import type { RowReader } from '../../../query/row.ts'
import type { LiteralValue } from '../../../query/values.ts'
import type { PartColumn, VisibleRecord } from './call-records.ts'
import { shownName, usageOf } from './stored-call.ts'

/** Values of a call, besides its parts, for the evaluator. */
interface CallContext extends Pick<RowReader, 'feedback' | 'object'> {
  readonly projectId: string
  readonly failedBelow: ReadonlySet<string>
  readonly queueIds: readonly string[]
  readonly cost: number | null
  /** The token of a leaf; empty if the call has none. */
  token(name: string): string
}

/** A call as the evaluator reads it. Values are read lazily: one or two decide about most calls. */
export class CallRow implements RowReader {
  readonly feedback: RowReader['feedback']
  readonly object: RowReader['object']
  readonly #call: VisibleRecord<PartColumn>
  readonly #context: CallContext

  constructor(call: VisibleRecord<PartColumn>, context: CallContext) {
    this.#call = call
    this.#context = context
    this.feedback = context.feedback
    this.object = context.object
  }

  stored(field: StoredField): LiteralValue {
    if (field.kind !== 'column') return null
    const { id, start, end, rename } = this.#call
    switch (field.name) {
      case 'id':
        return id
      case 'project_id':
        return this.#context.projectId
      case 'display_name':
        return shownName(start, rename)
      case 'failed':
        return end?.failed ?? 0
      case 'descendant_failed':
        return end?.descendant_failed === 1 || this.#context.failedBelow.has(id) ? 1 : 0
      case 'tokens':
        return tokensOfCall(usageOf(id, end))
      case 'cost':
        return this.#context.cost
      case 'ended_at':
      case 'exception':
      case 'wb_run_step_end':
        return end?.[field.name] ?? null
      case 'trace_id':
      case 'parent_id':
      case 'thread_id':
      case 'turn_id':
      case 'op_name':
      case 'op':
      case 'started_at':
      case 'expire_at':
      case 'wb_user_id':
      case 'end_user':
      case 'wb_run_id':
      case 'wb_run_step':
      case 'kind':
      case 'is_span':
      case 'otel_dump':
        return start[field.name]
      default:
        return null
    }
  }

  elements({ name }: CollectionField): readonly string[] {
    const { start, end } = this.#call
    switch (name) {
      case 'input_refs':
        return start.refs
      case 'output_refs':
        return end?.refs ?? []
      case 'queue_ids':
        return this.#context.queueIds
      default:
        return []
    }
  }

  json(column: string): JsonText | null {
    const text = this.#text(column)
    return text === null || text === undefined ? null : new JsonText(text)
  }

  #text(column: string): string | null | undefined {
    const { start, end } = this.#call
    switch (column) {
      case 'attributes':
      case 'inputs':
        return start[column]
      case 'output':
      case 'summary':
        return end?.[column]
      default:
        return this.#context.token(column) || null
    }
  }
}

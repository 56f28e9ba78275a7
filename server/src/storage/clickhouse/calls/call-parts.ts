import type { CallEnd, CallStart } from '../../../domain/calls/call.ts'
import { traceName } from '../../../domain/calls/status.ts'
import { isNothing } from '../../../domain/calls/usage-totals.ts'
import type { ModelUsage } from '../../../domain/prices/price.ts'
import { compareTexts } from '../../../query/values.ts'
import type { CallBatch, CallPart } from '../../port/calls.ts'
import { storable } from '../literals.ts'
import { newRowBatch } from '../schema/encoders.ts'
import { DeferredInteger, type EncodedRows } from '../schema/row-encoder.ts'
import { ChangedCalls } from './call-changes.ts'
import { leavesOf } from './call-leaves.ts'

/** A large write is stored in groups, so that other writes get their turn. */
const PARTS_PER_GROUP = 4_000

/** Parts whose rows are inserted together. */
export interface PartGroup {
  readonly heads: EncodedRows
  readonly parts: EncodedRows
  readonly events: EncodedRows
  readonly calls: ChangedCalls
  /** One for each part, in their order. */
  readonly versions: readonly DeferredInteger[]
}

/**
 * Encodes parts as they are added, so that what they were made of can be collected while they wait for ClickHouse. Versions are set when
 * they are inserted: another write may come first.
 */
export class EncodedParts implements CallBatch {
  readonly #groups: PartGroup[] = []
  #group = new OpenGroup()

  add(parts: readonly CallPart[]): void {
    for (const part of parts) {
      this.#group.add(part)
      if (this.#group.count === PARTS_PER_GROUP) this.#closeGroup()
    }
  }

  /** Everything that was added. The batch must not be used any more. */
  finish(): readonly PartGroup[] {
    if (this.#group.count > 0) this.#closeGroup()
    return this.#groups
  }

  #closeGroup(): void {
    this.#groups.push(this.#group.finish())
    this.#group = new OpenGroup()
  }
}

class OpenGroup {
  readonly #heads = newRowBatch('call_heads')
  readonly #parts = newRowBatch('call_parts')
  readonly #events = newRowBatch('call_events')
  readonly #calls = new ChangedCalls()
  readonly #versions: DeferredInteger[] = []

  get count(): number {
    return this.#versions.length
  }

  add(part: CallPart): void {
    const { project_id, id } = keyOf(part)
    const version = new DeferredInteger()
    switch (part.part) {
      case 'start': {
        const row = startRow(part.start, version)
        this.#parts.add(row)
        this.#heads.addSubsetOf(row)
        break
      }
      case 'end':
        this.#parts.add(endRow(part.end, version))
        break
      case 'rename':
      case 'delete':
        this.#parts.add({ ...part, version })
        break
      case 'event':
        this.#events.add({ project_id, id, key: part.key, version, event: part.event.text })
    }
    this.#calls.add(project_id, id)
    this.#versions.push(version)
  }

  finish(): PartGroup {
    return {
      heads: this.#heads.finish(),
      parts: this.#parts.finish(),
      events: this.#events.finish(),
      calls: this.#calls,
      versions: this.#versions,
    }
  }
}

const keyOf = (part: CallPart): { readonly project_id: string; readonly id: string } => {
  switch (part.part) {
    case 'start':
      return part.start
    case 'end':
      return part.end
    case 'rename':
    case 'delete':
    case 'event':
      return part
  }
}

/** All columns are listed: an object made from others by spreading takes ten times as long. */
function startRow(start: CallStart, version: DeferredInteger) {
  const { leaf_paths, leaf_tokens } = leavesOf({ attributes: start.attributes, inputs: start.inputs })
  return {
    part: 'start',
    version,
    project_id: start.project_id,
    id: start.id,
    started_at: start.started_at,
    trace_id: start.trace_id,
    parent_id: start.parent_id,
    thread_id: start.thread_id,
    turn_id: start.turn_id,
    op_name: start.op_name,
    op: traceName(start.op_name),
    wb_user_id: start.wb_user_id,
    wb_run_id: start.wb_run_id,
    end_user: start.end_user,
    kind: start.kind,
    display_name: start.display_name,
    expire_at: start.expire_at,
    wb_run_step: start.wb_run_step,
    response_id: start.response_id,
    is_span: start.otel_dump ? 1 : 0,
    preview: start.input_preview,
    has_content: start.input_preview ? 1 : 0,
    refs: asSet(start.input_refs),
    leaf_paths,
    leaf_tokens,
    attributes: start.attributes.text,
    inputs: start.inputs.text,
    otel_dump: start.otel_dump?.text ?? null,
  }
}

function endRow(end: CallEnd, version: DeferredInteger) {
  const { leaf_paths, leaf_tokens } = leavesOf({ output: end.output, summary: end.summary })
  return {
    part: 'end',
    version,
    project_id: end.project_id,
    id: end.id,
    ended_at: end.ended_at,
    failed: end.exception ? 1 : 0,
    descendant_failed: end.descendant_failed ? 1 : 0,
    wb_run_step_end: end.wb_run_step_end,
    has_usage: end.usage.every(isNothing) ? 0 : 1,
    // As text, so that costs keep all their digits.
    usage: end.usage.length === 0 ? '' : JSON.stringify(storableUsage(end.usage)),
    preview: end.output_preview,
    has_content: end.output_preview ? 1 : 0,
    refs: asSet(end.output_refs),
    leaf_paths,
    leaf_tokens,
    output: end.output?.text ?? null,
    summary: end.summary.text,
    exception: end.exception,
  }
}

/** Sets are stored as SQLite lists them, so that a copy of one engine is equal to the other. */
function asSet(refs: readonly string[]): readonly string[] {
  return refs.length < 2 ? refs : [...new Set(refs.map(storable))].sort(compareTexts)
}

/**
 * JSON would keep the names as they came, escaped, and ClickHouse reads no number of a text with half a surrogate pair. Of two
 * equal names the last counts.
 */
function storableUsage(usage: readonly ModelUsage[]): readonly ModelUsage[] {
  const byModel = new Map<string, ModelUsage>()
  for (const reported of usage) {
    const model = storable(reported.model)
    const request_model = reported.request_model && storable(reported.request_model)
    byModel.set(model, { ...reported, model, request_model })
  }
  return [...byModel.values()].sort((a, b) => compareTexts(a.model, b.model))
}

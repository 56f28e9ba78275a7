import type { CallEnd, CallStart } from '../domain/calls/call.ts'
import { type CompleteRecord, newCompleteCall } from '../domain/calls/new-call.ts'
import { JsonNumber } from '../json/number.ts'
import type { JsonMap, JsonValue } from '../json/tree.ts'
import { jsonTextOf } from '../json/write.ts'
import { formatDateTime, type Micros, parseDateTime } from '../time.ts'
import { attributeTree } from './attribute-tree.ts'
import { callAttributes } from './call-attributes.ts'
import { usageOf } from './call-usage.ts'
import { find, findInteger, findText } from './conventions/find.ts'
import { plain } from './conventions/plain.ts'
import type { PlacedSpan } from './placed-span.ts'
import { opRefOf } from './placeholder-op.ts'
import type { Span } from './span.ts'
import { microsOf, spanDump } from './span-dump.ts'
import { checkSpanIds } from './span-ids.ts'
import { checkSpanTimes } from './span-times.ts'

/** Makes the two halves of the call that a span tells of, or refuses the span. */
export function callFromSpan(
  placed: PlacedSpan,
  author: Parameters<typeof newCompleteCall>[1],
): { start: CallStart; end: CallEnd } {
  const { project_id, resource, scope, span } = placed
  checkSpanIds(span)
  checkSpanTimes(span)
  const tree = attributeTree(span.attributes)
  const record: CompleteRecord = {
    project_id,
    id: span.span_id,
    trace_id: span.trace_id,
    parent_id: span.parent_span_id,
    op_name: opRefOf(project_id, span.name),
    display_name: findText('display_name', tree) ?? '',
    exception: exceptionOf(span),
    ...timesOf(span, tree),
    ...threadOf(span, tree),
    ...runOf(project_id, tree),
    ...payloadsOf(tree),
    otel_dump: spanDump(span, tree, scope, resource),
  }
  return newCompleteCall(record, author, ['span'])
}

/** A span that fails without a word still gives a call that failed. */
function exceptionOf({ status, events }: Span): string {
  if (status.code !== 'ERROR') return ''
  const told = events.findLast(({ name }) => name === 'exception')?.attributes.get('exception.message')
  return status.message || (typeof told === 'string' ? told : '') || 'Error'
}

/** A span without an end is taken to have ended as it began: what is exported runs no more. */
function timesOf({ start_nanos, end_nanos }: Span, tree: JsonMap) {
  return {
    started_at: formatDateTime(givenTime('started_at', tree) ?? microsOf(start_nanos)),
    ended_at: formatDateTime(givenTime('ended_at', tree) ?? microsOf(end_nanos || start_nanos)),
  }
}

/** A time that an attribute sets: ISO 8601 text, or an integer of nanoseconds. */
function givenTime(field: 'started_at' | 'ended_at', tree: JsonMap): Micros | undefined {
  const value = find(field, tree)?.value
  if (typeof value === 'string') return parseDateTime(value)
  if (!(value instanceof JsonNumber && UNSIGNED_64.test(value.token))) return undefined
  return microsOf(BigInt(value.token))
}

const UNSIGNED_64 = /^\d{1,19}$/

/** Conversations make turns of their spans by themselves; other threads only where the span says so. */
function threadOf({ span_id }: Span, tree: JsonMap) {
  const conversation = findText('conversation_id', tree)
  const thread_id = conversation || findText('thread_id', tree) || ''
  const said = find('is_turn', tree)?.value
  const isTurn = typeof said === 'boolean' ? said : Boolean(conversation)
  return { thread_id, turn_id: isTurn && thread_id !== '' ? span_id : '' }
}

function runOf(projectId: string, tree: JsonMap) {
  const run = findText('wb_run_id', tree) ?? ''
  const step = findInteger('wb_run_step', tree)
  const stepEnd = findInteger('wb_run_step_end', tree)
  return {
    wb_run_id: run === '' || /[/:]/.test(run) ? '' : `${projectId}/${run}`,
    ...(step !== undefined && { wb_run_step: step }),
    ...(stepEnd !== undefined && { wb_run_step_end: stepEnd }),
  }
}

/** Where no convention knows the span, all its attributes are those of the call. */
function payloadsOf(tree: JsonMap) {
  const attributes = callAttributes(tree)
  const inputs = inputsOf(tree)
  const output = outputOf(tree)
  const usage = usageOf(tree, attributes.get('model_parameters'))
  const isKnown = attributes.size > 0 || inputs !== undefined || output !== undefined || usage !== undefined
  return {
    attributes: jsonTextOf(isKnown ? attributes : tree),
    inputs: jsonTextOf(inputs ?? {}),
    output: jsonTextOf(output ?? {}),
    summary: jsonTextOf({ usage }),
  }
}

function inputsOf(tree: JsonMap): JsonMap | undefined {
  const found = find('inputs', tree)
  if (found === undefined) return undefined
  const { key, value } = found
  return value instanceof Map && plain.inputs?.includes(key) ? value : new Map([[key, value]])
}

function outputOf(tree: JsonMap): JsonValue | undefined {
  const found = find('output', tree)
  if (found === undefined) return undefined
  const { key, value } = found
  return plain.output?.includes(key) ? value : new Map([[key, value]])
}

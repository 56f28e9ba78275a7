import {
  type CompleteRecord,
  DISPLAY_NAME_CHARACTERS_MAX,
  newCompleteCall,
  type UndescribedEnd,
  type UndescribedStart,
} from '../domain/calls/new-call.ts'
import { JsonNumber } from '../json/number.ts'
import { EMPTY_OBJECT } from '../json/text.ts'
import { joinedJson, jsonTextOf } from '../json/write.ts'
import type { SpanAttributes } from '../semconv/span-attributes.ts'
import { type Micros, parseDateTime } from '../time.ts'
import { callAttributes, commonCount, customAttributesOf } from './call-attributes.ts'
import { exceptionOf } from './exception.ts'
import { inputsOf, outputOf } from './payloads.ts'
import type { PlacedSpan } from './placed-span.ts'
import { opRefOf } from './placeholder-op.ts'
import { type ReadSpan, readSpan } from './read-span.ts'
import type { Membership } from './sessions.ts'
import { microsOf, spanDump } from './span-dump.ts'
import { spanTimes } from './span-times.ts'
import { summaryOf } from './usage.ts'

interface CallFromSpan {
  readonly start: UndescribedStart
  readonly end: UndescribedEnd
  /** The span of the start's dump, so that it need not be parsed; undefined if the dump differs from it. */
  readonly span: ReadSpan | undefined
}

/** Converts a span to a call. Throws if it cannot be stored. */
export function callFromSpan(
  placed: PlacedSpan,
  membership: Membership | undefined,
  author: Parameters<typeof newCompleteCall>[1],
): CallFromSpan {
  const read = readSpan(placed)
  const { project_id, resource, scope, span, tree, attributes } = read
  const otel_dump = spanDump(span, tree, scope, resource)
  const payloads = payloadsOf(read, membership?.end_user ?? '')
  const times = spanTimes(span, {
    started_at: givenTime('started_at', attributes),
    ended_at: givenTime('ended_at', attributes),
  })
  const record: CompleteRecord = {
    project_id,
    id: span.span_id,
    trace_id: span.trace_id,
    parent_id: span.parent_span_id,
    thread_id: membership?.thread_id ?? '',
    turn_id: membership?.turn_id ?? '',
    op_name: opRefOf(project_id, span.name),
    display_name: displayName(attributes.text('display_name') ?? filledName(read) ?? span.name),
    exception: exceptionOf(span, attributes),
    started_at: { micros: times.started_at },
    ended_at: { micros: times.ended_at },
    wb_run_id: runOf(project_id, attributes),
    wb_run_step: attributes.integer('wb_run_step'),
    wb_run_step_end: attributes.integer('wb_run_step_end'),
    attributes: payloads.attributes,
    inputs: payloads.inputs,
    output: payloads.output,
    summary: payloads.summary,
    otel_dump,
  }
  const { start, end } = newCompleteCall(record, author, ['span'], { isSpan: true })
  // Credentials are redacted in the dump but not in the tree, and only the dump has the events.
  const isSame = start.otel_dump === otel_dump && span.events.length === 0
  return { start, end, span: isSame ? read : undefined }
}

/** Logfire names spans by templates, such as `Chat with {model}`, by which they are grouped. */
const filledName = ({ span, attributes }: ReadSpan): string | undefined =>
  span.name.includes('{') ? attributes.text('filled_name') : undefined

/** The span's name as sent: `op_name` is only an id derived from it. Truncated rather than refused. */
function displayName(name: string): string {
  return name.length <= DISPLAY_NAME_CHARACTERS_MAX
    ? name
    : [...name.slice(0, 2 * DISPLAY_NAME_CHARACTERS_MAX)].slice(0, DISPLAY_NAME_CHARACTERS_MAX).join('')
}

/** A time that an attribute sets: ISO 8601 text, or an integer of nanoseconds. */
function givenTime(field: 'started_at' | 'ended_at', attributes: SpanAttributes): Micros | undefined {
  const value = attributes.value(field)
  if (typeof value === 'string') return parseDateTime(value)
  if (!(value instanceof JsonNumber && UNSIGNED_64.test(value.token))) return undefined
  return microsOf(BigInt(value.token))
}

const UNSIGNED_64 = /^\d{1,19}$/

function runOf(projectId: string, attributes: SpanAttributes): string {
  const run = attributes.text('wb_run_id') ?? ''
  return run === '' || /[/:]/.test(run) ? '' : `${projectId}/${run}`
}

/** A span of no known convention passes all its attributes to the call. */
function payloadsOf({ span, tree, attributes }: ReadSpan, endUser: string) {
  const known = callAttributes(attributes)
  const custom = customAttributesOf(attributes, endUser)
  const inputs = inputsOf(attributes, span.events)
  const output = outputOf(attributes, span.events)
  const summary = summaryOf(attributes)
  const payloadCount = [inputs, output, summary].filter((each) => each !== undefined).length
  const isKnown = known.size + payloadCount > commonCount(attributes)
  const own = isKnown ? known : new Map(tree)
  for (const [name, value] of custom) own.set(name, value)
  return {
    attributes: jsonTextOf(own),
    inputs: joinedJson(inputs ?? {}),
    output: joinedJson(output ?? {}),
    summary: summary ?? EMPTY_OBJECT,
  }
}

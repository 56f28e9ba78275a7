import type { UndescribedEnd, UndescribedStart } from '../domain/calls/new-call.ts'
import { redactCredentials } from '../domain/calls/redaction.ts'
import { collectRefs } from '../domain/objects/ref.ts'
import { embeddedJson, mayBeJson } from '../json/embedded.ts'
import { membersOf, objectOf } from '../json/members.ts'
import { EMPTY_OBJECT, type JsonText } from '../json/text.ts'
import { type JsonMap, type JsonValue, parseTree } from '../json/tree.ts'
import { jsonTextOf } from '../json/write.ts'
import { SpanAttributes, textOf } from '../semconv/span-attributes.ts'
import { contentHash } from './content-hash.ts'
import type { LogRecord } from './logs.ts'
import { inputsOf, outputOf } from './payloads.ts'
import type { SpanEvent } from './span.ts'
import { eventDump } from './span-dump.ts'

/** A GenAI event that was logged separately from its span, as stored with the call of the span. */
export interface LoggedEvent {
  readonly call_id: string
  /** Identical for a record that is sent again. */
  readonly key: string
  readonly event: JsonText
}

/** Converts log records to events. Identical records, such as a repeated message, stay separate. */
export function loggedEvents(records: readonly LogRecord[]): LoggedEvent[] {
  const seen = new Map<string, number>()
  return records.map((record, index) => {
    const { name, nanos, trace_id, span_id } = record
    const attributes = eventAttributes(record)
    const content = [trace_id, span_id, name, String(nanos), textOf(attributes)]
    const copy = seen.get(content.join('\n')) ?? 0
    seen.set(content.join('\n'), copy + 1)
    const event = jsonTextOf({ trace_id, name, nanos: String(nanos), index, attributes })
    return {
      call_id: span_id,
      key: contentHash(KEY_BYTES, ...content, String(copy)),
      event: redactCredentials(event),
    }
  })
}

const KEY_BYTES = 16

/** The body of a log record corresponds to the attributes of a span event. */
function eventAttributes({ body, attributes }: LogRecord): JsonMap {
  const message = messageIn(body)
  const content: readonly (readonly [string, JsonValue])[] = message
    ? [...message]
    : body === null || body === ''
      ? []
      : [['content', body]]
  return new Map([...attributes, ...content])
}

/** Enough for a message with a picture. All events of a call are read together. */
export const EVENT_LENGTH_MAX = 4 * 1024 ** 2

/** Loggers that take text only, such as Semantic Kernel's in Python, write the body as JSON. */
function messageIn(body: JsonValue): JsonMap | undefined {
  if (typeof body !== 'string') return body instanceof Map ? body : undefined
  const json = body.length <= EVENT_LENGTH_MAX && mayBeJson(body) ? embeddedJson(body) : undefined
  const value = json && !json.isNonFinite ? parseTree(json.text) : undefined
  return value instanceof Map && isMessage(value) ? value : undefined
}

/** A choice, or a message of its own. What was said may be JSON with these names, too. */
const isMessage = (map: JsonMap): boolean =>
  map.get('message') instanceof Map ||
  (typeof map.get('role') === 'string' && (map.has('content') || map.has('tool_calls')))

interface CallHalves {
  readonly start: UndescribedStart
  readonly end: UndescribedEnd | undefined
}

/**
 * The call of a span as if the events had been on the span: they are added to those of the span and, where it has no messages of its own, are
 * its inputs and output. Undefined if the call has all of them already. The result does not depend on their
 * order of arrival.
 */
export function withLoggedEvents(call: CallHalves, stored: readonly Omit<LoggedEvent, 'call_id'>[]) {
  const { start, end } = call
  const events = stored.flatMap((each) => eventFrom(each, start.trace_id) ?? []).sort(byTime)
  const span = start.otel_dump && membersOf(start.otel_dump)
  if (!span || events.length === 0) return undefined
  const known = listOf(span.get('events'))
  const joined = known.flatMap((event) => keyIn(event) ?? [])
  if (joined.join() === events.map(({ key }) => key).join()) return undefined
  const own = known.filter((event) => keyIn(event) === undefined)
  const otel_dump = objectOf(span.set('events', jsonTextOf([...own, ...events.map(dumpOf)])))
  const attributes = new SpanAttributes(mapOf(span.get('attributes')))
  const sides = { own: own.flatMap((event) => ownEvent(event) ?? []), attributes, events }
  const inputs = loggedSide(sides, inputsOf) ?? start.inputs
  const output = loggedSide(sides, outputOf) ?? end?.output ?? null
  return {
    start: { ...start, otel_dump: redactCredentials(otel_dump), inputs, input_refs: collectRefs(inputs) },
    end: end && { ...end, output, output_refs: output ? collectRefs(output) : [] },
  }
}

interface KeyedEvent extends SpanEvent {
  readonly key: string
  readonly index: number
}

/** Undefined for an event of another trace, whose span happens to have the same id. */
function eventFrom({ key, event }: Omit<LoggedEvent, 'call_id'>, traceId: string): KeyedEvent | undefined {
  const members = mapOf(event)
  if (members.get('trace_id') !== traceId) return undefined
  const attributes = members.get('attributes')
  return {
    key,
    index: Number(textOf(members.get('index') ?? '')),
    name: textOf(members.get('name') ?? ''),
    nanos: BigInt(textOf(members.get('nanos') ?? '0')),
    attributes: attributes instanceof Map ? attributes : new Map(),
  }
}

/** Libraries log the messages of a request at almost the same time, in order. */
function byTime(a: KeyedEvent, b: KeyedEvent): number {
  if (a.nanos !== b.nanos) return a.nanos < b.nanos ? -1 : 1
  return a.index - b.index || (a.key < b.key ? -1 : 1)
}

/** The member of an event in a span dump that marks it as logged, with the key of its log record. */
const KEY_MEMBER = 'log_record'

const dumpOf = (event: KeyedEvent) => ({ ...eventDump(event), [KEY_MEMBER]: event.key })

function keyIn(event: JsonValue): string | undefined {
  const key = event instanceof Map ? event.get(KEY_MEMBER) : undefined
  return typeof key === 'string' ? key : undefined
}

/** An event of the span, from its dump. Its attributes are there by their dotted names. */
function ownEvent(event: JsonValue): SpanEvent | undefined {
  const name = event instanceof Map ? event.get('name') : undefined
  if (!(event instanceof Map) || typeof name !== 'string') return undefined
  const attributes: JsonMap = new Map()
  addDotted(event.get('attributes'), '', attributes, NAME_SEGMENTS_MAX)
  return { name, nanos: 0n, attributes }
}

/** As in `gen_ai.input.messages`. */
const NAME_SEGMENTS_MAX = 3

function addDotted(value: JsonValue | undefined, prefix: string, names: JsonMap, segments: number): void {
  if (!(value instanceof Map) || segments === 0) return
  for (const [name, member] of value) {
    names.set(`${prefix}${name}`, member)
    addDotted(member, `${prefix}${name}.`, names, segments - 1)
  }
}

interface Sides {
  readonly own: readonly SpanEvent[]
  readonly attributes: SpanAttributes
  readonly events: readonly SpanEvent[]
}

/** Inputs or output according to the logged events; undefined if the span has its own. */
function loggedSide({ own, attributes, events }: Sides, read: typeof outputOf): JsonText | undefined {
  if (read(attributes, own) !== undefined) return undefined
  const side = read(attributes, events)
  return side === undefined ? undefined : redactCredentials(jsonTextOf(side))
}

function mapOf(text: JsonText | undefined): JsonMap {
  const value = parseTree(text ?? EMPTY_OBJECT)
  return value instanceof Map ? value : new Map()
}

function listOf(text: JsonText | undefined): readonly JsonValue[] {
  const value = text ? parseTree(text) : []
  return Array.isArray(value) ? value : []
}

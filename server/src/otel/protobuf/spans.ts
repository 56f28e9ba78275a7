import type { JsonMap, JsonValue } from '../../json/tree.ts'
import { exactFloat, exactInteger } from '../exact-number.ts'
import {
  type EncodedText,
  NOTHING_DROPPED,
  type ResourceSpans,
  type Scope,
  SPAN_KINDS,
  type Span,
  type SpanEvent,
  type SpanLink,
  STATUS_CODES,
} from '../span.ts'
import { SPAN_ID_BYTES, TRACE_ID_BYTES } from '../traces.ts'
import { FIXED32, FIXED64, isTrue, LENGTH_DELIMITED, signed, tagOf, VARINT, WireReader } from './wire.ts'

/**
 * Reads an ExportTraceServiceRequest straight into spans, since a tree of its fields in between takes longer than all the
 * rest of the decoding. `traces.ts` reads the same from JSON. Unknown fields are skipped, as are known ones of another wire
 * type.
 */
export function readTraces(bytes: Buffer): ResourceSpans[] {
  const reader = new WireReader(bytes)
  const groups: ResourceSpans[] = []
  while (!reader.done) {
    if (reader.tag() !== IN_1) reader.skip()
    else {
      const group = readGroup(reader)
      if (group.scopes.length > 0) groups.push(group)
    }
  }
  return groups
}

/** Tags of fields that hold text, bytes or a message. */
const [IN_1, IN_2, IN_3, IN_4, IN_5, IN_6, IN_7, IN_9, IN_11, IN_13, IN_15] = [
  1, 2, 3, 4, 5, 6, 7, 9, 11, 13, 15,
].map((field) => tagOf(field, LENGTH_DELIMITED))

function readGroup(reader: WireReader): ResourceSpans {
  const outer = reader.enter()
  let resource: JsonMap = new Map()
  const scopes: ResourceSpans['scopes'][number][] = []
  while (!reader.done) {
    const tag = reader.tag()
    if (tag === IN_1) resource = readKeyValues(reader)
    else if (tag === IN_2) scopes.push(readScopeSpans(reader))
    else reader.skip()
  }
  reader.leave(outer)
  return { resource, scopes }
}

/** A Resource or KeyValueList: both have their pairs in field 1. */
function readKeyValues(reader: WireReader): JsonMap {
  const outer = reader.enter()
  const attributes: JsonMap = new Map()
  while (!reader.done) {
    if (reader.tag() === IN_1) readAttribute(reader, attributes)
    else reader.skip()
  }
  reader.leave(outer)
  return attributes
}

function readScopeSpans(reader: WireReader): ResourceSpans['scopes'][number] {
  const outer = reader.enter()
  let scope: Scope = { name: '', version: '', attributes: new Map() }
  const spans: Span[] = []
  while (!reader.done) {
    const tag = reader.tag()
    if (tag === IN_1) scope = readScope(reader)
    else if (tag === IN_2) spans.push(readSpan(reader))
    else reader.skip()
  }
  reader.leave(outer)
  return { scope, spans }
}

function readScope(reader: WireReader): Scope {
  const outer = reader.enter()
  const scope = { name: '', version: '', attributes: new Map<string, JsonValue>() }
  while (!reader.done) {
    const tag = reader.tag()
    if (tag === IN_1) scope.name = reader.text()
    else if (tag === IN_2) scope.version = reader.text()
    else if (tag === IN_3) readAttribute(reader, scope.attributes)
    else reader.skip()
  }
  reader.leave(outer)
  return scope
}

type Draft = { -readonly [Field in keyof Span]: Span[Field] } & {
  readonly attributes: Map<string, JsonValue | EncodedText>
  readonly events: SpanEvent[]
  readonly links: SpanLink[]
}

function readSpan(reader: WireReader): Span {
  const outer = reader.enter()
  const span: Draft = {
    trace_id: '',
    span_id: '',
    trace_state: '',
    parent_span_id: '',
    flags: 0,
    name: '',
    kind: SPAN_KINDS[0],
    start_nanos: 0n,
    end_nanos: 0n,
    attributes: new Map(),
    events: [],
    links: [],
    status: { code: STATUS_CODES[0], message: '' },
    dropped: NOTHING_DROPPED,
  }
  while (!reader.done) readSpanField(reader, reader.tag(), span)
  reader.leave(outer)
  return span
}

const SPAN_KIND = tagOf(6, VARINT)
const START_TIME = tagOf(7, FIXED64)
const END_TIME = tagOf(8, FIXED64)
const DROPPED_ATTRIBUTES = tagOf(10, VARINT)
const DROPPED_EVENTS = tagOf(12, VARINT)
const DROPPED_LINKS = tagOf(14, VARINT)
const SPAN_FLAGS = tagOf(16, FIXED32)

function readSpanField(reader: WireReader, tag: number, span: Draft): void {
  if (tag === IN_9) readPair(reader, span.attributes, readLateText)
  else if (tag === IN_1) span.trace_id = readId(reader, TRACE_ID_BYTES)
  else if (tag === IN_2) span.span_id = readId(reader, SPAN_ID_BYTES)
  else if (tag === IN_3) span.trace_state = reader.text()
  else if (tag === IN_4) span.parent_span_id = readId(reader, SPAN_ID_BYTES)
  else if (tag === IN_5) span.name = reader.text()
  else if (tag === SPAN_KIND) span.kind = SPAN_KINDS[Number(reader.varint())] ?? SPAN_KINDS[0]
  else if (tag === START_TIME) span.start_nanos = reader.fixed64()
  else if (tag === END_TIME) span.end_nanos = reader.fixed64()
  else if (tag === IN_11) span.events.push(readEvent(reader))
  else if (tag === IN_13) span.links.push(readLink(reader))
  else if (tag === IN_15) span.status = readStatus(reader)
  else if (tag === SPAN_FLAGS) span.flags = reader.fixed32()
  else if (tag === DROPPED_ATTRIBUTES) span.dropped = { ...span.dropped, attributes: Number(reader.varint()) }
  else if (tag === DROPPED_EVENTS) span.dropped = { ...span.dropped, events: Number(reader.varint()) }
  else if (tag === DROPPED_LINKS) span.dropped = { ...span.dropped, links: Number(reader.varint()) }
  else reader.skip()
}

/** Hex; empty for another length, and for zeros. */
function readId(reader: WireReader, byteCount: number): string {
  const id = reader.hex()
  return id.length === 2 * byteCount && /[^0]/.test(id) ? id : ''
}

const EVENT_TIME = tagOf(1, FIXED64)

function readEvent(reader: WireReader): SpanEvent {
  const outer = reader.enter()
  const event = { name: '', nanos: 0n, attributes: new Map<string, JsonValue>() }
  while (!reader.done) {
    const tag = reader.tag()
    if (tag === EVENT_TIME) event.nanos = reader.fixed64()
    else if (tag === IN_2) event.name = reader.text()
    else if (tag === IN_3) readAttribute(reader, event.attributes)
    else reader.skip()
  }
  reader.leave(outer)
  return event
}

function readLink(reader: WireReader): SpanLink {
  const outer = reader.enter()
  const link = { trace_id: '', span_id: '', trace_state: '', attributes: new Map<string, JsonValue>() }
  while (!reader.done) {
    const tag = reader.tag()
    if (tag === IN_1) link.trace_id = readId(reader, TRACE_ID_BYTES)
    else if (tag === IN_2) link.span_id = readId(reader, SPAN_ID_BYTES)
    else if (tag === IN_3) link.trace_state = reader.text()
    else if (tag === IN_4) readAttribute(reader, link.attributes)
    else reader.skip()
  }
  reader.leave(outer)
  return link
}

const STATUS_CODE = tagOf(3, VARINT)

function readStatus(reader: WireReader): Span['status'] {
  const outer = reader.enter()
  let code: Span['status']['code'] = STATUS_CODES[0]
  let message = ''
  while (!reader.done) {
    const tag = reader.tag()
    if (tag === IN_2) message = reader.text()
    else if (tag === STATUS_CODE) code = STATUS_CODES[Number(reader.varint())] ?? STATUS_CODES[0]
    else reader.skip()
  }
  reader.leave(outer)
  return { code, message }
}

/** For duplicate keys the last value wins. */
function readAttribute(reader: WireReader, attributes: JsonMap): void {
  readPair(reader, attributes, readText)
}

function readPair<Text>(
  reader: WireReader,
  attributes: Map<string, JsonValue | Text>,
  readText: (reader: WireReader) => Text,
): void {
  const outer = reader.enter()
  let key = ''
  let value: JsonValue | Text = null
  while (!reader.done) {
    const tag = reader.tag()
    if (tag === IN_1) key = reader.name()
    else if (tag === IN_2) value = readValue(reader, readText)
    else reader.skip()
  }
  reader.leave(outer)
  attributes.set(key, value)
}

const BOOL = tagOf(2, VARINT)
const INT = tagOf(3, VARINT)
const DOUBLE = tagOf(4, FIXED64)

const readText = (reader: WireReader): string => reader.text()

const readLateText = (reader: WireReader): string | EncodedText => reader.lateText()

/** An AnyValue without a value is null. The last of several values wins, as for every `oneof`. */
function readValue<Text>(reader: WireReader, readText: (reader: WireReader) => Text): JsonValue | Text {
  const outer = reader.enter()
  let value: JsonValue | Text = null
  while (!reader.done) {
    const tag = reader.tag()
    if (tag === IN_1) value = readText(reader)
    else if (tag === BOOL) value = isTrue(reader.varint())
    else if (tag === INT) value = exactInteger(signed(reader.varint()))
    else if (tag === DOUBLE) value = exactFloat(reader.double())
    else if (tag === IN_5) value = readList(reader)
    else if (tag === IN_6) value = readKeyValues(reader)
    else if (tag === IN_7) value = reader.base64()
    else reader.skip()
  }
  reader.leave(outer)
  return value
}

function readList(reader: WireReader): JsonValue[] {
  const outer = reader.enter()
  const items: JsonValue[] = []
  while (!reader.done) {
    if (reader.tag() === IN_1) items.push(readValue(reader, readText))
    else reader.skip()
  }
  reader.leave(outer)
  return items
}

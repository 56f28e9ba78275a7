import { JsonNumber } from '../json/number.ts'
import type { JsonMap, JsonValue } from '../json/tree.ts'
import { exactFloat, exactInteger } from './exact-number.ts'
import { Fields } from './fields.ts'
import {
  type Attributes,
  type ResourceSpans,
  SPAN_KINDS,
  type Span,
  type SpanEvent,
  type SpanLink,
  STATUS_CODES,
} from './span.ts'

/** The spans of an ExportTraceServiceRequest in its JSON form. Unknown fields are ignored. */
export function tracesOf(request: JsonValue): ResourceSpans[] {
  return groupsOf(request, 'resourceSpans', 'scopeSpans').map(({ resource, scopes }) => ({
    resource,
    scopes: scopes.map(({ scope, fields }) => ({ scope, spans: fields.messages('spans').map(spanOf) })),
  }))
}

/** What an export of any signal has in common: groups by resource, and in them by scope. */
export function groupsOf(request: JsonValue, groupName: string, scopeName: string) {
  const groups = new Fields(request, 'request').messages(groupName)
  return groups
    .filter((group) => group.value(scopeName) !== undefined)
    .map((group) => ({
      resource: attributesOf(group.message('resource')),
      scopes: group
        .messages(scopeName)
        .map((fields) => ({ scope: scopeOf(fields.message('scope')), fields })),
    }))
}

export const TRACE_ID_BYTES = 16
export const SPAN_ID_BYTES = 8

function scopeOf(scope: Fields) {
  return { name: scope.text('name'), version: scope.text('version'), attributes: attributesOf(scope) }
}

function spanOf(span: Fields): Span {
  const status = span.message('status')
  return {
    ...idsOf(span),
    parent_span_id: span.id('parentSpanId', SPAN_ID_BYTES),
    flags: Number(span.unsigned('flags')),
    name: span.text('name'),
    kind: span.oneOf('kind', 'SPAN_KIND_', SPAN_KINDS),
    start_nanos: span.unsigned('startTimeUnixNano'),
    end_nanos: span.unsigned('endTimeUnixNano'),
    attributes: attributesOf(span),
    events: span.messages('events').map(eventOf),
    links: span.messages('links').map(linkOf),
    status: { code: status.oneOf('code', 'STATUS_CODE_', STATUS_CODES), message: status.text('message') },
    dropped: {
      attributes: span.count('droppedAttributesCount'),
      events: span.count('droppedEventsCount'),
      links: span.count('droppedLinksCount'),
    },
  }
}

function idsOf(fields: Fields) {
  return {
    trace_id: fields.id('traceId', TRACE_ID_BYTES),
    span_id: fields.id('spanId', SPAN_ID_BYTES),
    trace_state: fields.text('traceState'),
  }
}

function eventOf(event: Fields): SpanEvent {
  return {
    name: event.text('name'),
    nanos: event.unsigned('timeUnixNano'),
    attributes: attributesOf(event),
  }
}

function linkOf(link: Fields): SpanLink {
  return { ...idsOf(link), attributes: attributesOf(link) }
}

/** For duplicate keys the last value wins. */
export function attributesOf(fields: Fields): Attributes {
  return keyValues(fields.messages('attributes'))
}

function keyValues(pairs: readonly Fields[]): JsonMap {
  return new Map(pairs.map((pair) => [pair.text('key'), anyValue(pair.message('value'))]))
}

type ValueReader = (any: Fields, value: JsonValue) => JsonValue

/** Readers of the values of an AnyValue, by field name. */
const VALUES: readonly (readonly [name: string, read: ValueReader])[] = [
  ['stringValue', (any) => any.text('stringValue')],
  ['boolValue', (_, value) => value === true || value === 'true'],
  ['intValue', (any) => exactInteger(any.integer('intValue'))],
  ['doubleValue', (_, value) => exactDouble(value)],
  ['arrayValue', (any) => any.message('arrayValue').messages('values').map(anyValue)],
  ['kvlistValue', (any) => keyValues(any.message('kvlistValue').messages('values'))],
  ['bytesValue', (any) => any.text('bytesValue')],
]

/** An AnyValue without a value is null. */
export function anyValue(any: Fields): JsonValue {
  for (const [name, read] of VALUES) {
    const value = any.value(name)
    if (value !== undefined) return read(any, value)
  }
  return null
}

/** A float keeps its text; `NaN` and the infinities are sent as strings. */
function exactDouble(value: JsonValue): JsonValue {
  if (!(value instanceof JsonNumber)) return exactFloat(Number(value))
  return value.isInteger ? exactFloat(value.toNumber()) : value
}

import { ServiceError } from '../errors.ts'
import type { LazyMap } from '../json/lazy.ts'
import { JsonText } from '../json/text.ts'
import { joinedJson, writeJson } from '../json/write.ts'
import { formatDateTime, MICROS_PER_SECOND } from '../time.ts'
import { attributeTree, flatAttributes } from './attribute-tree.ts'
import type { Attributes, DroppedCounts, Scope, Span, SpanEvent, SpanLink } from './span.ts'

/** The whole span as JSON, stored with its call. `tree` has its attributes. */
export function spanDump(span: Span, tree: LazyMap, scope: Scope, resource: Attributes): JsonText {
  const { name, kind, flags, parent_span_id, start_nanos, end_nanos, status, events, links, dropped } = span
  const attributes = joinedJson(tree)
  // Written directly: the objects that a general writer needs would cost as much as everything else.
  return JsonText.joined([
    `{"name":${writeJson(name)},"context":${contextText(span)},"kind":"${kind}","flags":${flags},` +
      `"parent_id":${parent_span_id ? `"${parent_span_id}"` : 'null'},` +
      `"start_time":"${formatNanos(start_nanos)}","end_time":"${formatNanos(end_nanos)}",` +
      `"status":{"code":"${status.code}","message":${writeJson(status.message)}},"attributes":`,
    ...(attributes.parts ?? [attributes.text]),
    `,"events":[${events.map(eventText).join()}],"links":[${links.map(linkText).join()}],` +
      `${droppedText(dropped)}"scope":${scopeText(scope)},"resource":${resourceText(resource)}}`,
  ])
}

/** Only of a span that lost something, which few do. */
const droppedText = ({ attributes, events, links }: DroppedCounts): string =>
  attributes + events + links === 0
    ? ''
    : `"dropped":{"attributes":${attributes},"events":${events},"links":${links}},`

const contextText = ({ trace_id, span_id, trace_state }: SpanLink | Span): string =>
  `{"trace_id":"${trace_id}","span_id":"${span_id}","trace_state":${writeJson(trace_state)}}`

const eventText = ({ name, nanos, attributes }: SpanEvent): string =>
  `{"name":${writeJson(name)},"timestamp":"${formatNanos(nanos)}","attributes":${attributesText(attributes)}}`

const linkText = (link: SpanLink): string =>
  `{"context":${contextText(link)},"attributes":${attributesText(link.attributes)}}`

const scopeText = once(
  ({ name, version, attributes }: Scope) =>
    `{"name":${writeJson(name)},"version":${writeJson(version)},"attributes":${attributesText(attributes)}}`,
)

const resourceText = once((resource: Attributes) => `{"attributes":${attributesText(resource)}}`)

/** Computes each text once per object: all spans of an export share a few scopes and resources. */
function once<Key extends object>(textOf: (key: Key) => string): (key: Key) => string {
  const texts = new WeakMap<Key, string>()
  return (key) => {
    const text = texts.get(key) ?? textOf(key)
    texts.set(key, text)
    return text
  }
}

/** An event in the dump of its span. */
export const eventDump = ({ name, nanos, attributes }: SpanEvent) => ({
  name,
  timestamp: formatNanos(nanos),
  attributes: new JsonText(attributesText(attributes)),
})

export const microsOf = (nanos: bigint): number => Number(nanos / 1000n)

const FRACTION_DIGITS = 9

/** RFC 3339 in UTC with all nine digits, since JSON readers would round the integer. */
function formatNanos(nanos: bigint): string {
  const digits = String(nanos).padStart(FRACTION_DIGITS + 1, '0')
  const seconds = Number(digits.slice(0, -FRACTION_DIGITS))
  const whole = formatDateTime(seconds * MICROS_PER_SECOND).slice(0, -1)
  return `${whole}.${digits.slice(-FRACTION_DIGITS)}Z`
}

/**
 * Outside the span itself, attributes that are nested too deeply are kept flat. Returns text, since the trees of all events
 * together would take many times its memory.
 */
function attributesText(attributes: Attributes): string {
  try {
    return writeJson(attributeTree(attributes))
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return writeJson(flatAttributes(attributes))
  }
}

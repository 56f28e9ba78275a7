import { ServiceError } from '../errors.ts'
import type { JsonText } from '../json/text.ts'
import type { JsonMap } from '../json/tree.ts'
import { jsonTextOf } from '../json/write.ts'
import { formatDateTime } from '../time.ts'
import { attributeTree } from './attribute-tree.ts'
import type { Attributes, Scope, Span, SpanEvent } from './span.ts'

/** All of a span as it is kept beside the call made from it. `tree` is its attributes. */
export function spanDump(span: Span, tree: JsonMap, scope: Scope, resource: Attributes): JsonText {
  return jsonTextOf({
    name: span.name,
    context: { trace_id: span.trace_id, span_id: span.span_id, trace_state: span.trace_state },
    kind: span.kind,
    flags: span.flags,
    parent_id: span.parent_span_id || null,
    start_time: formatNanos(span.start_nanos),
    end_time: formatNanos(span.end_nanos),
    status: span.status,
    attributes: tree,
    events: span.events.map(eventDump),
    links: span.links.map(({ trace_id, span_id, trace_state, attributes }) => ({
      context: { trace_id, span_id, trace_state },
      attributes: attributesText(attributes),
    })),
    scope: { name: scope.name, version: scope.version, attributes: attributesText(scope.attributes) },
    resource: { attributes: attributesText(resource) },
  })
}

/** An event as it stands in the dump of its span. */
export const eventDump = ({ name, nanos, attributes }: SpanEvent) => ({
  name,
  timestamp: formatNanos(nanos),
  attributes: attributesText(attributes),
})

export const microsOf = (nanos: bigint): number => Number(nanos / 1000n)

/** RFC 3339 in UTC with all nine digits, since JSON readers would round the integer. */
function formatNanos(nanos: bigint): string {
  const whole = formatDateTime(microsOf(nanos - (nanos % 1_000_000_000n)))
  return whole.replace('Z', `.${String(nanos % 1_000_000_000n).padStart(9, '0')}Z`)
}

/**
 * Around the span itself a key with both a value and members is usual: labels of Kubernetes have them. Written at
 * once, since the trees of all events together take many times the memory of their text.
 */
function attributesText(attributes: Attributes): JsonText {
  try {
    return jsonTextOf(attributeTree(attributes))
  } catch (error) {
    if (error instanceof ServiceError) return jsonTextOf(attributes)
    throw error
  }
}

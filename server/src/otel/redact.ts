import type { Redactor } from '../domain/redaction/redactor.ts'
import type { JsonValue } from '../json/tree.ts'
import { parseTree } from '../json/tree.ts'
import { jsonTextOf } from '../json/write.ts'
import type { LogRecord } from './logs.ts'
import type { PlacedSpan } from './placed-span.ts'
import { type Attributes, decoded, type SentAttributes } from './span.ts'

type RedactorOf = (projectId: string) => Redactor | undefined

/**
 * Redacts spans before anything is derived from them. Every rule applies to all attributes, because inputs, outputs and attributes
 * of a call all come from them.
 */
export function redactSpans(spans: readonly PlacedSpan[], redactorOf: RedactorOf): readonly PlacedSpan[] {
  const shared = new Map<Attributes, Attributes>()
  return spans.map((placed) => {
    const redactor = redactorOf(placed.project_id)
    return redactor ? redactedSpan(placed, redactor, shared) : placed
  })
}

export function redactRecords(records: readonly LogRecord[], redactor: Redactor | undefined) {
  if (!redactor) return records
  return records.map((record) => ({
    ...record,
    body: redactedValue(record.body, redactor),
    attributes: redactedAttributes(record.attributes, redactor),
  }))
}

/** `shared` caches the redacted attributes that many spans share. */
function redactedSpan(
  { project_id, resource, scope, span }: PlacedSpan,
  redactor: Redactor,
  shared: Map<Attributes, Attributes>,
): PlacedSpan {
  const once = (attributes: Attributes): Attributes => {
    const redacted = shared.get(attributes) ?? redactedAttributes(attributes, redactor)
    shared.set(attributes, redacted)
    return redacted
  }
  const inside = <Holder extends { readonly attributes: SentAttributes }>(holder: Holder) => ({
    ...holder,
    attributes: redactedAttributes(decodedAttributes(holder.attributes), redactor),
  })
  return {
    project_id,
    resource: once(resource),
    scope: { ...scope, attributes: once(scope.attributes) },
    span: {
      ...inside(span),
      events: span.events.map(inside),
      links: span.links.map(inside),
      status: { ...span.status, message: redactor.text('output', span.status.message) },
    },
  }
}

const decodedAttributes = (attributes: SentAttributes): Attributes =>
  new Map([...attributes].map(([name, value]) => [name, decoded(value)]))

function redactedAttributes(attributes: Attributes, redactor: Redactor): Attributes {
  const redacted = redactedValue(attributes, redactor)
  return redacted instanceof Map ? redacted : attributes
}

function redactedValue(value: JsonValue, redactor: Redactor): JsonValue {
  const text = jsonTextOf(value)
  const redacted = redactor.everything(text)
  return redacted === text ? value : parseTree(redacted)
}

import { isCredential, mayNameCredential, REDACTED, redactCredentials } from '../domain/calls/redaction.ts'
import type { Redactor } from '../domain/redaction/redactor.ts'
import { embeddedJson, mayBeJson } from '../json/embedded.ts'
import { JsonText } from '../json/text.ts'
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
    if (!redactor) return placed
    const replace = (attributes: Attributes) => redactedAttributes(attributes, redactor)
    const redacted = replaceAttributes(placed, replace, shared)
    const { span } = redacted
    const message = redactor.text('output', span.status.message)
    return { ...redacted, span: { ...span, status: { ...span.status, message } } }
  })
}

/** Returns what replaces the credentials in all attributes of a span, also in those that are JSON. For the spans of one export. */
export function credentialRedactor(): (placed: PlacedSpan) => PlacedSpan {
  const shared = new Map<Attributes, Attributes>()
  return (placed) => replaceAttributes(placed, withoutCredentials, shared)
}

export function redactRecords(records: readonly LogRecord[], redactor: Redactor | undefined) {
  if (!redactor) return records
  return records.map((record) => ({
    ...record,
    body: redactedValue(record.body, redactor),
    attributes: redactedAttributes(record.attributes, redactor),
  }))
}

/** `shared` caches the replaced attributes that many spans share. */
function replaceAttributes(
  { project_id, resource, scope, span }: PlacedSpan,
  replace: (attributes: Attributes) => Attributes,
  shared: Map<Attributes, Attributes>,
): PlacedSpan {
  const once = (attributes: Attributes): Attributes => {
    const replaced = shared.get(attributes) ?? replace(attributes)
    shared.set(attributes, replaced)
    return replaced
  }
  const inside = <Holder extends { readonly attributes: SentAttributes }>(holder: Holder) => ({
    ...holder,
    attributes: replace(decodedAttributes(holder.attributes)),
  })
  return {
    project_id,
    resource: once(resource),
    scope: { ...scope, attributes: once(scope.attributes) },
    span: { ...inside(span), events: span.events.map(inside), links: span.links.map(inside) },
  }
}

const decodedAttributes = (attributes: SentAttributes): Attributes =>
  new Map([...attributes].map(([name, value]) => [name, decoded(value)]))

function redactedAttributes(attributes: Attributes, redactor: Redactor): Attributes {
  const redacted = redactedValue(attributes, redactor)
  return redacted instanceof Map ? redacted : attributes
}

const withoutCredentials = (attributes: Attributes): Attributes =>
  new Map([...attributes].map(([name, value]) => [name, withoutCredential(name, value)]))

function withoutCredential(name: string, value: JsonValue): JsonValue {
  if (typeof value === 'string') return value !== '' && isCredential(name) ? REDACTED : withoutInner(value)
  const json = jsonTextOf(value)
  const redacted = redactCredentials(json)
  return redacted === json ? value : parseTree(redacted)
}

/** Redacts a text that is JSON; few texts have a key that need be looked at. */
function withoutInner(text: string): string {
  const embedded = mayBeJson(text) && mayNameCredential(new JsonText(text)) ? embeddedJson(text) : undefined
  if (!embedded) return text
  const json = new JsonText(embedded.text)
  const redacted = redactCredentials(json)
  return redacted === json ? text : redacted.text
}

function redactedValue(value: JsonValue, redactor: Redactor): JsonValue {
  const text = jsonTextOf(value)
  const redacted = redactor.everything(text)
  return redacted === text ? value : parseTree(redacted)
}

import type { Meaning } from '../semconv/attributes.ts'
import { kindOf, type SpanKind } from '../semconv/kind.ts'
import { type SpanAttributes, textOf } from '../semconv/span-attributes.ts'
import type { ReadSpan } from './read-span.ts'

/** Where a span belongs; empty strings for none. */
export interface Membership {
  readonly thread_id: string
  readonly turn_id: string
  /** The user of the traced program. */
  readonly end_user: string
}

/**
 * The session, turn and end user of each span of one export.
 *
 * A span without a session belongs to that of its nearest ancestor, and likewise for the end user. A span with a session is a turn unless its parent belongs to
 * the same session; all below it is that turn. `wandb.is_turn` overrides this.
 *
 * Spans are exported as they end, so a parent may be missing here and arrive later. A step (a model request, a tool, a retrieval) is
 * then taken to be part of its parent's turn, and anything else to be a turn of its own. A remote parent, which another process exports, is
 * no parent in this sense.
 */
export function membershipsOf(spans: readonly ReadSpan[]): ReadonlyMap<ReadSpan, Membership> {
  const byKey = new Map(spans.map((span) => [keyOf(span, span.span.span_id), span]))
  const memberships = new Map<ReadSpan, Membership>()
  for (const span of spans) {
    // From the nearest ancestor that is settled down to the span: traces may be deeper than the stack.
    for (const next of unsettledLine(span, byKey, memberships).reverse()) {
      const parent = parentOf(next, byKey)
      memberships.set(next, membershipOf(next, parent && memberships.get(parent)))
    }
  }
  return memberships
}

/** Ids of spans are unique within a trace only, and a trace may go to several projects. */
const keyOf = ({ project_id, span }: ReadSpan, spanId: string): string =>
  `${project_id} ${span.trace_id} ${spanId}`

type SpansByKey = ReadonlyMap<string, ReadSpan>

function parentOf(span: ReadSpan, byKey: SpansByKey): ReadSpan | undefined {
  const { parent_span_id } = span.span
  return parent_span_id === '' ? undefined : byKey.get(keyOf(span, parent_span_id))
}

/** The span and its ancestors up to one whose membership is known; each once, even if parents form a circle. */
function unsettledLine(
  span: ReadSpan,
  byKey: SpansByKey,
  settled: ReadonlyMap<ReadSpan, Membership>,
): ReadSpan[] {
  const line = new Set<ReadSpan>()
  let at: ReadSpan | undefined = span
  while (at && !settled.has(at) && !line.has(at)) {
    line.add(at)
    at = parentOf(at, byKey)
  }
  return [...line]
}

function membershipOf(span: ReadSpan, parent: Membership | undefined): Membership {
  const { attributes } = span
  const session = identifierIn(attributes, 'session_id')
  const thread_id = session ?? parent?.thread_id ?? ''
  const isSameSession = parent?.thread_id === thread_id
  const declared = attributes.value('is_turn')
  const isTurn =
    typeof declared === 'boolean'
      ? declared
      : session !== undefined && !isSameSession && !isStepOfMissing(span, parent)
  const end_user = identifierIn(attributes, 'end_user') ?? parent?.end_user ?? ''
  if (isTurn && thread_id !== '') return { thread_id, turn_id: span.span.span_id, end_user }
  return { thread_id, turn_id: isSameSession ? (parent?.turn_id ?? '') : '', end_user }
}

const STEPS: ReadonlySet<SpanKind | undefined> = new Set([
  'llm',
  'embedding',
  'tool',
  'retriever',
  'reranker',
])

/** Set in the flags of a span whose parent is in another process. */
const IS_REMOTE = 0x200

function isStepOfMissing({ span, attributes }: ReadSpan, parent: Membership | undefined): boolean {
  const isMissing = parent === undefined && span.parent_span_id !== '' && (span.flags & IS_REMOTE) === 0
  return isMissing && STEPS.has(kindOf(attributes))
}

/** Logfire replaces what it takes for a secret by a note, which would put all sessions into one. */
function identifierIn(attributes: SpanAttributes, meaning: Meaning): string | undefined {
  for (const { value } of attributes.all(meaning)) {
    if (value instanceof Map || Array.isArray(value)) continue
    const text = textOf(value)
    if (!text.startsWith('[Scrubbed')) return text
  }
  return undefined
}

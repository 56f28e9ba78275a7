import { ServiceError } from '../errors.ts'
import { ATTRIBUTES } from '../semconv/attributes.ts'
import { type Kind, kindOf } from '../semconv/kind.ts'
import { textOf } from '../semconv/span-attributes.ts'
import type { PlacedSpan } from './placed-span.ts'
import { readSpan } from './read-span.ts'
import type { Attributes } from './span.ts'

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
 * Spans are exported as they end, so a parent may be missing here and arrive later. A step (a model request, a tool, a retrieval, a step of an agent) is
 * then taken to be part of its parent's turn, and anything else to be a turn of its own. A remote parent, which another process exports, is
 * no parent in this sense.
 */
export function membershipsOf(spans: readonly PlacedSpan[]): ReadonlyMap<PlacedSpan, Membership> {
  const byKey = new Map(spans.map((span) => [keyOf(span, span.span.span_id), span]))
  const memberships = new Map<PlacedSpan, Membership>()
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
const keyOf = ({ project_id, span }: PlacedSpan, spanId: string): string =>
  `${project_id} ${span.trace_id} ${spanId}`

type SpansByKey = ReadonlyMap<string, PlacedSpan>

function parentOf(span: PlacedSpan, byKey: SpansByKey): PlacedSpan | undefined {
  const { parent_span_id } = span.span
  return parent_span_id === '' ? undefined : byKey.get(keyOf(span, parent_span_id))
}

/** The span and its ancestors up to one whose membership is known; each once, even if parents form a circle. */
function unsettledLine(
  span: PlacedSpan,
  byKey: SpansByKey,
  settled: ReadonlyMap<PlacedSpan, Membership>,
): PlacedSpan[] {
  const line = new Set<PlacedSpan>()
  let at: PlacedSpan | undefined = span
  while (at && !settled.has(at) && !line.has(at)) {
    line.add(at)
    at = parentOf(at, byKey)
  }
  return [...line]
}

function membershipOf(span: PlacedSpan, parent: Membership | undefined): Membership {
  const { attributes } = span.span
  const session = identifierIn(attributes, ATTRIBUTES.session_id)
  const thread_id = session ?? parent?.thread_id ?? ''
  const isSameSession = parent?.thread_id === thread_id
  const declared = attributes.get(ATTRIBUTES.is_turn[0])
  const isTurn =
    typeof declared === 'boolean'
      ? declared
      : session !== undefined && !isSameSession && !isStepOfMissing(span, parent)
  const end_user = identifierIn(attributes, ATTRIBUTES.end_user) ?? parent?.end_user ?? ''
  if (isTurn && thread_id !== '') return { thread_id, turn_id: span.span.span_id, end_user }
  return { thread_id, turn_id: isSameSession ? (parent?.turn_id ?? '') : '', end_user }
}

const STEPS: ReadonlySet<Kind | undefined> = new Set(['llm', 'embedding', 'tool', 'retriever', 'reranker'])

/** Set in the flags of a span whose parent is in another process. */
const IS_REMOTE = 0x200

function isStepOfMissing(placed: PlacedSpan, parent: Membership | undefined): boolean {
  const { parent_span_id, flags } = placed.span
  const isMissing = parent === undefined && parent_span_id !== '' && (flags & IS_REMOTE) === 0
  return isMissing && (isAgentStep(placed) || STEPS.has(declaredKind(placed)))
}

/** The AI SDK wraps each request of an agent and its tools in a span that repeats the agent's session. */
const isAgentStep = ({ span }: PlacedSpan): boolean =>
  span.attributes.get('gen_ai.operation.name') === 'agent_step'

/** Undefined also for a span that cannot be stored, which is rejected when its call is made. */
function declaredKind(placed: PlacedSpan): Kind | undefined {
  try {
    return kindOf(readSpan(placed).attributes)
  } catch (error) {
    if (error instanceof ServiceError) return undefined
    throw error
  }
}

/**
 * The first identifier among attributes that are not nested yet: reading every span of an export as a tree before any call is made would
 * keep all of them in memory. Logfire replaces what it takes for a secret by a note, which would put all sessions into one.
 */
function identifierIn(attributes: Attributes, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = attributes.get(name)
    if (value === undefined || value === null || value === '') continue
    if (value instanceof Map || Array.isArray(value)) continue
    const text = textOf(value)
    if (!text.startsWith('[Scrubbed')) return text
  }
  return undefined
}

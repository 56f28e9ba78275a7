import { JsonSyntaxError } from '@heddle/contract/json-scanner'
import type { UndescribedStart } from '../domain/calls/new-call.ts'
import { ID_CHARACTERS_MAX } from '../domain/text-length.ts'
import { ServiceError } from '../errors.ts'
import { mayBeJson } from '../json/embedded.ts'
import { membersOf, withMember } from '../json/members.ts'
import { type JsonMap, type JsonValue, parseTree } from '../json/tree.ts'
import { jsonTextOf } from '../json/write.ts'
import { ATTRIBUTES } from '../semconv/attributes.ts'
import { type Kind, kindOf } from '../semconv/kind.ts'
import { SpanAttributes, textOf, wordOf } from '../semconv/span-attributes.ts'
import type { PlacedSpan } from './placed-span.ts'
import { readSpan } from './read-span.ts'
import { decoded, type EncodedText, type SentAttributes } from './span.ts'

/** Session, turn and end user of a span; empty strings for none. */
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
 * Spans are exported as they end, so a parent may be missing here and be in another export. Until it is known, a step (a model request,
 * a tool, a retrieval, a step of an agent) is taken to be part of its parent's turn, and anything else to be a turn of its own, as is
 * a span whose parent is in another process. `startBelow` decides again when both are stored.
 */
export function membershipsOf(spans: readonly PlacedSpan[]): ReadonlyMap<PlacedSpan, Membership> {
  const byKey = new Map(spans.map((span) => [keyOf(span, span.span.span_id), span]))
  const memberships = new Map<PlacedSpan, Membership>()
  for (const span of spans) {
    // From the nearest ancestor that is settled down to the span: traces may be deeper than the stack.
    for (const next of unsettledLine(span, byKey, memberships).reverse()) {
      const parent = parentOf(next, byKey)
      const ofParent = parent && memberships.get(parent)
      memberships.set(next, membershipOf(ownPlace(next), ofParent, !isStepOfMissing(next, ofParent)))
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

/** The session, turn and end user that a span itself names. */
interface OwnPlace {
  readonly id: string
  readonly session: string | undefined
  readonly end_user: string | undefined
  readonly is_turn: boolean | undefined
}

function membershipOf(
  { id, session, end_user: ownUser, is_turn }: OwnPlace,
  parent: Membership | undefined,
  mayBeTurn: boolean,
): Membership {
  const thread_id = session ?? parent?.thread_id ?? ''
  const isSameSession = parent?.thread_id === thread_id
  const isTurn = is_turn ?? (session !== undefined && !isSameSession && mayBeTurn)
  const end_user = ownUser ?? parent?.end_user ?? ''
  if (isTurn && thread_id !== '') return { thread_id, turn_id: id, end_user }
  return { thread_id, turn_id: isSameSession ? (parent?.turn_id ?? '') : '', end_user }
}

/**
 * The start of a stored span once its parent has arrived in another export; undefined if nothing changes. Replaces what
 * `membershipsOf` assumed without the parent.
 */
export function startBelow(
  start: UndescribedStart,
  parent: Pick<UndescribedStart, 'thread_id' | 'turn_id' | 'end_user'>,
): UndescribedStart | undefined {
  const span = start.otel_dump && membersOf(start.otel_dump)?.get('attributes')
  const tree = span ? parseTree(span) : undefined
  if (!(tree instanceof Map)) return undefined
  const ofParent = {
    thread_id: parent.thread_id ?? '',
    turn_id: parent.turn_id ?? '',
    end_user: parent.end_user ?? '',
  }
  const own = storedPlace(start, new SpanAttributes(tree))
  const { end_user, ...place } = membershipOf(own, ofParent, true)
  const [thread_id, turn_id] = [place.thread_id || null, place.turn_id || null]
  const isNamed = start.end_user !== null || end_user === ''
  if (thread_id === start.thread_id && turn_id === start.turn_id && isNamed) return undefined
  const user = isNamed ? {} : withUser(start, end_user)
  return { ...start, thread_id, turn_id, ...user }
}

function storedPlace({ id }: UndescribedStart, attributes: SpanAttributes): OwnPlace {
  const first = (meaning: 'session_id' | 'end_user') => {
    for (const { key, value } of attributes.all(meaning)) {
      const text = identifierOf(key, value)
      if (text !== undefined) return text
    }
    return undefined
  }
  const declared = attributes.value('is_turn')
  return {
    id,
    session: first('session_id'),
    end_user: first('end_user'),
    is_turn: typeof declared === 'boolean' ? declared : undefined,
  }
}

const withUser = ({ attributes }: UndescribedStart, end_user: string) => ({
  end_user,
  attributes: withMember(attributes, 'user_id', jsonTextOf(end_user)),
})

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

function ownPlace({ span: { span_id, attributes } }: PlacedSpan): OwnPlace {
  const declared = attributes.get(ATTRIBUTES.is_turn[0])
  const objects = new Map<string, JsonMap | undefined>()
  return {
    id: span_id,
    session: identifierIn(attributes, SESSION_NAMES, objects),
    end_user: identifierIn(attributes, USER_NAMES, objects),
    is_turn: typeof declared === 'boolean' ? declared : undefined,
  }
}

/** A name, and each way to cut it at a dot: attributes like `metadata` may hold the rest as an object or as JSON. */
type CutName = readonly [name: string, cuts: readonly (readonly [container: string, member: string])[]]

function cutNames(names: readonly string[]): readonly CutName[] {
  return names.map((name) => [
    name,
    CONTAINERS.flatMap((container) =>
      name.startsWith(`${container}.`) ? [[container, name.slice(container.length + 1)]] : [],
    ),
  ])
}

const CONTAINERS: readonly string[] = ATTRIBUTES.metadata
const SESSION_NAMES = cutNames(ATTRIBUTES.session_id)
const USER_NAMES = cutNames(ATTRIBUTES.end_user)

/**
 * The first identifier among attributes that are not nested yet: reading every span of an export as a tree before any call is made would
 * keep all of them in memory. `objects` has the containers that were parsed already.
 */
function identifierIn(
  attributes: SentAttributes,
  names: readonly CutName[],
  objects: Map<string, JsonMap | undefined>,
): string | undefined {
  for (const [name, cuts] of names) {
    const text = identifierOf(name, attributes.get(name))
    if (text !== undefined) return text
    for (const [container, member] of cuts) {
      if (!attributes.has(container)) continue
      if (!objects.has(container)) objects.set(container, objectIn(attributes.get(container)))
      const inside = identifierOf(name, objects.get(container)?.get(member))
      if (inside !== undefined) return inside
    }
  }
  return undefined
}

/** Logfire replaces suspected secrets by a note, which would merge all sessions into one. Long texts identify nothing, and every span below would have them. */
function identifierOf(name: string, sent: JsonValue | EncodedText | undefined): string | undefined {
  if (sent === undefined || sent === null || sent === '') return undefined
  const value = wordOf(name, decoded(sent))
  if (value instanceof Map || Array.isArray(value)) return undefined
  const text = textOf(value)
  return text.length > ID_CHARACTERS_MAX || text.startsWith('[Scrubbed') ? undefined : text
}

function objectIn(sent: JsonValue | EncodedText | undefined): JsonMap | undefined {
  const value = sent === undefined ? undefined : decoded(sent)
  const object = typeof value === 'string' && mayBeJson(value) ? parsedObject(value) : value
  return object instanceof Map ? object : undefined
}

/** Undefined for text that only looks like JSON. */
function parsedObject(text: string): JsonValue | undefined {
  try {
    return parseTree(text)
  } catch (error) {
    if (error instanceof JsonSyntaxError || error instanceof ServiceError) return undefined
    throw error
  }
}

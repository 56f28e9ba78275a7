import { ServiceError } from '../errors.ts'
import type { LazyMap, LazyValue } from '../json/lazy.ts'
import { JsonText } from '../json/text.ts'
import type { JsonMap, JsonValue } from '../json/tree.ts'
import type { Meaning } from '../semconv/attributes.ts'
import type { SpanAttributes } from '../semconv/span-attributes.ts'
import { attributeTree, flatAttributes } from './attribute-tree.ts'
import { exactInteger } from './exact-number.ts'
import type { SpanEvent } from './span.ts'

/** Names that mean the whole payload; other attributes keep their name inside it. */
const PLAIN_NAMES: ReadonlySet<string> = new Set(['input', 'inputs', 'output', 'outputs'])

/** The inputs of the call: the first attribute with a value, and the query of a retriever or reranker. */
export function inputsOf(attributes: SpanAttributes, events: readonly SpanEvent[]): LazyValue | undefined {
  const found = attributes.first('inputs')
  if (found && isObject(found.sent) && PLAIN_NAMES.has(found.key)) return found.sent
  const inputs = named(attributes, ['inputs', 'query', 'input_documents'])
  return inputs.size > 0 ? inputs : eventMessages(events).inputs
}

/** The output of the call, including retrieved documents. For embeddings only their size: vectors stay in the span. */
export function outputOf(attributes: SpanAttributes, events: readonly SpanEvent[]): LazyValue | undefined {
  const found = attributes.first('output')
  if (found && PLAIN_NAMES.has(found.key)) return found.sent
  const output = named(attributes, ['output', 'documents'])
  if (output.size > 0) return output
  return eventMessages(events).output ?? embeddingsSize(attributes.value('embeddings'))
}

const isObject = (value: LazyValue): boolean =>
  value instanceof JsonText ? value.kind === 'object' : value instanceof Map

function named(attributes: SpanAttributes, meanings: readonly Meaning[]): LazyMap {
  const members: LazyMap = new Map()
  for (const meaning of meanings) {
    const found = attributes.first(meaning)
    if (found) members.set(found.key, found.sent)
  }
  return members
}

function embeddingsSize(embeddings: JsonValue | undefined): JsonMap | undefined {
  if (!Array.isArray(embeddings)) return undefined
  const [first] = embeddings
  const isMany = Array.isArray(first) || typeof first === 'string'
  const size = { count: isMany ? embeddings.length : 1, dimensions: lengthOf(isMany ? first : embeddings) }
  const members = Object.entries(size).map(([name, value]): [string, JsonValue] => [
    name,
    exactInteger(value),
  ])
  return new Map([['embeddings', new Map(members)]])
}

/** The AI SDK sends each vector as JSON. */
function lengthOf(vector: JsonValue | undefined): number {
  if (typeof vector === 'string') return vector.split(',').length
  return Array.isArray(vector) ? vector.length : 0
}

interface EventMessages {
  readonly inputs?: LazyMap
  readonly output?: LazyMap
}

/** Events that carry one message each, and its role. */
const MESSAGE_ROLES: ReadonlyMap<string, string> = new Map([
  ['gen_ai.system.message', 'system'],
  ['gen_ai.user.message', 'user'],
  ['gen_ai.assistant.message', 'assistant'],
  ['gen_ai.tool.message', 'tool'],
])

/** Attributes with all messages of one side in one event. */
const INPUT_KEYS = ['gen_ai.input.messages', 'gen_ai.prompt', 'gen_ai.event.content']
const OUTPUT_KEYS = ['gen_ai.output.messages', 'gen_ai.completion']

/** Messages that instrumentations of the GenAI conventions put into events rather than attributes. */
function eventMessages(events: readonly SpanEvent[]): EventMessages {
  if (events.length === 0) return {}
  const [messages, choices]: [LazyValue[], LazyValue[]] = [[], []]
  const [inputs, output]: [LazyMap, LazyMap] = [new Map(), new Map()]
  for (const { name, attributes } of events) {
    if (!name.startsWith('gen_ai.')) continue
    const role = MESSAGE_ROLES.get(name)
    if (role !== undefined)
      messages.push(new Map<string, LazyValue>([['role', role], ...eventTree(attributes)]))
    else if (name === 'gen_ai.choice') choices.push(eventTree(attributes))
    else copyMembers(attributes, inputs, output)
  }
  if (messages.length > 0) inputs.set('messages', messages)
  if (choices.length > 0) output.set('choices', choices)
  return { ...(inputs.size > 0 && { inputs }), ...(output.size > 0 && { output }) }
}

function copyMembers(attributes: JsonMap, inputs: LazyMap, output: LazyMap): void {
  for (const [keys, side] of [
    [INPUT_KEYS, inputs],
    [OUTPUT_KEYS, output],
  ] as const) {
    for (const key of keys) {
      const value = attributes.get(key)
      const read = value === undefined ? undefined : eventTree(new Map([['value', value]])).get('value')
      if (read !== undefined) side.set(key, read)
    }
  }
}

/** Attributes of an event with their JSON parsed, as the dump of the span has them; by dotted name if they are nested too deeply. */
function eventTree(attributes: JsonMap): LazyMap {
  try {
    return attributeTree(attributes)
  } catch (error) {
    if (error instanceof ServiceError) return flatAttributes(attributes)
    throw error
  }
}

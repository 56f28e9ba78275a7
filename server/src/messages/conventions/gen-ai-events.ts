import type { JsonMap, JsonValue } from '../../json/tree.ts'
import { isEmpty, itemsOf, mapAt, parseEmbedded, textAt, valueAt } from '../json-fields.ts'
import type { Message } from '../message.ts'
import { answerStart, joinAssistant } from '../normalise.ts'
import { readMessages } from '../read-payload.ts'
import type { Span, SpanEvent } from '../span.ts'
import type { Convention, Side } from './convention.ts'
import { inputIn, outputIn } from './gen-ai.ts'

/**
 * GenAI events: one with all messages, or up to version 1.36 one per message. Strands and Semantic Kernel send these on spans;
 * Pydantic AI and Logfire used to write a list of them into an attribute.
 */
export const genAiEvents: Convention = {
  input: (span) => detailsOf(span, inputIn) ?? sideOf(span, inputMessages) ?? listedSides(span)?.input,
  output: (span) => detailsOf(span, outputIn) ?? sideOf(span, outputMessages) ?? listedSides(span)?.output,
}

function detailsOf(span: Span, read: typeof inputIn): Side | undefined {
  for (const { name, attributes } of span.events) {
    const side = name === 'gen_ai.client.inference.operation.details' ? read(attributes) : undefined
    if (side) return side
  }
  return undefined
}

type Reader = (name: string, body: JsonMap) => readonly Message[]

function sideOf(span: Span, read: Reader): Side | undefined {
  const messages = span.events.flatMap((event) =>
    event.name.startsWith('gen_ai.') ? read(event.name, bodyOf(event)) : [],
  )
  return messages.length > 0 ? { messages } : undefined
}

/** Logfire lists an answer as one more message of the assistant's, and so does Pydantic AI for a whole run. */
function listedSides(span: Span): { input: Side; output: Side } | undefined {
  const events = itemsOf(span.first('events', 'all_messages_events')).flatMap((event) =>
    event instanceof Map ? [event] : [],
  )
  const read = (reader: Reader) => events.flatMap((event) => reader(textAt(event, 'event.name') ?? '', event))
  const [said, choices] = [read(inputMessages), read(outputMessages)]
  if (said.length + choices.length === 0) return undefined
  const start = choices.length > 0 ? said.length : answerStart(said)
  return {
    input: { messages: said.slice(0, start) },
    // The items of one answer of the Responses API are events of their own.
    output: { messages: [...joinAssistant(said.slice(start)), ...choices] },
  }
}

const INPUT_ROLES: ReadonlyMap<string, string> = new Map([
  ['gen_ai.system.message', 'system'],
  ['gen_ai.user.message', 'user'],
  ['gen_ai.assistant.message', 'assistant'],
  ['gen_ai.tool.message', 'tool'],
])

function inputMessages(name: string, body: JsonMap): readonly Message[] {
  const role = INPUT_ROLES.get(name)
  if (role) return readMessages(withContent(body, role), role)
  return name === 'gen_ai.content.prompt'
    ? readMessages(parseEmbedded(valueAt(body, 'gen_ai.prompt')), 'user')
    : []
}

function outputMessages(name: string, body: JsonMap): readonly Message[] {
  if (name === 'gen_ai.content.completion') {
    return readMessages(parseEmbedded(valueAt(body, 'gen_ai.completion')), 'assistant')
  }
  if (name !== 'gen_ai.choice') return []
  const reason = textAt(body, 'finish_reason')
  const message = mapAt(body, 'message')
  const choice: JsonMap = message
    ? new Map(message)
    : new Map([['content', valueAt(body, 'message', 'content') ?? null]])
  if (reason) choice.set('finish_reason', reason)
  return isEmpty(choice.get('content')) && !choice.has('tool_calls')
    ? []
    : readMessages(withContent(choice, 'assistant'), 'assistant')
}

/** Semantic Kernel writes the whole body into one attribute; values may be JSON text. */
function bodyOf({ attributes }: SpanEvent): JsonMap {
  const whole = attributes.value('gen_ai.event.content') ?? attributes.value('event_body')
  if (whole instanceof Map) return whole
  const body: JsonMap = new Map()
  for (const key of BODY_KEYS) {
    const value = attributes.value(key)
    if (value !== undefined) body.set(key, value)
  }
  if (whole !== undefined && !body.has('content')) body.set('content', whole)
  return body
}

const BODY_KEYS = [
  'role',
  'content',
  'message',
  'tool_calls',
  'tool_call_id',
  'id',
  'name',
  'finish_reason',
  'gen_ai.prompt',
  'gen_ai.completion',
]

/** The event's name decides the role, except that an assistant's tool results stay recognisable by their blocks. */
function withContent(body: JsonMap, role: string): JsonMap {
  const message = new Map<string, JsonValue>(body)
  message.set('role', role)
  const content = parseEmbedded(body.get('content'))
  if (content !== undefined) message.set('content', content)
  return message
}

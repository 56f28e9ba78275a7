import type { AgentMessage } from '../domain/agents/span.ts'
import type { JsonMap, JsonValue } from '../json/tree.ts'
import { textOf } from '../semconv/span-attributes.ts'

/** Reads messages in any of the usual forms: a text, a message, or a list of either. */
export function messagesOf(value: JsonValue | undefined, usualRole: string): AgentMessage[] {
  if (value === undefined || value === null || value === '') return []
  if (Array.isArray(value)) return value.flatMap((item) => messagesOf(item, usualRole))
  if (!(value instanceof Map)) return [{ role: usualRole, content: textOf(value), finish_reason: '' }]
  const inner = value.get('messages')
  return Array.isArray(inner) ? messagesOf(inner, usualRole) : [messageOf(value, usualRole)]
}

/** The text of all reasoning parts; null if there are none. */
export function reasoningIn(value: JsonValue | undefined): string | null {
  const messages = Array.isArray(value) ? value : [value]
  const parts = messages.flatMap((message) => (message instanceof Map ? listIn(message, 'parts') : []))
  const texts = parts.flatMap((part) =>
    part instanceof Map && part.get('type') === 'reasoning' ? contentOf(part) : [],
  )
  return texts.length > 0 ? texts.join('\n') : null
}

/** Reads texts, or objects with a text, alone or in a list. */
export function textsOf(value: JsonValue | undefined): string[] {
  if (value === undefined || value === null) return []
  const items = Array.isArray(value) ? value : [value]
  return items.map((item) => (item instanceof Map ? contentOf(item) : textOf(item)))
}

function messageOf(message: JsonMap, usualRole: string): AgentMessage {
  const parts = message.get('parts')
  return {
    role: textIn(message, 'role') || usualRole,
    content: Array.isArray(parts) ? textOf(parts) : contentOf(message),
    finish_reason: textIn(message, 'finish_reason'),
  }
}

/** The content of a message or part; the whole object as JSON if no known member has any. */
function contentOf(map: JsonMap): string {
  const said = map.get('content') ?? map.get('text')
  if (said !== undefined && said !== null) return textOf(said)
  return map.has('role') ? '' : textOf(map)
}

function textIn(map: JsonMap, key: string): string {
  const value = map.get(key)
  return value === undefined || value === null ? '' : textOf(value)
}

function listIn(map: JsonMap, key: string): JsonValue[] {
  const value = map.get(key)
  return Array.isArray(value) ? value : []
}

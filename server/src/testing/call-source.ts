import { CallMessages as CallMessagesSchema } from '@heddle/contract/messages'
import * as Value from 'typebox/value'
import { jsonTextOf, writeJson } from '../json/write.ts'
import { CallSource } from '../messages/call-source.ts'
import type { CallMessages } from '../messages/message.ts'
import { messagesOfCall } from '../messages/read-call.ts'

interface Fields {
  readonly op_name?: string
  readonly display_name?: string
  readonly attributes?: unknown
  readonly inputs?: unknown
  readonly output?: unknown
  /** The attributes of the span that brought the call, by their dotted names. */
  readonly span?: Readonly<Record<string, unknown>>
  readonly events?: readonly {
    readonly name: string
    readonly attributes: Readonly<Record<string, unknown>>
  }[]
}

/** A call as storage returns it. */
export function callSource(fields: Fields): CallSource {
  const {
    op_name = 'answer',
    display_name = null,
    attributes = {},
    inputs = {},
    output = null,
    span,
    events,
  } = fields
  const isSpan = span !== undefined || events !== undefined
  return new CallSource({
    op_name,
    display_name,
    attributes: jsonTextOf(attributes),
    inputs: jsonTextOf(inputs),
    output: output === null ? null : jsonTextOf(output),
    otel_dump: isSpan ? jsonTextOf({ name: op_name, attributes: span ?? {}, events: events ?? [] }) : null,
  })
}

/** The messages of a call as clients receive them. */
export function messagesOf(fields: Fields): CallMessages {
  return JSON.parse(writeJson(messagesOfCall(callSource(fields))))
}

/** Where messages do not fit what the contract promises. */
export const contractIssues = (messages: CallMessages) => [
  ...Value.Errors(CallMessagesSchema, { id: 'c1', ...messages }),
]

/** The messages of a span whose attributes are stored flat, and the same with the attributes as a tree. */
export const bothForms = (span: Readonly<Record<string, unknown>>): CallMessages[] => [
  messagesOf({ span }),
  messagesOf({ span: nested(span) }),
]

function nested(flat: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const root: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(flat)) {
    const names = key.split('.')
    const last = names.pop() ?? ''
    let branch = root
    for (const name of names) {
      branch[name] ??= {}
      branch = Object(branch[name])
    }
    branch[last] = value
  }
  return root
}

/** Short forms for expected messages. */
export const said = (content: string) => ({ type: 'text', content })
export const thought = (content: string) => ({ type: 'reasoning', content })
export const text = (role: string, content: string) => ({ role, parts: [said(content)] })
const toolCall = (id: string, name: string, args: unknown) => ({
  type: 'tool_call',
  id,
  name,
  arguments: args,
})
export const toolResult = (id: string, response: unknown) => ({
  role: 'tool',
  parts: [{ type: 'tool_call_response', id, response }],
})

/** A tool, and a call of it. */
export const weather = {
  name: 'get_weather',
  description: 'Weather of a city',
  parameters: { type: 'object' },
}
export const called = toolCall('c1', 'get_weather', { city: 'Paris' })

/** A picture, and the part it becomes. */
export const PNG = 'iVBORw0KGgo='
export const image = { type: 'blob', modality: 'image', mime_type: 'image/png', content: PNG }

import type { JsonText } from '../json/text.ts'
import type { JsonValue } from '../json/tree.ts'
import type { Kind } from '../semconv/kind.ts'

/**
 * The messages of a call, in one form for all libraries: the message schema of OpenTelemetry's GenAI conventions, with `document` and `data` as
 * part types of our own. Derived from stored payloads on every read, and never stored itself.
 */
export interface CallMessages {
  readonly kind: Kind
  readonly input: readonly Message[]
  readonly output: readonly Message[]
  readonly tools: readonly ToolDefinition[]
  /** By the GenAI names, without `gen_ai.request.`: `model`, `temperature`, `max_tokens`. */
  readonly settings: Settings
  readonly documents: readonly Document[]
}

export interface Message {
  /** `system`, `user`, `assistant` or `tool`; other roles are kept as sent. */
  readonly role: string
  readonly parts: readonly Part[]
  readonly name?: string
  /** Output messages only: `stop`, `length`, `content_filter`, `tool_call`, `error`, or as the provider spells it. */
  readonly finish_reason?: string
}

export type Part =
  | { readonly type: 'text'; readonly content: string }
  | { readonly type: 'reasoning'; readonly content: string }
  | ToolCall
  | ToolCallResponse
  | {
      readonly type: 'server_tool_call'
      readonly id?: string
      readonly name: string
      readonly server_tool_call: JsonValue
    }
  | {
      readonly type: 'server_tool_call_response'
      readonly id?: string
      readonly server_tool_call_response: JsonValue
    }
  /** Base64 without the `data:` prefix. */
  | (Media & { readonly type: 'blob'; readonly content: string })
  | (Media & { readonly type: 'uri'; readonly uri: string })
  | (Media & { readonly type: 'file'; readonly file_id: string })
  | (Document & { readonly type: 'document' })
  /** Anything that cannot be read as another part, as it was sent. */
  | { readonly type: 'data'; readonly value: JsonValue | JsonText }

export interface ToolCall {
  readonly type: 'tool_call'
  readonly id?: string
  readonly name: string
  readonly arguments?: JsonValue
}

export interface ToolCallResponse {
  readonly type: 'tool_call_response'
  readonly id?: string
  readonly name?: string
  readonly response: JsonValue
}

export type Modality = 'image' | 'audio' | 'video' | 'document'

interface Media {
  readonly modality: Modality
  readonly mime_type?: string
}

export interface Document {
  readonly id?: string
  readonly content: string
  readonly title?: string
  readonly score?: number
  readonly metadata?: JsonValue
}

export interface ToolDefinition {
  readonly name: string
  readonly description?: string
  readonly parameters?: JsonValue
}

export type Settings = Readonly<Record<string, JsonValue>>

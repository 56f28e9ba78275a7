import type { JsonMap, JsonValue } from '../../json/tree.ts'
import type { Message, Part } from '../message.ts'

/**
 * The payload shapes of one model provider or framework. Every function returns undefined for a value that is not in its shape,
 * and must expect any JSON.
 */
export interface Provider {
  /** Reads one content block. */
  readonly part?: (block: JsonMap) => readonly Part[] | undefined
  /** Reads one message, where messages differ from OpenAI's chat. */
  readonly message?: (message: JsonMap, read: Read) => readonly Message[] | undefined
  readonly request?: (payload: JsonMap, read: Read) => readonly Message[] | undefined
  readonly response?: (payload: JsonMap, read: Read) => readonly Message[] | undefined
}

/** Reads what is inside a payload, in the shapes of all providers: libraries mix them. */
export interface Read {
  readonly parts: (content: Content) => Part[]
  readonly messages: (value: Content, roleDefault: string) => Message[]
}

export type Content = JsonValue | readonly JsonValue[] | undefined

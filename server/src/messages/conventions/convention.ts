import type { JsonValue } from '../../json/tree.ts'
import type { Document, Message, Settings, ToolDefinition } from '../message.ts'
import type { Span } from '../span.ts'

/** Reads the attributes and events of spans from one instrumentation library. */
export interface Convention {
  readonly input?: (span: Span) => Side | undefined
  readonly output?: (span: Span) => Side | undefined
  readonly tool?: (span: Span) => ToolUse | undefined
  readonly tools?: (span: Span) => readonly ToolDefinition[]
  readonly settings?: (span: Span) => Settings
  readonly documents?: (span: Span) => readonly Document[]
}

/** Messages, or the raw request or response, whose shape depends on the provider and the kind of call. */
export type Side = { readonly messages: readonly Message[] } | { readonly payload: JsonValue }

/** The tool call of a tool's own span. */
export interface ToolUse {
  readonly id?: string | undefined
  readonly name?: string | undefined
  readonly arguments?: JsonValue | undefined
  readonly result?: JsonValue | undefined
}

/** A side that is a raw payload; undefined if the attribute is absent. */
export const payloadSide = (payload: JsonValue | undefined): Side | undefined =>
  payload === undefined ? undefined : { payload }

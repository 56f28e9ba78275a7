import { isUtf8 } from 'node:buffer'
import { OPEN_BRACE, OPEN_BRACKET, SPACE } from '@heddle/contract/json-scanner'
import type { JsonMap, JsonValue } from '../json/tree.ts'

/** Values of any kind by key. 64-bit integers and floats keep their exact tokens; bytes are base64 text. */
export type Attributes = JsonMap

/** Text of an attribute that is decoded when its span is read, so that the long texts of an export are not in memory all at once. */
export class EncodedText {
  readonly #bytes: Buffer
  readonly #start: number
  readonly #end: number

  /** `bytes` has the text from `start` to `end`, in UTF-8. */
  constructor(bytes: Buffer, start: number, end: number) {
    this.#bytes = bytes
    this.#start = start
    this.#end = end
  }

  decode(): string {
    return this.#bytes.toString('utf8', this.#start, this.#end)
  }

  /** Its bytes with a character for each, if it may be a JSON object or list and is valid UTF-8. */
  get likelyJson(): string | undefined {
    let first = this.#start
    while (first < this.#end && this.#bytes.readUInt8(first) <= SPACE) first += 1
    if (this.#bytes[first] !== OPEN_BRACE && this.#bytes[first] !== OPEN_BRACKET) return undefined
    if (!isUtf8(this.#bytes.subarray(this.#start, this.#end))) return undefined
    return this.#bytes.toString('latin1', this.#start, this.#end)
  }
}

/** The attributes of a span, whose long texts may still be encoded. */
export type SentAttributes = ReadonlyMap<string, JsonValue | EncodedText>

export const decoded = (value: JsonValue | EncodedText): JsonValue =>
  value instanceof EncodedText ? value.decode() : value

/** The spans of one process, as its exporter grouped them. */
export interface ResourceSpans {
  readonly resource: Attributes
  readonly scopes: readonly ScopeSpans[]
}

interface ScopeSpans {
  readonly scope: Scope
  readonly spans: readonly Span[]
}

export interface Scope {
  readonly name: string
  readonly version: string
  readonly attributes: Attributes
}

/** Ids are lower-case hex; empty if they are missing, of the wrong length or all zeros. */
export interface Span {
  readonly trace_id: string
  readonly span_id: string
  readonly parent_span_id: string
  readonly trace_state: string
  readonly flags: number
  readonly name: string
  readonly kind: SpanKind
  readonly start_nanos: bigint
  readonly end_nanos: bigint
  readonly attributes: SentAttributes
  readonly events: readonly SpanEvent[]
  readonly links: readonly SpanLink[]
  readonly status: SpanStatus
  readonly dropped: DroppedCounts
}

/** How much of a span its SDK left out, because of a limit. */
export interface DroppedCounts {
  readonly attributes: number
  readonly events: number
  readonly links: number
}

export const NOTHING_DROPPED: DroppedCounts = { attributes: 0, events: 0, links: 0 }

export interface SpanEvent {
  readonly name: string
  readonly nanos: bigint
  readonly attributes: Attributes
}

export interface SpanLink {
  readonly trace_id: string
  readonly span_id: string
  readonly trace_state: string
  readonly attributes: Attributes
}

interface SpanStatus {
  readonly code: StatusCode
  readonly message: string
}

/** In the order of their numbers on the wire. */
export const SPAN_KINDS = ['UNSPECIFIED', 'INTERNAL', 'SERVER', 'CLIENT', 'PRODUCER', 'CONSUMER'] as const
type SpanKind = (typeof SPAN_KINDS)[number]

/** In the order of their numbers on the wire. */
export const STATUS_CODES = ['UNSET', 'OK', 'ERROR'] as const
type StatusCode = (typeof STATUS_CODES)[number]

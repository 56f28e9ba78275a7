import type { JsonText } from '../json/text.ts'
import type { JsonMap, JsonValue } from '../json/tree.ts'
import { parseUnlessComplex } from './json-fields.ts'
import { Span } from './span.ts'

/** The columns of a stored call that have a meaning. Those that are null were not read, or hold nothing. */
export interface StoredPayloads {
  readonly op_name: string
  readonly display_name: string | null
  readonly attributes: JsonText | null
  readonly inputs: JsonText | null
  readonly output: JsonText | null
  /** The span that the call was made from. */
  readonly otel_dump: JsonText | null
}

/** A call whose columns are parsed when they are first looked at, and not before. */
export class CallSource {
  readonly op_name: string
  readonly display_name: string
  readonly #stored: StoredPayloads
  readonly #parsed = new Map<JsonText, JsonValue | JsonText>()
  #span: Span | undefined

  constructor(stored: StoredPayloads) {
    this.#stored = stored
    this.op_name = stored.op_name
    this.display_name = stored.display_name ?? ''
  }

  get attributes(): JsonMap {
    const attributes = this.#parse(this.#stored.attributes)
    return attributes instanceof Map ? attributes : new Map()
  }

  /** Text that is too complex to parse stays text. */
  get inputs(): JsonValue | JsonText {
    return this.#parse(this.#stored.inputs)
  }

  get output(): JsonValue | JsonText {
    return this.#parse(this.#stored.output)
  }

  /** Undefined for a call that no span brought. A call that was copied from a reply has its span among the attributes. */
  get span(): Span | undefined {
    if (this.#span) return this.#span
    const dump = this.#stored.otel_dump
      ? this.#parse(this.#stored.otel_dump)
      : this.attributes.get('otel_span')
    if (dump instanceof Map) this.#span = new Span(dump)
    return this.#span
  }

  #parse(json: JsonText | null): JsonValue | JsonText {
    if (json === null) return null
    let value = this.#parsed.get(json)
    if (value === undefined) {
      value = parseUnlessComplex(json) ?? json
      this.#parsed.set(json, value)
    }
    return value
  }
}

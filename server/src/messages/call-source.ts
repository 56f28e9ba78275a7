import { pickMembers } from '../json/members.ts'
import { mayContain } from '../json/strings.ts'
import { JsonText } from '../json/text.ts'
import type { JsonValue } from '../json/tree.ts'
import { parseUnlessComplex } from './json-fields.ts'
import { Span } from './span.ts'

/** The columns of a stored call that messages are read from; null if not read or empty. */
export interface StoredPayloads {
  readonly op_name: string
  readonly display_name: string | null
  readonly attributes: JsonText | null
  readonly inputs: JsonText | null
  readonly output: JsonText | null
  /** The span that the call was made from. */
  readonly otel_dump: JsonText | null
}

type ReadAttribute = 'otel_span' | 'weave' | 'kind'
const READ_ATTRIBUTES: ReadonlySet<string> = new Set<ReadAttribute>(['otel_span', 'weave', 'kind'])

/** A call whose columns are parsed on first use. */
export class CallSource {
  readonly op_name: string
  readonly display_name: string
  readonly #stored: StoredPayloads
  readonly #parsed = new Map<JsonText, JsonValue | JsonText>()
  #attributes: ReadonlyMap<string, JsonText> | undefined
  #span: Span | null | undefined

  /** `span` is the span of `otel_dump`, so that it need not be parsed. */
  constructor(stored: StoredPayloads, span?: Span) {
    this.#stored = stored
    this.#span = span
    this.op_name = stored.op_name
    this.display_name = stored.display_name ?? ''
  }

  /** The attribute of this name. Only attributes that readers use are parsed. */
  attribute(name: ReadAttribute): JsonValue | undefined {
    const { attributes } = this.#stored
    if (attributes === null || !this.mayHaveKey(name)) return undefined
    this.#attributes ??= pickMembers(attributes, READ_ATTRIBUTES)
    const json = this.#attributes.get(name)
    const value = json && this.#parse(json)
    return value instanceof JsonText ? undefined : value
  }

  /** Whether there may be an attribute of this name, at any depth. Cheaper than reading it. */
  mayHaveKey(name: string): boolean {
    const { attributes } = this.#stored
    return attributes !== null && mayContain(attributes, `"${name}"`)
  }

  /** The text of the only input payload; undefined if there may be several. */
  get rawInput(): JsonText | undefined {
    return this.span ? this.span.rawValue('input') : (this.#stored.inputs ?? undefined)
  }

  get rawOutput(): JsonText | undefined {
    return this.span ? this.span.rawValue('output') : (this.#stored.output ?? undefined)
  }

  /** Text that is too complex to parse stays text. */
  get inputs(): JsonValue | JsonText {
    return this.#parse(this.#stored.inputs)
  }

  get output(): JsonValue | JsonText {
    return this.#parse(this.#stored.output)
  }

  /** Undefined for a call that was not made from a span. A call that was copied from a response has its span in the attributes. */
  get span(): Span | undefined {
    if (this.#span === undefined) {
      const dump = this.#stored.otel_dump ? this.#parse(this.#stored.otel_dump) : this.attribute('otel_span')
      this.#span = dump instanceof Map ? new Span(dump) : null
    }
    return this.#span ?? undefined
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

import { type JsonKind, kindAt } from '@heddle/contract/json-scanner'

/** What a text is made of: pieces of it, and JSON between them that is kept apart, since copying it would take longer than writing it. */
export type JsonParts = readonly (string | JsonText)[]

/**
 * JSON kept as the received text, which is known to be valid by RFC 8259 and at most 200 containers
 * deep. Only the readers in this folder create one from untrusted bytes.
 *
 * Most payloads are received as UTF-8, searched for ASCII, and stored as UTF-8. These are decoded only if somebody asks for their text.
 */
export class JsonText {
  // Not #private: tests compare them.
  private decoded: string | undefined
  private encoded: string | undefined
  private readonly sent: string | undefined
  /** Undefined for a text in one piece. */
  readonly parts: JsonParts | undefined
  /** Whether it was received as UTF-8, in whole or in part, so that `utf8` takes less time than `text`. */
  readonly isUtf8: boolean

  /** Either a text, or one that `ofUtf8` or `joined` makes. */
  constructor(text: string | undefined, original?: string, utf8?: string, parts?: JsonParts) {
    this.decoded = text
    this.encoded = utf8
    this.sent = original
    this.parts = parts
    this.isUtf8 = parts ? parts.some((part) => typeof part !== 'string' && part.isUtf8) : utf8 !== undefined
  }

  /** `utf8` has a character for each byte. */
  static ofUtf8(utf8: string): JsonText {
    return new JsonText(undefined, undefined, utf8)
  }

  static joined(parts: JsonParts): JsonText {
    return new JsonText(undefined, undefined, undefined, parts)
  }

  get text(): string {
    this.decoded ??= this.parts ? joinedText(this.parts) : decodeUtf8(this.encoded ?? '')
    return this.decoded
  }

  /** Its bytes, with a character for each. Half the size of a text with characters beyond Latin-1, and copied instead of encoded. */
  get utf8(): string {
    this.encoded ??=
      this.parts && this.decoded === undefined ? joinedUtf8(this.parts) : encodeUtf8(this.decoded ?? '')
    return this.encoded
  }

  /** The text or its UTF-8, whichever takes less time: in both, the same ASCII characters stand in the same order. */
  get ascii(): string {
    return this.isUtf8 ? this.utf8 : this.text
  }

  /** The text as sent, including the `NaN` and `Infinity` that Python writes. Digests use this one. */
  get original(): string {
    return this.sent ?? this.text
  }

  get kind(): JsonKind {
    const [first] = this.parts ?? []
    return kindAt(typeof first === 'string' && first !== '' ? first : this.ascii, 0)
  }

  /** A value inside this one, at its position in `ascii`. */
  slice(start: number, end: number): JsonText {
    const ascii = this.ascii.slice(start, end)
    return this.isUtf8 ? JsonText.ofUtf8(ascii) : new JsonText(ascii)
  }

  /** Text between two positions in `ascii`. */
  textBetween(start: number, end: number): string {
    const ascii = this.ascii.slice(start, end)
    return this.isUtf8 ? decodeUtf8(ascii) : ascii
  }
}

export const EMPTY_OBJECT = new JsonText('{}')
export const JSON_NULL = new JsonText('null')

const joinedText = (parts: JsonParts): string =>
  parts.map((part) => (typeof part === 'string' ? part : part.text)).join('')

const joinedUtf8 = (parts: JsonParts): string =>
  parts.map((part) => (typeof part === 'string' ? encodeUtf8(part) : part.utf8)).join('')

const BEYOND_ASCII = /[\u0080-\uffff]/

/** The text of UTF-8 that has a character for each byte. */
export function decodeUtf8(utf8: string): string {
  if (!BEYOND_ASCII.test(utf8)) return utf8
  const bytes = utf8.length <= SCRATCH.length ? SCRATCH : Buffer.allocUnsafeSlow(utf8.length)
  return bytes.toString('utf8', 0, bytes.write(utf8, 'latin1'))
}

/** Most texts that are decoded are short. */
const SCRATCH = Buffer.alloc(4096)

export const encodeUtf8 = (text: string): string =>
  BEYOND_ASCII.test(text) ? Buffer.from(text).toString('latin1') : text

import { isAscii } from 'node:buffer'
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COMMA,
  fail,
  JsonSyntaxError,
  type ScanListener,
  type Span,
  skipColon,
  skipKey,
  skipString,
  skipToken,
  skipValue,
  skipWhitespace,
} from '@heddle/contract/json-scanner'
import {
  CONTAINERS_MAX,
  NON_FINITE_MAX,
  refuseDeeper,
  tooManyContainers,
  tooManyNonFinite,
  tooManyValues,
  VALUES_MAX,
} from './limits.ts'
import { JsonText } from './text.ts'

/**
 * A position in JSON text, for readers that build values as they go. It is at a value or a key,
 * never at whitespace. It counts what is built, and throws `too_large` above the limits of
 * `limits.ts`. A container is walked by a pair of methods:
 *
 *     for (let more = cursor.openArray(); more; more = cursor.nextItem()) value(cursor)
 *     for (let more = cursor.openObject(); more; more = cursor.nextMember()) { cursor.key(); value(cursor) }
 */
export class Cursor implements ScanListener {
  /** What is scanned: the source, or its bytes as Latin-1, so that positions count bytes. Parts of it are read with `slice`. */
  private readonly text: string
  /** The source if it is bytes and not all of them are ASCII. */
  private readonly bytes: Buffer | undefined
  /** Positions of `NaN`, `Infinity` and `-Infinity` found so far. */
  readonly nonFinite: Span[] = []
  private position: number
  private depth = 0
  private containers = 0
  private values = 0

  /**
   * Bytes must be valid UTF-8. They are not decoded as a whole: a single character beyond Latin-1 would make V8 store the text, and
   * everything cut from it, with two bytes a character.
   */
  constructor(source: string | Buffer) {
    this.text = typeof source === 'string' ? source : source.toString('latin1')
    this.bytes = typeof source === 'string' || isAscii(source) ? undefined : source
    this.position = skipWhitespace(this.text, 0)
  }

  slice(start: number, end: number): string {
    if (this.bytes === undefined || isShortAscii(this.text, start, end)) return this.text.slice(start, end)
    return this.bytes.toString('utf8', start, end)
  }

  /** A value that was skipped. Bytes are not decoded. */
  json(start: number, end: number): JsonText {
    const text = this.text.slice(start, end)
    return this.bytes === undefined ? new JsonText(text) : JsonText.ofUtf8(text)
  }

  /** The same error with its position in UTF-16 code units, also if bytes were scanned. */
  withTextPosition(error: JsonSyntaxError): JsonSyntaxError {
    if (this.bytes === undefined) return error
    return new JsonSyntaxError(error.reason, this.bytes.toString('utf8', 0, error.position).length)
  }

  /** Throws if anything follows the value. */
  end(): void {
    const at = skipWhitespace(this.text, this.position)
    if (at < this.text.length) fail('the end of the text', at)
  }

  /** The code unit at the cursor, NaN at the end of the text. */
  peek(): number {
    return this.text.charCodeAt(this.position)
  }

  openObject(): boolean {
    return this.open(CLOSE_BRACE)
  }

  nextMember(): boolean {
    return this.next(CLOSE_BRACE)
  }

  openArray(): boolean {
    return this.open(CLOSE_BRACKET)
  }

  nextItem(): boolean {
    return this.next(CLOSE_BRACKET)
  }

  /** Reads a member's key and colon. */
  key(): string {
    this.countValue()
    const start = this.position
    const end = skipKey(this.text, start)
    this.position = skipColon(this.text, end)
    return this.content(start, end)
  }

  string(): string {
    this.countValue()
    const start = this.position
    this.position = skipString(this.text, start)
    return this.content(start, this.position)
  }

  /** Reads a number, `true`, `false` or `null` and returns its text. */
  token(): string {
    this.countValue()
    const start = this.position
    this.position = skipToken(this.text, start, this)
    return this.text.slice(start, this.position)
  }

  /** Reads a value of any kind and keeps its text. */
  take(): Span {
    this.countValue()
    return this.skip()
  }

  /** Skips a value of any kind. Builds nothing, so nothing is counted. */
  skip(): Span {
    const start = this.position
    this.position = skipValue(this.text, start, this.depth, this)
    return [start, this.position]
  }

  enterContainer(depth: number): void {
    refuseDeeper(depth)
  }

  onNonFinite(start: number, end: number): void {
    if (this.nonFinite.length >= NON_FINITE_MAX) throw tooManyNonFinite()
    this.nonFinite.push([start, end])
  }

  /** The string between the quotes at `start` and `end - 1`. */
  private content(start: number, end: number): string {
    const content = this.slice(start + 1, end - 1)
    if (!content.includes('\\')) return content
    const value: string = JSON.parse(this.slice(start, end))
    return value
  }

  private countValue(): void {
    if (++this.values > VALUES_MAX) throw tooManyValues()
  }

  private open(close: number): boolean {
    refuseDeeper(++this.depth)
    if (++this.containers > CONTAINERS_MAX) throw tooManyContainers()
    this.position = skipWhitespace(this.text, this.position + 1)
    return this.peek() !== close || this.close()
  }

  private next(close: number): boolean {
    this.position = skipWhitespace(this.text, this.position)
    const code = this.peek()
    if (code === close) return this.close()
    if (code !== COMMA) fail(`',' or '${String.fromCharCode(close)}'`, this.position)
    this.position = skipWhitespace(this.text, this.position + 1)
    return true
  }

  private close(): false {
    this.depth--
    this.position++
    return false
  }
}

/** Reads a text that is one value. Throws a `JsonSyntaxError`, with its position in UTF-16 code units, if it is not. */
export function readToEnd<Value>(source: string | Buffer, read: (cursor: Cursor) => Value): Value {
  const cursor = new Cursor(source)
  try {
    const value = read(cursor)
    cursor.end()
    return value
  } catch (error) {
    throw error instanceof JsonSyntaxError ? cursor.withTextPosition(error) : error
  }
}

const SHORT_MAX = 40

/** Looking at a few characters takes less time than decoding them. */
function isShortAscii(text: string, start: number, end: number): boolean {
  if (end - start > SHORT_MAX) return false
  for (let at = start; at < end; at++) if (text.charCodeAt(at) > 0x7f) return false
  return true
}

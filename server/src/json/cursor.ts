import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COMMA,
  fail,
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

/**
 * A position in JSON text, for readers that build values as they go. It is at a value or a key,
 * never at whitespace. It counts what is built, and throws `too_large` above the limits of
 * `limits.ts`. A container is walked by a pair of methods:
 *
 *     for (let more = cursor.openArray(); more; more = cursor.nextItem()) value(cursor)
 *     for (let more = cursor.openObject(); more; more = cursor.nextMember()) { cursor.key(); value(cursor) }
 */
export class Cursor implements ScanListener {
  readonly text: string
  /** Positions of `NaN`, `Infinity` and `-Infinity` found so far. */
  readonly nonFinite: Span[] = []
  private position: number
  private depth = 0
  private containers = 0
  private values = 0

  constructor(text: string) {
    this.text = text
    this.position = skipWhitespace(text, 0)
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
    return stringOf(this.text, start, end)
  }

  string(): string {
    this.countValue()
    const start = this.position
    this.position = skipString(this.text, start)
    return stringOf(this.text, start, this.position)
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

/** The string between the quotes at `start` and `end - 1`. */
function stringOf(text: string, start: number, end: number): string {
  const content = text.slice(start + 1, end - 1)
  if (!content.includes('\\')) return content
  const value: string = JSON.parse(text.slice(start, end))
  return value
}

import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  type Span,
  skipTrustedString,
  skipTrustedValue,
  skipWhitespace,
} from '@heddle/contract/json-scanner'
import { CONTAINERS_MAX, tooManyContainers, tooManyValues, VALUES_MAX } from './limits.ts'

/**
 * A `Cursor` for the text of a `JsonText`, which was validated when it was received. It looks for the ends of strings and
 * nothing else, which makes it several times faster, and counts what is built by the same limits.
 */
export class ProvenCursor {
  readonly text: string
  private position: number
  private containers = 0
  private values = 0

  constructor(text: string, from = 0) {
    this.text = text
    this.position = skipWhitespace(text, from)
  }

  /** The code unit at the position, NaN at the end of the text. */
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

  /** Takes a member's key and colon. */
  key(): string {
    const key = this.string()
    this.position = skipWhitespace(this.text, skipWhitespace(this.text, this.position) + 1)
    return key
  }

  string(): string {
    this.countValue()
    const start = this.position
    this.position = skipTrustedString(this.text, start)
    const content = this.text.slice(start + 1, this.position - 1)
    if (!content.includes('\\')) return content
    const value: string = JSON.parse(this.text.slice(start, this.position))
    return value
  }

  /** Takes a number, `true`, `false` or `null` and returns its text. */
  token(): string {
    this.countValue()
    const [start, end] = this.skip()
    return this.text.slice(start, end)
  }

  /** Takes a value of any kind whose text is kept. */
  take(): Span {
    this.countValue()
    return this.skip()
  }

  /** Passes a value of any kind. Nothing is built, so nothing is counted. */
  skip(): Span {
    const start = this.position
    this.position = skipTrustedValue(this.text, start)
    return [start, this.position]
  }

  private countValue(): void {
    if (++this.values > VALUES_MAX) throw tooManyValues()
  }

  private open(close: number): boolean {
    if (++this.containers > CONTAINERS_MAX) throw tooManyContainers()
    this.position = skipWhitespace(this.text, this.position + 1)
    return this.peek() !== close || this.close()
  }

  /** What follows an item is a comma or the end of the container. */
  private next(close: number): boolean {
    this.position = skipWhitespace(this.text, this.position)
    if (this.peek() === close) return this.close()
    this.position = skipWhitespace(this.text, this.position + 1)
    return true
  }

  private close(): false {
    this.position++
    return false
  }
}

import { ServiceError } from '../../errors.ts'
import type { Span } from '../../otel/span.ts'

const MESSAGES_MAX = 20

/** Enough to recognize a span: a name may be as long as the export. */
const NAME_CHARS_MAX = 100

/** The spans of an export that could not be stored. */
export class Rejections {
  readonly #messages: string[] = []
  #count = 0

  /** Returns the result of `make`; undefined if it rejects the span, which is then counted. */
  attempt<Made>(span: Span, make: () => Made): Made | undefined {
    try {
      return make()
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      this.add(span, error.message)
      return undefined
    }
  }

  add({ name, span_id }: Pick<Span, 'name' | 'span_id'>, reason: string): void {
    this.#count++
    if (this.#messages.length < MESSAGES_MAX) {
      this.#messages.push(`span ${JSON.stringify(shortened(name))} (${span_id}): ${reason}`)
    }
  }

  get count(): number {
    return this.#count
  }

  /** The first reasons in one line. */
  get message(): string {
    return this.#messages.join('; ')
  }
}

const shortened = (name: string): string =>
  name.length > NAME_CHARS_MAX ? `${name.slice(0, NAME_CHARS_MAX).toWellFormed()}…` : name

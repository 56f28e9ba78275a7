import { type JsonKind, kindAt } from '@heddle/contract/json-scanner'

/**
 * JSON kept as the text it came in. The text is proven: valid by RFC 8259, at most 200 containers
 * deep. Only the readers of this room make one from bytes that came from outside.
 */
export class JsonText {
  readonly text: string
  /** As it was sent: the same text, but for the `NaN` and `Infinity` that Python writes. Digests read this one. */
  readonly original: string

  constructor(text: string, original = text) {
    this.text = text
    this.original = original
  }

  get kind(): JsonKind {
    return kindAt(this.text, 0)
  }
}

export const EMPTY_OBJECT = new JsonText('{}')
export const JSON_NULL = new JsonText('null')

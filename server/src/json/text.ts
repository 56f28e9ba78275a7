import { type JsonKind, kindAt } from '@heddle/contract/json-scanner'

/**
 * JSON kept as the received text, which is known to be valid by RFC 8259 and at most 200 containers
 * deep. Only the readers in this folder create one from untrusted bytes.
 */
export class JsonText {
  readonly text: string
  /** The text as sent, including the `NaN` and `Infinity` that Python writes. Digests use this one. */
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

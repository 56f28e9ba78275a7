/**
 * JSON kept as the text it came in. The text is proven: valid by RFC 8259, at most 200 containers
 * deep. Only the readers of this room make one from bytes that came from outside.
 */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

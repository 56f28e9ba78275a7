/** The text is not JSON. `position` counts UTF-16 code units from the start of the text. */
export class JsonSyntaxError extends Error {
  override readonly name = 'JsonSyntaxError'
  readonly position: number

  constructor(message: string, position: number) {
    super(`${message} at position ${position}`)
    this.position = position
  }
}

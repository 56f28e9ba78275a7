/** Splits text that arrives in pieces into lines. The pieces of a line are joined once: it can have many megabytes. */
export class LineSplitter {
  #parts: string[] = []

  /** The line that has not ended yet. */
  get rest(): string {
    return this.#parts.join('')
  }

  /** The lines that end in a piece. */
  *add(piece: string): Generator<string> {
    const [first = '', ...others] = piece.split('\n')
    this.#parts.push(first)
    for (const next of others) {
      yield this.rest
      this.#parts = [next]
    }
  }
}

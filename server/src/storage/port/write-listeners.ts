/** Called after each write of calls or of feedback on them, by this process. */
export class WriteListeners {
  readonly #listeners = new Set<() => void>()

  /** Returns a function that stops listening. */
  add(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  notify(): void {
    for (const listener of this.#listeners) listener()
  }
}

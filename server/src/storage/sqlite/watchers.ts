/** Listeners that are called after each write. */
export class Watchers {
  readonly #listeners = new Set<() => void>()

  /** Returns a function that stops listening. */
  add(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

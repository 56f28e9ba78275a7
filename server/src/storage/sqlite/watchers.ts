/** Those who want to know when something was written. */
export class Watchers {
  readonly #listeners = new Set<() => void>()

  /** Gives what ends it. */
  add(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

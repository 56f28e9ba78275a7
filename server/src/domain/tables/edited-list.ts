/**
 * A long list that many items are put into and taken out of, one by one. It is kept in chunks, so that an edit in
 * the midst of a million items does not move half of them.
 */
export class EditedList<Item> {
  readonly #chunks: Item[][] = []
  #length: number

  constructor(items: readonly Item[]) {
    this.#length = items.length
    for (let at = 0; at < items.length; at += CHUNK_LENGTH)
      this.#chunks.push(items.slice(at, at + CHUNK_LENGTH))
  }

  get length(): number {
    return this.#length
  }

  /** `index` is from 0 to the length of the list. */
  insert(index: number, item: Item): void {
    const { at, within } = this.#find(index)
    const chunk = this.#chunks[at]
    this.#length++
    if (chunk === undefined) {
      this.#chunks.push([item])
      return
    }
    chunk.splice(within, 0, item)
    if (chunk.length > 2 * CHUNK_LENGTH) this.#chunks.splice(at + 1, 0, chunk.splice(CHUNK_LENGTH))
  }

  /** Undefined where there is no such item. */
  remove(index: number): Item | undefined {
    if (index < 0 || index >= this.#length) return undefined
    // The item at an index stands in the chunk that also holds the place behind it.
    const { at, within } = this.#find(index + 1)
    const chunk = this.#chunks[at] ?? []
    const [item] = chunk.splice(within - 1, 1)
    this.#length--
    if (chunk.length === 0) this.#chunks.splice(at, 1)
    return item
  }

  toArray(): Item[] {
    return this.#chunks.flat()
  }

  /** The chunk that an item at `index` is put into, which may be one behind the last, and its place there. */
  #find(index: number): { readonly at: number; readonly within: number } {
    let within = index
    for (const [at, { length }] of this.#chunks.entries()) {
      if (within <= length) return { at, within }
      within -= length
    }
    return { at: this.#chunks.length, within }
  }
}

const CHUNK_LENGTH = 1024

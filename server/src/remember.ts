/**
 * Wraps a pure function of a text so that it computes each result once. For names that repeat from call to call: keys, ops,
 * attributes. Long texts are computed every time, and the memory starts over when it is full.
 */
export function remember<Result>(compute: (text: string) => Result): (text: string) => Result {
  const known = new Map<string, { readonly result: Result }>()
  return (text) => {
    const before = known.get(text)
    if (before) return before.result
    if (text.length > LENGTH_MAX || !text.isWellFormed()) return compute(text)
    // Of a copy, because slices, also those in the result, would keep the whole request in memory.
    const copy = Buffer.from(text).toString()
    const result = compute(copy)
    if (known.size >= ENTRIES_MAX) known.clear()
    known.set(copy, { result })
    return result
  }
}

/** A copy of any text, for keys that outlive a request: a slice would keep the whole request in memory. */
export const copyText = (text: string): string => Buffer.from(text, 'utf16le').toString('utf16le')

/** Texts that were seen, up to a number: then the memory starts over. For what may be forgotten at the price of doing it again. */
export class SeenTexts {
  readonly #seen = new Set<string>()

  has(text: string): boolean {
    return this.#seen.has(text)
  }

  add(text: string): void {
    if (this.#seen.size >= ENTRIES_MAX) this.#seen.clear()
    this.#seen.add(copyText(text))
  }
}

const LENGTH_MAX = 200
const ENTRIES_MAX = 10_000

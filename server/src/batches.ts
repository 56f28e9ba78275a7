/** The items in lists of this length; the last may be shorter. */
export function* batchesOf<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size)
}

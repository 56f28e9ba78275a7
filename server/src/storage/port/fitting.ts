import type { ReadPage } from './pages.ts'

/** The size of the row that belongs to a key. */
export interface SizedKey {
  /** Position of the key in the list, 0-based. */
  readonly at: number
  readonly bytes: number
}

/** How many of `count` keys to read so that their rows stay within `bytesMax`. Keys without a row are not in `sizes`. */
export function fitting(
  sizes: Iterable<SizedKey>,
  count: number,
  bytesMax: number,
): Omit<ReadPage<never>, 'rows'> {
  let sum = 0
  for (const { at, bytes } of sizes) {
    sum += bytes
    if (sum > bytesMax) return { taken: at, next_bytes: bytes }
  }
  return { taken: count, next_bytes: 0 }
}

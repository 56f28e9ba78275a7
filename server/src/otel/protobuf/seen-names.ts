/** Names that were read before, so that reading them again makes no text. All spans of an exporter have the same few. */
export class SeenNames {
  readonly #slots: (Seen | undefined)[] = Array.from({ length: SLOTS })

  read(bytes: Buffer, start: number, end: number): string {
    if (end - start > BYTES_MAX) return bytes.toString('utf8', start, end)
    let hash = end - start
    for (let at = start; at < end; at++) hash = (hash * 31 + (bytes[at] ?? 0)) | 0
    const slot = hash & (SLOTS - 1)
    const seen = this.#slots[slot]
    if (seen && isAt(seen.bytes, bytes, start, end)) return seen.name
    const name = bytes.toString('utf8', start, end)
    this.#slots[slot] = { name, bytes: Uint8Array.prototype.slice.call(bytes, start, end) }
    return name
  }
}

/** One for each hash: the last name takes the place of others. */
const SLOTS = 1_024

/** Longer names are not of any convention. */
const BYTES_MAX = 64

interface Seen {
  readonly name: string
  readonly bytes: Uint8Array
}

function isAt(seen: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
  if (seen.length !== end - start) return false
  for (let at = 0; at < seen.length; at++) if (seen[at] !== bytes[start + at]) return false
  return true
}

import { createHash } from 'node:crypto'

/** An id derived from content, in hex. Each part is hashed with its length, so that different lists of parts differ. */
export function contentHash(bytes: number, ...parts: readonly string[]): string {
  const sum = createHash('sha256')
  for (const part of parts) sum.update(`${part.length}:${part}`)
  return sum.digest('hex').slice(0, 2 * bytes)
}

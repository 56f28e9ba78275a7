/** A request body that is generated while it is sent, to save memory. */
export interface Body {
  readonly length: number
  chunks(): Iterable<Buffer>
}

const CHUNK_BYTES = 64 * 1024

/** `head`, as many of `unit` as make `length` bytes, and `tail`. */
export function repeated(head: string, unit: string, length: number, tail: string): Body {
  const count = Math.max(1, Math.floor(length / Buffer.byteLength(unit)))
  const perChunk = Math.max(1, Math.floor(CHUNK_BYTES / unit.length))
  const chunk = Buffer.from(unit.repeat(perChunk))
  const rest = Buffer.from(unit.repeat(count % perChunk))
  return {
    length: Buffer.byteLength(head) + count * Buffer.byteLength(unit) + Buffer.byteLength(tail),
    *chunks() {
      yield Buffer.from(head)
      for (let left = Math.floor(count / perChunk); left > 0; left--) yield chunk
      yield rest
      yield Buffer.from(tail)
    },
  }
}

export function bytes(content: Buffer | string): Body {
  const buffer = Buffer.from(content)
  return { length: buffer.length, chunks: () => [buffer] }
}

export const json = (value: unknown): Body => bytes(JSON.stringify(value))

import type { Readable } from 'node:stream'
import type { RowBinaryReader } from './row-binary.ts'

/**
 * Decodes chunks when they arrive, unless many are unread: what has not been decoded when ClickHouse breaks the connection is lost, and with
 * it the error that ClickHouse sent last. Listens to the stream itself, because a pipeline takes longer than decoding a few rows.
 */
export async function* rowsIn<Row>(stream: Readable, reader: RowBinaryReader<Row>): AsyncGenerator<Row[]> {
  let unread: Row[][] = []
  let end: { readonly error?: unknown } | undefined
  let wake = () => {}
  const decode = (read: () => Row[]) => {
    try {
      const rows = read()
      if (rows.length > 0) unread.push(rows)
    } catch (error) {
      end ??= { error }
    }
    if (unread.length >= UNREAD_CHUNKS_MAX) stream.pause()
    wake()
  }
  stream
    .on('data', (chunk: Uint8Array) => decode(() => reader.push(chunk)))
    .on('end', () => {
      decode(() => reader.finish())
      end ??= {}
    })
    .on('error', (error) => {
      end ??= { error }
      wake()
    })
    .on('close', () => {
      end ??= { error: new Error('ClickHouse closed the connection before the end of the result') }
      wake()
    })
  try {
    for (;;) {
      const chunks = unread
      unread = []
      stream.resume()
      for (const rows of chunks) yield rows
      if (unread.length > 0) continue
      if (end && 'error' in end) throw end.error
      if (end) return
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  } finally {
    if (!stream.readableEnded) stream.destroy()
  }
}

/** A chunk has 64 KiB, unless a row is longer. */
const UNREAD_CHUNKS_MAX = 64

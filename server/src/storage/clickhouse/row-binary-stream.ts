import { pipeline, type Readable, Transform, type TransformCallback } from 'node:stream'
import type { RowBinaryReader } from './row-binary.ts'

/**
 * Decodes chunks when they arrive, unless many are unread: what has not been decoded when ClickHouse breaks the connection is lost, and with
 * it the error that ClickHouse sent last.
 */
export async function* rowsIn<Row>(stream: Readable, reader: RowBinaryReader<Row>): AsyncGenerator<Row[]> {
  const attempt = (read: () => Row[], done: TransformCallback) => {
    try {
      const rows = read()
      if (rows.length > 0) done(null, rows)
      else done()
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)))
    }
  }
  const rows = new Transform({
    readableObjectMode: true,
    readableHighWaterMark: UNREAD_CHUNKS_MAX,
    writableHighWaterMark: UNDECODED_BYTES_MAX,
    transform: (chunk: Uint8Array, _, done) => attempt(() => reader.push(chunk), done),
    flush: (done) => attempt(() => reader.finish(), done),
  })
  // It destroys `rows` with the error of the stream, so that the loop over `rows` throws it.
  pipeline(stream, rows, () => {})
  yield* rows
}

/** A chunk has 64 KiB, unless a row is longer. */
const UNREAD_CHUNKS_MAX = 64
/** More than a chunk, so that the stream is not paused for each. */
const UNDECODED_BYTES_MAX = 256 * 1024

import type { Transform } from 'node:stream'
import { createGunzip, createInflate, createInflateRaw } from 'node:zlib'
import { asError, ServiceError } from '../errors.ts'

type CreateDecompressor = (body: Buffer) => Transform

/** Real exports compress to a tenth or a thirtieth; a body that expands this much is an attack. */
const RATIO_MAX = 200

/** Below this size, the ratio does not matter. */
const UNSUSPICIOUS_BYTES = 1024 ** 2

interface Limits {
  readonly bytesMax: number
  /** Called with the size of each chunk that is decompressed; may throw to refuse the body. */
  readonly onInflated?: ((bytes: number) => void) | undefined
}

/**
 * Decompresses a body. Throws as soon as it expands beyond `bytesMax`, or beyond 1 MiB and 200 times its
 * own size, or is refused by `onInflated`.
 */
export async function decompress(body: Buffer, contentEncoding: string, limits: Limits): Promise<Buffer> {
  const encoding = contentEncoding.trim().toLowerCase()
  if (encoding === '' || encoding === 'identity') return body
  const createDecompressor = DECOMPRESSORS.get(encoding)
  if (createDecompressor === undefined) {
    throw new ServiceError(
      'invalid_request',
      `Content-Encoding ${encoding} is not known: use gzip or deflate`,
    )
  }
  const plausibleBytes = Math.max(UNSUSPICIOUS_BYTES, body.length * RATIO_MAX)
  const bytesMax = Math.min(limits.bytesMax, plausibleBytes)
  try {
    return await inflated(body, createDecompressor(body), { ...limits, bytesMax })
  } catch (error) {
    throw refusal(error, encoding)
  }
}

/** Counts the chunks as they come, so that bodies that are decompressed at the same time cannot fill the memory uncounted. */
function inflated(body: Buffer, decompressor: Transform, { bytesMax, onInflated }: Limits): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  return new Promise((resolve, reject) => {
    decompressor.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      try {
        if (bytes > bytesMax) throw tooLarge(bytesMax)
        onInflated?.(chunk.length)
        chunks.push(chunk)
      } catch (error) {
        decompressor.destroy(asError(error))
      }
    })
    decompressor.on('error', reject)
    decompressor.on('end', () => resolve(Buffer.concat(chunks, bytes)))
    decompressor.end(body)
  })
}

const DECOMPRESSORS: ReadonlyMap<string, CreateDecompressor> = new Map<string, CreateDecompressor>([
  ['gzip', () => createGunzip()],
  ['x-gzip', () => createGunzip()],
  // By the standard, deflate has a zlib header, but some senders omit it.
  ['deflate', (body) => (hasZlibHeader(body) ? createInflate() : createInflateRaw())],
])

function hasZlibHeader([first = 0, second = 0]: Uint8Array): boolean {
  return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0
}

const tooLarge = (bytesMax: number): ServiceError =>
  new ServiceError('too_large', `The body is over ${bytesMax} bytes once decompressed`)

function refusal(error: unknown, encoding: string): unknown {
  if (error instanceof ServiceError || !(error instanceof Error && 'code' in error)) return error
  return new ServiceError('invalid_request', `The body is not ${encoding}: ${error.message}`)
}

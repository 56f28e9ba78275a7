import { promisify } from 'node:util'
import { gunzip, inflate, inflateRaw, type ZlibOptions } from 'node:zlib'
import { ServiceError } from '../errors.ts'

type Decompress = (bytes: Uint8Array, options: ZlibOptions) => Promise<Buffer>

/** Real exports compress to a tenth or a thirtieth; a body that expands this much is an attack. */
const RATIO_MAX = 200

/** Below this size, the ratio does not matter. */
const UNSUSPICIOUS_BYTES = 1024 ** 2

/**
 * Decompresses a body. Throws as soon as it expands beyond `bytesMax`, or beyond 1 MiB and 200 times its
 * own size.
 */
export async function decompress(body: Buffer, contentEncoding: string, bytesMax: number): Promise<Buffer> {
  const encoding = contentEncoding.trim().toLowerCase()
  if (encoding === '' || encoding === 'identity') return body
  const undo = DECOMPRESSORS.get(encoding)
  if (undo === undefined) {
    throw new ServiceError(
      'invalid_request',
      `Content-Encoding ${encoding} is not known: use gzip or deflate`,
    )
  }
  const plausibleBytes = Math.max(UNSUSPICIOUS_BYTES, body.length * RATIO_MAX)
  const maxOutputLength = Math.min(bytesMax, plausibleBytes)
  try {
    return await undo(body, { maxOutputLength })
  } catch (error) {
    throw refusal(error, encoding, maxOutputLength)
  }
}

const gunzipped: Decompress = promisify(gunzip)
const inflated: Decompress = promisify(inflate)
const rawInflated: Decompress = promisify(inflateRaw)

const DECOMPRESSORS: ReadonlyMap<string, Decompress> = new Map([
  ['gzip', gunzipped],
  ['x-gzip', gunzipped],
  // By the standard, deflate has a zlib header, but some senders omit it.
  ['deflate', (bytes, options) => (hasZlibHeader(bytes) ? inflated : rawInflated)(bytes, options)],
])

function hasZlibHeader([first = 0, second = 0]: Uint8Array): boolean {
  return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0
}

function refusal(error: unknown, encoding: string, bytesMax: number): unknown {
  if (!(error instanceof Error && 'code' in error)) return error
  return error.code === 'ERR_BUFFER_TOO_LARGE'
    ? new ServiceError('too_large', `The body is over ${bytesMax} bytes once decompressed`)
    : new ServiceError('invalid_request', `The body is not ${encoding}: ${error.message}`)
}

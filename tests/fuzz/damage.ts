import { gzipSync } from 'node:zlib'
import type { Random } from '../../bench/dataset/random.ts'

/** A damaged body, with its headers. */
interface Damaged {
  readonly body: Buffer
  readonly headers: Readonly<Record<string, string>>
  readonly label: string
}

/** Cuts, garbles or relabels a body. */
export function damage(body: Buffer, random: Random): Damaged {
  const at = random.below(body.length + 1)
  const head = body.subarray(0, at)
  const tail = body.subarray(at)
  switch (random.below(10)) {
    case 0:
      return { body: head, headers: {}, label: 'truncated' }
    case 1:
      return { body: join(head, bytesOf(random), tail), headers: {}, label: 'bytes inserted' }
    case 2:
      return { body: join(head, Buffer.from([0xc3, 0x28, 0xff]), tail), headers: {}, label: 'invalid UTF-8' }
    case 3:
      return { body: join(body, body), headers: {}, label: 'sent twice' }
    case 4:
      return { body: join(Buffer.from('\ufeff'), body), headers: {}, label: 'byte order mark' }
    case 5:
      return { body: Buffer.from(body.toString('utf8'), 'utf16le'), headers: {}, label: 'UTF-16' }
    case 6:
      return { body: flipped(body, random), headers: {}, label: 'bits flipped' }
    case 7:
      return { body, headers: { 'content-encoding': random.pick(ENCODINGS) }, label: 'encoding is not true' }
    case 8:
      return compressed(body, random)
    default:
      return { body, headers: { 'content-type': random.pick(CONTENT_TYPES) }, label: 'strange content type' }
  }
}

const ENCODINGS = [
  'gzip',
  'deflate',
  'br',
  'zstd',
  'identity',
  'gzip, gzip',
  'GZIP',
  '__proto__',
  'constructor',
  ',',
] as const

const CONTENT_TYPES = [
  ...[
    'text/plain',
    'application/x-protobuf',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    ';',
    'a/b/c',
  ],
  ...[
    'application/json; charset=utf-16',
    'application/grpc',
    '__proto__',
    'application/x-www-form-urlencoded',
    '"',
  ],
] as const

function compressed(body: Buffer, random: Random): Damaged {
  const packed = gzipSync(body)
  const headers = { 'content-encoding': 'gzip' }
  switch (random.below(4)) {
    case 0:
      return { body: packed.subarray(0, random.below(packed.length)), headers, label: 'gzip, truncated' }
    case 1:
      return { body: flipped(packed, random), headers, label: 'gzip, bits flipped' }
    case 2:
      return { body: join(packed, packed), headers, label: 'gzip, two members' }
    default:
      return { body: packed, headers, label: 'gzip' }
  }
}

export function flipped(body: Buffer, random: Random): Buffer {
  const copy = Buffer.from(body)
  for (let flips = 1 + random.below(4); flips > 0 && copy.length > 0; flips--) {
    const at = random.below(copy.length)
    copy[at] = (copy[at] ?? 0) ^ (1 << random.below(8))
  }
  return copy
}

export function bytesOf(random: Random): Buffer {
  return Buffer.from(Array.from({ length: 1 + random.below(12) }, () => random.below(256)))
}

const join = (...parts: Buffer[]): Buffer => Buffer.concat(parts)

import { CLOSE_BRACE, OPEN_BRACE } from '@heddle/contract/json-scanner'
import { withMember } from './members.ts'
import { JsonText } from './text.ts'

/** JSON kept as UTF-8, as valid as a `JsonText`: for payloads that are passed on without being read. */
export class JsonBytes {
  /** To be written one after the other. */
  readonly pieces: readonly Uint8Array[]

  constructor(...pieces: readonly [Uint8Array, ...Uint8Array[]]) {
    this.pieces = pieces
  }

  get bytes(): Uint8Array {
    const [first, ...others] = this.pieces
    return first && others.length === 0 ? first : Buffer.concat(this.pieces)
  }

  /** Decoded. */
  get text(): string {
    return bytesOf(this).toString()
  }
}

/** JSON that stands in memory with a line feed behind it, so that it is written as a line without being copied. */
export class JsonLine extends JsonBytes {
  readonly line: Uint8Array

  /** The line feed is the last byte of `line`. */
  constructor(line: Uint8Array) {
    super(line.subarray(0, -1))
    this.line = line
  }
}

export const LINE_FEED = 0x0a

/** JSON and a line feed. */
export const lineOf = (json: JsonBytes): Uint8Array =>
  json instanceof JsonLine ? json.line : Buffer.concat([...json.pieces, Buffer.of(LINE_FEED)])

/** Puts pieces of memory together, and copies none if they follow one another there. */
export function concatenated(pieces: readonly Uint8Array[]): Buffer {
  const [first] = pieces
  if (!first) return Buffer.alloc(0)
  let end = first.byteOffset
  for (const { buffer, byteOffset, byteLength } of pieces) {
    if (buffer !== first.buffer || byteOffset !== end) return Buffer.concat(pieces)
    end += byteLength
  }
  return Buffer.from(first.buffer, first.byteOffset, end - first.byteOffset)
}

/** `withMember` for texts of which one may be bytes: these are decoded only if the key may be among the members, and not copied. */
export function withBytesMember(
  object: JsonText | JsonBytes,
  key: string,
  value: JsonText | JsonBytes,
): JsonText | JsonBytes {
  if (object instanceof JsonText && value instanceof JsonText) return withMember(object, key, value)
  const bytes = bytesOf(object)
  const quoted = JSON.stringify(key)
  if (bytes.includes(quoted) || bytes.includes('\\u')) {
    return withMember(new JsonText(object.text), key, new JsonText(value.text))
  }
  const end = bytes.lastIndexOf(CLOSE_BRACE)
  const comma = isOpened(bytes, end) ? '' : ','
  const pieces = value instanceof JsonBytes ? value.pieces : [bytesOf(value)]
  return new JsonBytes(
    bytes.subarray(0, end),
    Buffer.from(`${comma}${quoted}:`),
    ...pieces,
    bytes.subarray(end, end + 1),
  )
}

/** Whether an object is empty up to `end`: only its brace and spaces are before. */
function isOpened(bytes: Uint8Array, end: number): boolean {
  let at = end - 1
  while (SPACES.has(bytes[at] ?? 0)) at--
  return bytes[at] === OPEN_BRACE
}

const SPACES = new Set(Buffer.from(' \t\r\n'))

function bytesOf(json: JsonText | JsonBytes): Buffer {
  if (json instanceof JsonText) return Buffer.from(json.text)
  const { buffer, byteOffset, byteLength } = json.bytes
  return Buffer.from(buffer, byteOffset, byteLength)
}

import { ServiceError } from '../../errors.ts'
import type { JsonMap, JsonValue } from '../../json/tree.ts'
import { exactFloat, exactInteger } from '../exact-number.ts'
import type { Field, Message, Scalar } from './messages.ts'
import { FIXED32, FIXED64, LENGTH_DELIMITED, VARINT, WireReader } from './wire.ts'

/**
 * Reads a message into the tree that its JSON spelling would give, so that both encodings mean the
 * same from here on. Unknown fields, and known ones of another wire type, are passed over.
 */
export function readProtobuf(bytes: Buffer, message: Message): JsonMap {
  return readMessage(new WireReader(bytes), message, new Tally())
}

/** As deep as other readers of protobuf go. */
const MESSAGES_DEEP_MAX = 100

/** Two bytes of protobuf are enough for a message, and a message takes hundreds of bytes in memory. */
const MESSAGES_MAX = 1_000_000

/** Counts the messages of a body, and those around the one that is being read. */
class Tally {
  #messages = 0
  #depth = 0

  enter(): void {
    if (++this.#depth > MESSAGES_DEEP_MAX) {
      throw new ServiceError('invalid_request', `The body nests over ${MESSAGES_DEEP_MAX} messages deep`)
    }
    if (++this.#messages > MESSAGES_MAX) {
      throw new ServiceError('too_large', `The body has over ${MESSAGES_MAX} messages: send smaller batches`)
    }
  }

  leave(): void {
    this.#depth--
  }
}

function readMessage(reader: WireReader, message: Message, tally: Tally): JsonMap {
  tally.enter()
  const tree: JsonMap = new Map()
  while (!reader.done) {
    const { field: number, wireType } = reader.tag()
    const field = message.get(number)
    if (field === undefined || wireTypeOf(field.type) !== wireType) reader.skip(wireType)
    else put(tree, field, readValue(reader, field.type, tally))
  }
  tally.leave()
  return tree
}

function put(tree: JsonMap, { name, repeated }: Field, value: JsonValue): void {
  const before = repeated ? tree.get(name) : undefined
  if (Array.isArray(before)) before.push(value)
  else tree.set(name, repeated ? [value] : value)
}

const WIRE_TYPES: Record<Scalar, number> = {
  text: LENGTH_DELIMITED,
  hex: LENGTH_DELIMITED,
  base64: LENGTH_DELIMITED,
  bool: VARINT,
  int64: VARINT,
  uint: VARINT,
  fixed64: FIXED64,
  double: FIXED64,
  fixed32: FIXED32,
}

const wireTypeOf = (type: Field['type']): number =>
  typeof type === 'function' ? LENGTH_DELIMITED : WIRE_TYPES[type]

function readValue(reader: WireReader, type: Field['type'], tally: Tally): JsonValue {
  return typeof type === 'function' ? readMessage(reader.message(), type(), tally) : SCALARS[type](reader)
}

const SCALARS: Record<Scalar, (reader: WireReader) => JsonValue> = {
  text: (reader) => reader.text(),
  hex: (reader) => reader.bytes().toString('hex'),
  base64: (reader) => reader.bytes().toString('base64'),
  bool: (reader) => reader.varint() !== 0n,
  int64: (reader) => exactInteger(BigInt.asIntN(64, reader.varint())),
  uint: (reader) => exactInteger(reader.varint()),
  fixed64: (reader) => exactInteger(reader.fixed64()),
  fixed32: (reader) => exactInteger(reader.fixed32()),
  double: (reader) => exactFloat(reader.double()),
}

import type { JsonMap, JsonValue } from '../../json/tree.ts'
import { exactFloat, exactInteger } from '../exact-number.ts'
import type { Field, Message, Scalar } from './messages.ts'
import { FIXED32, FIXED64, isTrue, LENGTH_DELIMITED, signed, VARINT, WireReader } from './wire.ts'

/**
 * Reads a message into the same tree as its JSON encoding, so that both are handled alike. Skips
 * unknown fields, and known ones of another wire type.
 */
export function readProtobuf(bytes: Buffer, message: Message): JsonMap {
  return readFields(new WireReader(bytes), message)
}

function readMessage(reader: WireReader, message: Message): JsonMap {
  const outer = reader.enter()
  const tree = readFields(reader, message)
  reader.leave(outer)
  return tree
}

function readFields(reader: WireReader, message: Message): JsonMap {
  const tree: JsonMap = new Map()
  while (!reader.done) {
    const tag = reader.tag()
    const field = message.get(Math.floor(tag / 8))
    if (field === undefined || wireTypeOf(field.type) !== tag % 8) reader.skip()
    else put(tree, field, readValue(reader, field.type))
  }
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

function readValue(reader: WireReader, type: Field['type']): JsonValue {
  return typeof type === 'function' ? readMessage(reader, type()) : SCALARS[type](reader)
}

const SCALARS: Record<Scalar, (reader: WireReader) => JsonValue> = {
  text: (reader) => reader.text(),
  hex: (reader) => reader.hex(),
  base64: (reader) => reader.base64(),
  bool: (reader) => isTrue(reader.varint()),
  int64: (reader) => exactInteger(signed(reader.varint())),
  uint: (reader) => exactInteger(reader.varint()),
  fixed64: (reader) => exactInteger(reader.fixed64()),
  fixed32: (reader) => exactInteger(reader.fixed32()),
  double: (reader) => exactFloat(reader.double()),
}

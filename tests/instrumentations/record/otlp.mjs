// OTLP in protobuf, as OTLP in JSON: https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding
// Written apart from the server's decoder, so that a mistake there does not also shape the recordings.

/** Decodes an export request. `signal` is `traces` or `logs`. */
export function decodeOtlp(signal, bytes) {
  return decodeMessage(REQUESTS[signal], bytes)
}

const text = (bytes) => bytes.toString('utf8')
const hex = (bytes) => bytes.toString('hex')
const base64 = (bytes) => bytes.toString('base64')
const message = (fields) => (bytes) => decodeMessage(fields, bytes)
const int = Number
const int64 = (value) => String(BigInt.asIntN(64, BigInt(value)))
const fixed64 = (bytes) => String(bytes.readBigUInt64LE())
const fixed32 = (bytes) => bytes.readUInt32LE()
const bool = (value) => value !== 0n
const list = (name, decode) => ({ name, decode, isList: true })
const one = (name, decode) => ({ name, decode })

/** JSON has no word for these; protobuf's JSON writes them as strings. */
function double(bytes) {
  const value = bytes.readDoubleLE()
  return Number.isFinite(value) ? value : String(value)
}

// Values nest: these two know each other, and are functions to be called before both are there.
const anyValue = (bytes) => decodeMessage(ANY_VALUE, bytes)
const keyValue = (bytes) => decodeMessage({ 1: one('key', text), 2: one('value', anyValue) }, bytes)

const ANY_VALUE = {
  1: one('stringValue', text),
  2: one('boolValue', bool),
  3: one('intValue', int64),
  4: one('doubleValue', double),
  5: one('arrayValue', message({ 1: list('values', anyValue) })),
  6: one('kvlistValue', message({ 1: list('values', keyValue) })),
  7: one('bytesValue', base64),
}
const attributesAt = (number) => ({ [number]: list('attributes', keyValue) })

const EVENT = {
  1: one('timeUnixNano', fixed64),
  2: one('name', text),
  ...attributesAt(3),
  4: one('droppedAttributesCount', int),
}
const LINK = {
  1: one('traceId', hex),
  2: one('spanId', hex),
  3: one('traceState', text),
  ...attributesAt(4),
  5: one('droppedAttributesCount', int),
  6: one('flags', fixed32),
}
const STATUS = { 2: one('message', text), 3: one('code', int) }
const SPAN = {
  1: one('traceId', hex),
  2: one('spanId', hex),
  3: one('traceState', text),
  4: one('parentSpanId', hex),
  5: one('name', text),
  6: one('kind', int),
  7: one('startTimeUnixNano', fixed64),
  8: one('endTimeUnixNano', fixed64),
  ...attributesAt(9),
  10: one('droppedAttributesCount', int),
  11: list('events', message(EVENT)),
  12: one('droppedEventsCount', int),
  13: list('links', message(LINK)),
  14: one('droppedLinksCount', int),
  15: one('status', message(STATUS)),
  16: one('flags', fixed32),
}
const LOG_RECORD = {
  1: one('timeUnixNano', fixed64),
  2: one('severityNumber', int),
  3: one('severityText', text),
  5: one('body', anyValue),
  ...attributesAt(6),
  7: one('droppedAttributesCount', int),
  8: one('flags', fixed32),
  9: one('traceId', hex),
  10: one('spanId', hex),
  11: one('observedTimeUnixNano', fixed64),
  12: one('eventName', text),
}
const SCOPE = {
  1: one('name', text),
  2: one('version', text),
  ...attributesAt(3),
  4: one('droppedAttributesCount', int),
}
const RESOURCE = { ...attributesAt(1), 2: one('droppedAttributesCount', int) }

/** Traces and logs are wrapped alike, under names of their own. */
function requestOf(groups, scopes, items, item) {
  const scope = {
    1: one('scope', message(SCOPE)),
    2: list(items, message(item)),
    3: one('schemaUrl', text),
  }
  const group = {
    1: one('resource', message(RESOURCE)),
    2: list(scopes, message(scope)),
    3: one('schemaUrl', text),
  }
  return {
    1: list(groups, message(group)),
  }
}

const REQUESTS = {
  traces: requestOf('resourceSpans', 'scopeSpans', 'spans', SPAN),
  logs: requestOf('resourceLogs', 'scopeLogs', 'logRecords', LOG_RECORD),
}

/** A field that is not in the table fails: a recording leaves nothing out. */
function decodeMessage(fields, bytes) {
  const result = {}
  const reader = { bytes, at: 0 }
  while (reader.at < bytes.length) {
    const tag = Number(readVarint(reader))
    const field = fields[tag >> 3]
    if (!field) throw new Error(`OTLP field ${tag >> 3} is not known`)
    const value = field.decode(readRaw(reader, tag & 7))
    if (field.isList) result[field.name] = [...(result[field.name] ?? []), value]
    else result[field.name] = value
  }
  return result
}

function readVarint(reader) {
  let value = 0n
  for (let shift = 0n; ; shift += 7n) {
    const byte = reader.bytes[reader.at]
    reader.at += 1
    value |= BigInt(byte & 0x7f) << shift
    if (byte < 0x80) return value
  }
}

/** What a field holds, by its wire type: a number for 0, bytes for the others. */
function readRaw(reader, wireType) {
  if (wireType === 0) return readVarint(reader)
  const count = wireType === 2 ? Number(readVarint(reader)) : { 1: 8, 5: 4 }[wireType]
  const raw = reader.bytes.subarray(reader.at, reader.at + count)
  reader.at += count
  return raw
}

import { exportRequest, type Field, type Message } from '../otel/protobuf/messages.ts'

/** A plain value in OTLP/JSON. Whole numbers are integers. */
export function anyValue(value: unknown): object {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  if (typeof value === 'bigint') return { intValue: String(value) }
  if (typeof value === 'number')
    return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
  if (Array.isArray(value)) return { arrayValue: { values: value.map(anyValue) } }
  return { kvlistValue: { values: keyValues(Object(value)) } }
}

export function keyValues(attributes: object): object[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: anyValue(value) }))
}

export const TRACE_ID = '5b8efff798038103d269b633813fc60c'
export const SPAN_ID = 'eee19b7ec3c1b174'

/** The id of a span by its number. Zero is not a valid id. */
export const spanId = (number: number): string => number.toString(16).padStart(16, '0')

/** A span of 1250 ms in OTLP/JSON. */
export function exportedSpan(attributes: object = {}, fields: object = {}): object {
  return {
    traceId: TRACE_ID,
    spanId: SPAN_ID,
    name: 'answer',
    kind: 1,
    startTimeUnixNano: '1740823200000000000',
    endTimeUnixNano: '1740823201250000000',
    attributes: keyValues(attributes),
    ...fields,
  }
}

/** An export of spans from one process. */
export function exportOf(spans: readonly unknown[], resource: object = {}): { resourceSpans: object[] } {
  return {
    resourceSpans: [
      { resource: { attributes: keyValues(resource) }, scopeSpans: [{ scope: { name: 'test' }, spans }] },
    ],
  }
}

/** A log record in OTLP/JSON. */
export function exportedRecord(name: string, attributes: object, fields: object = {}): object {
  return {
    timeUnixNano: '1740823201250000000',
    body: anyValue(name),
    attributes: keyValues({ 'event.name': name, ...attributes }),
    ...fields,
  }
}

/** An export of log records from one process. */
export function logExportOf(
  logRecords: readonly unknown[],
  resource: object = {},
  scope = 'test',
): { resourceLogs: object[] } {
  return {
    resourceLogs: [
      { resource: { attributes: keyValues(resource) }, scopeLogs: [{ scope: { name: scope }, logRecords }] },
    ],
  }
}

/** The resource attributes that send spans to a project. */
export function inProject(projectId: string): object {
  const [entity = '', project = ''] = projectId.split('/')
  return { 'wandb.entity': entity, 'wandb.project': project }
}

/** An export in protobuf. */
export const protobufOf = (request: object, message = exportRequest): Buffer => messageBytes(request, message)

function messageBytes(message: object, fields: Message): Buffer {
  const values = new Map<string, unknown>(Object.entries(message))
  return Buffer.concat(
    [...fields].flatMap(([number, field]) =>
      [values.get(field.name) ?? []].flat().map((value) => fieldBytes(number, field, value)),
    ),
  )
}

function fieldBytes(number: number, { type }: Field, value: unknown): Buffer {
  if (typeof type === 'function') return delimited(number, messageBytes(Object(value), type()))
  switch (type) {
    case 'text':
      return delimited(number, Buffer.from(String(value)))
    case 'hex':
    case 'base64':
      return delimited(number, Buffer.from(String(value), type))
    case 'bool':
    case 'int64':
    case 'uint':
      return Buffer.concat([tag(number, 0), varint(BigInt.asUintN(64, BigInt(Object(value).valueOf())))])
    case 'fixed64':
      return Buffer.concat([
        tag(number, 1),
        littleEndian(8, (bytes) => bytes.writeBigUInt64LE(BigInt(String(value)))),
      ])
    case 'double':
      return Buffer.concat([tag(number, 1), littleEndian(8, (bytes) => bytes.writeDoubleLE(Number(value)))])
    case 'fixed32':
      return Buffer.concat([tag(number, 5), littleEndian(4, (bytes) => bytes.writeUInt32LE(Number(value)))])
  }
}

const delimited = (number: number, bytes: Buffer): Buffer =>
  Buffer.concat([tag(number, 2), varint(BigInt(bytes.length)), bytes])

const tag = (number: number, wireType: number): Buffer => varint(BigInt(number * 8 + wireType))

function varint(value: bigint): Buffer {
  const bytes: number[] = []
  let rest = value
  for (; rest >= 0x80n; rest >>= 7n) bytes.push(Number(rest & 0x7fn) + 0x80)
  return Buffer.from([...bytes, Number(rest)])
}

function littleEndian(size: number, write: (bytes: Buffer) => void): Buffer {
  const bytes = Buffer.alloc(size)
  write(bytes)
  return bytes
}

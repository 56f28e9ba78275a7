/** Encoding of a scalar on the wire, and its form in JSON. */
export type Scalar = 'text' | 'hex' | 'base64' | 'bool' | 'int64' | 'uint' | 'fixed64' | 'fixed32' | 'double'

export interface Field {
  /** Its name in OTLP/JSON. */
  readonly name: string
  /** Messages are given by a function, because values contain values. */
  readonly type: Scalar | (() => Message)
  readonly repeated: boolean
}

/** The fields of a message by their numbers. */
export type Message = ReadonlyMap<number, Field>

/** The request of a trace export, after opentelemetry-proto 1.x. Dropped counts of resources, scopes, events and links are left out. */
export const exportRequest: Message = message({ 1: many('resourceSpans', () => resourceSpans) })

/** The request of a log export. */
export const logsRequest: Message = message({ 1: many('resourceLogs', () => resourceLogs) })

/** The request of a metrics export, of which data points are only counted. */
export const metricsRequest: Message = message({ 1: many('resourceMetrics', () => resourceMetrics) })

const resourceSpans: Message = message({
  1: one('resource', () => resource),
  2: many('scopeSpans', () => scopeSpans),
})

const resource: Message = message({ 1: many('attributes', () => keyValue) })

const scopeSpans: Message = message({
  1: one('scope', () => scope),
  2: many('spans', () => span),
})

const scope: Message = message({
  1: one('name', 'text'),
  2: one('version', 'text'),
  3: many('attributes', () => keyValue),
})

const span: Message = message({
  1: one('traceId', 'hex'),
  2: one('spanId', 'hex'),
  3: one('traceState', 'text'),
  4: one('parentSpanId', 'hex'),
  5: one('name', 'text'),
  6: one('kind', 'uint'),
  7: one('startTimeUnixNano', 'fixed64'),
  8: one('endTimeUnixNano', 'fixed64'),
  9: many('attributes', () => keyValue),
  10: one('droppedAttributesCount', 'uint'),
  11: many('events', () => event),
  12: one('droppedEventsCount', 'uint'),
  13: many('links', () => link),
  14: one('droppedLinksCount', 'uint'),
  15: one('status', () => status),
  16: one('flags', 'fixed32'),
})

const resourceLogs: Message = message({
  1: one('resource', () => resource),
  2: many('scopeLogs', () => scopeLogs),
})

const scopeLogs: Message = message({
  1: one('scope', () => scope),
  2: many('logRecords', () => logRecord),
})

const logRecord: Message = message({
  1: one('timeUnixNano', 'fixed64'),
  5: one('body', () => anyValue),
  6: many('attributes', () => keyValue),
  9: one('traceId', 'hex'),
  10: one('spanId', 'hex'),
  11: one('observedTimeUnixNano', 'fixed64'),
  12: one('eventName', 'text'),
})

const resourceMetrics: Message = message({
  1: one('resource', () => resource),
  2: many('scopeMetrics', () => scopeMetrics),
})

const scopeMetrics: Message = message({ 2: many('metrics', () => metric) })

const metric: Message = message({
  5: one('gauge', () => metricData),
  7: one('sum', () => metricData),
  9: one('histogram', () => metricData),
  10: one('exponentialHistogram', () => metricData),
  11: one('summary', () => metricData),
})

const metricData: Message = message({ 1: many('dataPoints', () => dataPoint) })

const dataPoint: Message = message({})

const event: Message = message({
  1: one('timeUnixNano', 'fixed64'),
  2: one('name', 'text'),
  3: many('attributes', () => keyValue),
})

const link: Message = message({
  1: one('traceId', 'hex'),
  2: one('spanId', 'hex'),
  3: one('traceState', 'text'),
  4: many('attributes', () => keyValue),
})

const status: Message = message({ 2: one('message', 'text'), 3: one('code', 'uint') })

const keyValue: Message = message({ 1: one('key', 'text'), 2: one('value', () => anyValue) })

const anyValue: Message = message({
  1: one('stringValue', 'text'),
  2: one('boolValue', 'bool'),
  3: one('intValue', 'int64'),
  4: one('doubleValue', 'double'),
  5: one('arrayValue', () => arrayValue),
  6: one('kvlistValue', () => keyValueList),
  7: one('bytesValue', 'base64'),
})

const arrayValue: Message = message({ 1: many('values', () => anyValue) })

const keyValueList: Message = message({ 1: many('values', () => keyValue) })

function message(fields: Readonly<Record<number, Field>>): Message {
  return new Map(Object.entries(fields).map(([number, field]) => [Number(number), field]))
}

function one(name: string, type: Field['type']): Field {
  return { name, type, repeated: false }
}

function many(name: string, type: Field['type']): Field {
  return { name, type, repeated: true }
}

import type { JsonValue } from '../json/tree.ts'
import type { Fields } from './fields.ts'
import type { Attributes, Scope } from './span.ts'
import { anyValue, attributesOf, groupsOf, SPAN_ID_BYTES, TRACE_ID_BYTES } from './traces.ts'

/** One record of an OTLP log export. */
export interface LogRecord {
  /** Name of the event, from its own field, an attribute or the body; empty for a plain log line. */
  readonly name: string
  readonly nanos: bigint
  readonly trace_id: string
  readonly span_id: string
  readonly body: JsonValue
  readonly attributes: Attributes
}

/** All records that came from one process. */
export interface ResourceLogs {
  readonly resource: Attributes
  readonly scopes: readonly { readonly scope: Scope; readonly records: readonly LogRecord[] }[]
}

/** The records of an ExportLogsServiceRequest in its JSON form. */
export function logsOf(request: JsonValue): ResourceLogs[] {
  return groupsOf(request, 'resourceLogs', 'scopeLogs').map(({ resource, scopes }) => ({
    resource,
    scopes: scopes.map(({ scope, fields }) => ({
      scope,
      records: fields.messages('logRecords').map(recordOf),
    })),
  }))
}

/** Number of data points in an ExportMetricsServiceRequest, by resource. */
export function metricsOf(request: JsonValue): { resource: Attributes; count: number }[] {
  return groupsOf(request, 'resourceMetrics', 'scopeMetrics').map(({ resource, scopes }) => ({
    resource,
    count: scopes
      .flatMap(({ fields }) => fields.messages('metrics'))
      .flatMap((metric) => METRIC_TYPES.map((type) => metric.message(type).messages('dataPoints').length))
      .reduce((sum, points) => sum + points, 0),
  }))
}

const METRIC_TYPES = ['gauge', 'sum', 'histogram', 'exponentialHistogram', 'summary']

function recordOf(record: Fields): LogRecord {
  const attributes = attributesOf(record)
  const body = anyValue(record.message('body'))
  return {
    name: eventName(record.text('eventName'), attributes.get('event.name'), body),
    nanos: record.unsigned('timeUnixNano') || record.unsigned('observedTimeUnixNano'),
    trace_id: record.id('traceId', TRACE_ID_BYTES),
    span_id: record.id('spanId', SPAN_ID_BYTES),
    body,
    attributes,
  }
}

/** Claude Code has the short name in the attribute (`api_request`) and the whole one in the body. */
function eventName(own: string, attribute: JsonValue | undefined, body: JsonValue): string {
  const short = own || (typeof attribute === 'string' ? attribute : '')
  return typeof body === 'string' && short !== '' && body.endsWith(`.${short}`) ? body : short
}

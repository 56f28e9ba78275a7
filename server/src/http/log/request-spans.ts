import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { nowMicros } from '../../clock.ts'
import type { Micros } from '../../time.ts'
import type { LoggedQuery } from './query-log.ts'

/** A span of the server itself, in the terms of OpenTelemetry. */
export interface ServerSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: 'server' | 'client'
  readonly startedAt: Micros
  readonly endedAt: Micros
  readonly attributes: Readonly<Record<string, string | number>>
  readonly failed: boolean
}

/** Receives the spans of a request once it has been answered. Must not wait or throw. */
export type SpanSink = (spans: readonly ServerSpan[]) => void

/** Probes and scrapers call these every few seconds. */
const UNTRACED = new Set(['/health', '/ready', '/metrics'])

/**
 * Records a span for every request to an operation, with a child span for each of its queries. Continues the trace of a
 * `traceparent` header, and records nothing if that trace is not sampled: Heddle's own exporter sends such a header, so
 * that servers which export to themselves or to each other do not trace these exports.
 */
export function traceRequests(app: FastifyInstance, sink: SpanSink): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.config.metricsRoute
    const parent = parentOf(request.headers.traceparent)
    if (route !== undefined && !UNTRACED.has(route) && parent.isSampled)
      sink(spansOf(request, reply, route, parent))
    done()
  })
}

interface Parent {
  readonly isSampled: boolean
  readonly traceId?: string
  readonly spanId?: string
}

const NO_PARENT: Parent = { isSampled: true }

/** Parses W3C Trace Context; an invalid header counts as absent. */
function parentOf(header: string | string[] | undefined): Parent {
  if (typeof header !== 'string') return NO_PARENT
  const [, traceId, spanId, flags = '00'] =
    /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/.exec(header) ?? []
  if (traceId === undefined || spanId === undefined) return NO_PARENT
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

function spansOf(
  request: FastifyRequest,
  reply: FastifyReply,
  route: string,
  parent: Parent,
): readonly ServerSpan[] {
  const { method, observed } = request
  const endedAt = nowMicros()
  const traceId = parent.traceId ?? randomBytes(16).toString('hex')
  const spanId = newSpanId()
  const attributes = {
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': reply.statusCode,
    'heddle.request_id': request.id,
    ...(observed && { 'heddle.queries': observed.queries.total, 'heddle.rows': observed.queries.rows }),
  }
  const span: ServerSpan = {
    traceId,
    spanId,
    ...(parent.spanId !== undefined && { parentSpanId: parent.spanId }),
    name: `${method} ${route}`,
    kind: 'server',
    startedAt: endedAt - Math.round(reply.elapsedTime * 1000),
    endedAt,
    attributes,
    failed: reply.statusCode >= 500,
  }
  // Queries are timed with the monotonic clock.
  const offset = endedAt - performance.now() * 1000
  const queries = observed?.queries.queries ?? []
  return [span, ...queries.map((query) => querySpan(query, { traceId, parentSpanId: spanId, offset }))]
}

function querySpan(
  { name, startedAt, ms, rows, failed }: LoggedQuery,
  { traceId, parentSpanId, offset }: { traceId: string; parentSpanId: string; offset: number },
): ServerSpan {
  const start = Math.round(offset + startedAt * 1000)
  const attributes = {
    'db.operation.name': name,
    ...(rows !== null && { 'db.response.returned_rows': rows }),
  }
  const endedAt = start + Math.round(ms * 1000)
  return {
    traceId,
    spanId: newSpanId(),
    parentSpanId,
    name,
    kind: 'client',
    startedAt: start,
    endedAt,
    attributes,
    failed,
  }
}

const newSpanId = (): string => randomBytes(8).toString('hex')

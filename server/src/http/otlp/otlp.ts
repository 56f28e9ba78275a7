import type { Endpoint } from '@heddle/contract/endpoint'
import { exportLogs, exportMetrics } from '@heddle/contract/otel'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ANONYMOUS, defaultEntity } from '../../domain/accounts/access.ts'
import { writeJson } from '../../json/write.ts'
import type { LogExport, MetricsExport } from '../../operations/otel/export-logs.ts'
import { ExportOutcome, type Signal, type TraceExport } from '../../operations/otel/otlp-operation.ts'
import {
  decodeLogs,
  decodeMetrics,
  decodeTraces,
  type EncodedExport,
  type OtlpEncoding,
  otlpEncoding,
} from '../../otel/decode.ts'
import { writeExportResponse } from '../../otel/protobuf/write.ts'
import { type ProjectHints, projectFromHeader, routeGroups, routeSpans } from '../../otel/routing.ts'
import { LARGE_BYTES } from '../ingest/large-requests.ts'

type OtlpRequest = FastifyRequest<{ Querystring: Record<string, unknown>; Body: Buffer | undefined }>

/**
 * Reads exports of one signal, in any encoding, and finds the project of each group. Calls `offload` when a compressed one turns
 * out to be large.
 */
export function otlpReader(endpoint: Endpoint, offload: () => void) {
  return async (request: OtlpRequest): Promise<TraceExport | LogExport | MetricsExport> => {
    const sent = encodedExport(request, offload)
    const hints = hintsOf(request)
    if (endpoint === exportLogs) return { groups: routeGroups(await decodeLogs(sent), hints) }
    if (endpoint === exportMetrics) return { groups: routeGroups(await decodeMetrics(sent), hints) }
    return { groups: routeSpans(await decodeTraces(sent), hints) }
  }
}

function encodedExport(request: OtlpRequest, offload: () => void): EncodedExport {
  let inflated = 0
  return {
    body: request.body ?? EMPTY,
    encoding: encodingOf(request),
    contentEncoding: request.headers['content-encoding'] ?? '',
    bytesMax: request.routeOptions.bodyLimit,
    onInflated(bytes) {
      inflated += bytes
      if (inflated > LARGE_BYTES.otlp) offload()
      request.holdBytes(bytes)
    },
  }
}

/** The project named by a header or the query string. A Langfuse SDK sends its public key, which only serves as the name of a project. */
function nameIn({ headers, query }: OtlpHead): string | undefined {
  const asked = typeof query.project_id === 'string' ? query.project_id : undefined
  return projectFromHeader(headers.project_id) ?? asked ?? projectFromHeader(headers['x-langfuse-public-key'])
}

function hintsOf(request: OtlpHead): ProjectHints {
  const caller = request.caller ?? ANONYMOUS
  return { named: nameIn(request), keyProject: caller.project_id, defaultEntity: defaultEntity(caller) }
}

type OtlpHead = FastifyRequest<{ Querystring: Record<string, unknown> }>

/** Sends the export response in the encoding of the request. */
export function sendExportOutcome(request: OtlpRequest, reply: FastifyReply, outcome: unknown): FastifyReply {
  if (!(outcome instanceof ExportOutcome)) throw new Error('an OTLP operation must return an ExportOutcome')
  const { type, write } = REPLIES[encodingOf(request)]
  return reply.type(type).send(write(outcome))
}

const EMPTY = Buffer.alloc(0)

const encodingOf = ({ headers, body }: OtlpRequest): OtlpEncoding =>
  otlpEncoding(headers['content-type'] ?? '', body ?? EMPTY)

const REPLIES: Record<OtlpEncoding, { type: string; write: (outcome: ExportOutcome) => string | Buffer }> = {
  json: { type: 'application/json; charset=utf-8', write: writeJsonOutcome },
  protobuf: {
    type: 'application/x-protobuf',
    write: ({ rejected, errorMessage }) => writeExportResponse(rejected, errorMessage),
  },
}

/** The OTLP field with the number of rejected records. */
const COUNT_NAMES: Record<Signal, string> = {
  traces: 'rejectedSpans',
  logs: 'rejectedLogRecords',
  metrics: 'rejectedDataPoints',
}

/** For traces in both camelCase and snake_case: clients of the hosted service read the second. */
function writeJsonOutcome({ signal, rejected, errorMessage }: ExportOutcome): string {
  if (rejected === 0) return '{}'
  const partialSuccess = { [COUNT_NAMES[signal]]: rejected, errorMessage }
  if (signal !== 'traces') return writeJson({ partialSuccess })
  return writeJson({
    partialSuccess,
    partial_success: { rejected_spans: rejected, error_message: errorMessage },
  })
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import { ANONYMOUS } from '../domain/accounts/access.ts'
import { isProjectId } from '../domain/projects/project.ts'
import { writeJson } from '../json/write.ts'
import { ExportOutcome, type TraceExport } from '../operations/otel/otlp-operation.ts'
import { defaultEntity } from '../operations/service/client-init.ts'
import { decodeTraces, type OtlpEncoding, otlpEncoding } from '../otel/decode.ts'
import { writeExportResponse } from '../otel/protobuf/write.ts'
import { type ProjectHints, projectFromHeader, routeSpans } from '../otel/routing.ts'

type OtlpRequest = FastifyRequest<{ Querystring: Record<string, unknown>; Body: Buffer | undefined }>

/** Decodes a trace export in any supported encoding and resolves the project of each group of spans. */
export async function readTraceExport(request: OtlpRequest): Promise<TraceExport> {
  const groups = await decodeTraces({
    body: request.body ?? EMPTY,
    encoding: encodingOf(request),
    contentEncoding: request.headers['content-encoding'] ?? '',
    bytesMax: request.routeOptions.bodyLimit,
    onInflated: request.holdBytes,
  })
  return { groups: routeSpans(groups, hintsOf(request)) }
}

/** The project that a header or the query string names, if it names one completely. */
export function projectNamedBy(request: OtlpHead): string | undefined {
  const named = nameIn(request)
  return named !== undefined && isProjectId(named) ? named : undefined
}

/** The public key of a Langfuse SDK means nothing here but the name of a project. */
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
  if (!(outcome instanceof ExportOutcome)) throw new Error('an export operation must return an ExportOutcome')
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
    write: ({ rejectedSpans, errorMessage }) => writeExportResponse(rejectedSpans, errorMessage),
  },
}

/** With camelCase keys as in OTLP, and snake_case keys as clients of the hosted service expect. */
function writeJsonOutcome({ rejectedSpans, errorMessage }: ExportOutcome): string {
  if (rejectedSpans === 0) return '{}'
  return writeJson({
    partialSuccess: { rejectedSpans, errorMessage },
    partial_success: { rejected_spans: rejectedSpans, error_message: errorMessage },
  })
}

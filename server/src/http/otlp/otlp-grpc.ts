import { once } from 'node:events'
import { constants, createServer, type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { ByteBudget } from '../../operations/byte-budget.ts'
import { grpcMessage, MessageError, withMessage } from './grpc-message.ts'
import { GrpcSessions } from './grpc-sessions.ts'

interface GrpcOptions {
  readonly host: string
  /** 0 for any free one. */
  readonly port: number
  readonly messageBytesMax: number
  /** Idle timeout of a client. */
  readonly stallTimeoutMs: number
  /** How long open calls may take to finish during shutdown. */
  readonly stopGraceMs: number
}

/**
 * Serves OTLP over gRPC: the unary `Export` calls of traces, logs and metrics. Each export is injected into the HTTP
 * route, so that authentication, rules and errors are the same. Returns the port it listens on. It closes with `app`,
 * which must not be listening yet.
 */
export async function openOtlpGrpc(app: FastifyInstance, options: GrpcOptions): Promise<number> {
  const { messageBytesMax, stallTimeoutMs, stopGraceMs } = options
  const server = createServer(HTTP2_OPTIONS)
  const sessions = new GrpcSessions(server, { idleMs: stallTimeoutMs, sessionsMax: SESSIONS_MAX })
  const limits = {
    bytesMax: messageBytesMax,
    memory: new ByteBudget({ bytesMax: LARGE_MESSAGES_MAX * messageBytesMax, smallShare: 0 }),
  }
  app.addHook('preClose', async () => {
    if (server.listening) await sessions.close(server, stopGraceMs)
  })
  server.on('stream', (stream, headers) => {
    const cancel = () => stream.close(constants.NGHTTP2_CANCEL)
    const timer = setTimeout(cancel, CALL_MS)
    stream.setTimeout(stallTimeoutMs, cancel)
    stream.once('close', () => clearTimeout(timer))
    // The connection is broken; no error can be sent.
    stream.on('error', () => stream.destroy())
    answer(app, stream, headers, limits).catch((error: unknown) => {
      if (!stream.destroyed) app.log.error({ err: error }, 'OTLP over gRPC failed')
      stream.destroy()
    })
  })
  server.listen(options.port, options.host)
  await once(server, 'listening')
  return portOf(server.address())
}

/** The HTTP route of each gRPC method. */
const ROUTES: ReadonlyMap<string | undefined, string> = new Map([
  ['/opentelemetry.proto.collector.trace.v1.TraceService/Export', '/otel/v1/traces'],
  ['/opentelemetry.proto.collector.logs.v1.LogsService/Export', '/otel/v1/logs'],
  ['/opentelemetry.proto.collector.metrics.v1.MetricsService/Export', '/otel/v1/metrics'],
])

const SESSIONS_MAX = 1_000

/** How many messages of the largest size may be received at once. */
const LARGE_MESSAGES_MAX = 2

/** Timeout of one call, receiving its message included. */
const CALL_MS = 5 * 60_000

const HTTP2_OPTIONS = {
  maxHeaderListPairs: 64,
  maxSessionInvalidFrames: 100,
  settings: { enablePush: false, maxConcurrentStreams: 100, maxHeaderListSize: 16 * 1024 },
}

/** gRPC status by HTTP status. Exporters retry on 4 (deadline exceeded) and 14 (unavailable). */
const GRPC_STATUSES: Readonly<Record<number, number>> = {
  200: 0,
  400: 3,
  401: 16,
  403: 7,
  413: 8,
  422: 3,
  429: 14,
  503: 14,
  504: 4,
  507: 14,
}
const UNIMPLEMENTED = 12
const INTERNAL = 13

async function answer(
  app: FastifyInstance,
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  limits: Parameters<typeof withMessage>[1],
): Promise<void> {
  const url = ROUTES.get(headers[':path'])
  if (url === undefined) return refuse(stream, UNIMPLEMENTED, 'only OTLP exports are taken')
  const send = (message: Buffer, encoding: string) =>
    forward(app, stream, headers, { url, message, encoding })
  // An empty export checks the key before the message is read.
  const probe = await send(Buffer.alloc(0), '')
  if (probe.statusCode !== 200) return refuseAs(stream, probe)
  try {
    const reply = await withMessage(stream, limits, (message, isCompressed) =>
      send(message, isCompressed ? String(headers['grpc-encoding'] ?? 'gzip') : ''),
    )
    if (reply.statusCode === 200) accept(stream, reply.rawPayload)
    else refuseAs(stream, reply)
  } catch (error) {
    if (!(error instanceof MessageError)) throw error
    refuse(stream, error.grpcStatus, error.message)
  }
}

type Reply = Awaited<ReturnType<typeof forward>>

function forward(
  app: FastifyInstance,
  { session }: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  { url, message, encoding }: { url: string; message: Buffer; encoding: string },
) {
  const kept = PASSED_ON.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]]))
  return app.inject({
    method: 'POST',
    url,
    headers: {
      ...Object.fromEntries(kept),
      'content-type': 'application/x-protobuf',
      'content-encoding': encoding,
    },
    payload: message,
    remoteAddress: session?.socket.remoteAddress ?? 'unknown',
  })
}

/** Headers for authentication and the project; session cookies are for browsers only. */
const PASSED_ON = [
  'authorization',
  'wandb-api-key',
  'project_id',
  'user-agent',
  'x-forwarded-for',
  'x-langfuse-public-key',
]

function accept(stream: ServerHttp2Stream, response: Buffer): void {
  stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true })
  stream.once('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }))
  stream.end(grpcMessage(response))
}

function refuseAs(stream: ServerHttp2Stream, { statusCode, body }: Reply): void {
  refuse(stream, GRPC_STATUSES[statusCode] ?? INTERNAL, reasonIn(body))
}

/** The message in a JSON error response. */
function reasonIn(body: string): string {
  const { detail, reason } = JSON.parse(body)
  return typeof detail === 'string' ? detail : String(reason ?? body)
}

function refuse(stream: ServerHttp2Stream, status: number, reason: string): void {
  if (stream.destroyed) return
  stream.respond(
    {
      ':status': 200,
      'content-type': 'application/grpc',
      'grpc-status': String(status),
      'grpc-message': encodeURIComponent(reason),
    },
    { endStream: true },
  )
  // Stops receiving the message. If closed at once, Node 22 and later would not send the response.
  setImmediate(() => stream.close(constants.NGHTTP2_NO_ERROR))
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address ? address.port : 0
}

import { setMaxListeners } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { KeyedQueue } from '../operations/keyed-queue.ts'
import type { AnyOperation, Services } from '../operations/operation.ts'
import { ProjectSettingsCache } from '../operations/project-settings.ts'
import { PublishedOps } from '../operations/published-ops.ts'
import { ReadBudget } from '../operations/read-budget.ts'
import { ServerLife } from '../operations/server-life.ts'
import type { ServiceMetrics } from '../operations/service/service-metrics.ts'
import { Authenticator } from './access/authenticator.ts'
import { guard } from './access/gate.ts'
import type { SignInTokens } from './access/sign-in-tokens.ts'
import { type SingleSignOn, serveSingleSignOn } from './access/single-sign-on.ts'
import { answerClientError, Connections } from './connections.ts'
import { serveDocs } from './docs/page.ts'
import { sendError } from './errors.ts'
import type { Ingest } from './ingest/ingest-thread.ts'
import { logRequests, requestIdOf, returnRequestIds } from './log/request-log.ts'
import { measureRequests } from './log/request-metrics.ts'
import { type SpanSink, traceRequests } from './log/request-spans.ts'
import { serveMcp } from './mcp.ts'
import { atRootMount, withoutBasePath, withoutOrigin } from './mounts.ts'
import { sliceReplies } from './reply.ts'
import { readBodies } from './request/request-body.ts'
import { type Dependencies, mountOperations, rootOnlyPathsOf } from './routes.ts'
import { addSecurityHeaders } from './security-headers.ts'
import { readPage, serveUi } from './ui.ts'
import { answerUnknownRoutes } from './unknown-route.ts'

export interface AppOptions extends Pick<Services, 'storage' | 'now' | 'newId'> {
  readonly operations: readonly AnyOperation[]
  readonly log: FastifyBaseLogger
  readonly bodyBytesMax: number
  readonly fileBytesMax: number
  /** How many bytes of request bodies are held in memory at a time. */
  readonly bytesInFlightMax: number
  /** How long a client may stop reading or sending before its connection is closed. */
  readonly stallTimeoutMs: number
  /** How long open connections may finish their requests during shutdown. */
  readonly stopGraceMs: number
  /** Addresses and CIDR ranges of proxies whose `X-Forwarded-*` headers are trusted. */
  readonly trustedProxies: readonly string[]
  /** Path below which a proxy serves this application, such as `/heddle`; empty for none. */
  readonly basePath?: string
  /** Size limit of a list in one JSON response. */
  readonly replyBytesMax: number
  readonly signInTokens: SignInTokens
  /** Requests that take longer are logged as slow, with the shape of the request. */
  readonly slowAfterMs: number
  /** Receives spans of all requests; if undefined, none are made. */
  readonly spans?: SpanSink
  /** Records request durations; if undefined, they are not measured. */
  readonly metrics?: ServiceMetrics
  /** Handles requests with large bodies; if undefined, this thread does. */
  readonly ingest?: Ingest
  /** Certificate and key in PEM, to serve HTTPS. */
  readonly tls?: Certificate
  /** If undefined, browsers sign in with API keys only. */
  readonly singleSignOn?: SingleSignOn
  /** Folder of the built UI; if undefined, `/` redirects to the docs. */
  readonly uiFolder?: string
  /** Runs SQL; if undefined, requests for it are refused. */
  readonly sql?: Services['sql']
}

/**
 * Memory that all reads together may use for rows that clients have not received yet. Fits one call of the largest
 * size; while it is sent, text takes up to four times its bytes.
 */
const READ_BYTES_MAX = 192 * 1024 ** 2

/** Enough for a large file over a slow connection. */
const REQUEST_TIMEOUT_MS = 15 * 60_000

/** Each uses about 20 KB; idle ones are closed to make room for new ones. */
const CONNECTIONS_MAX = 4_096

/** Project names and ids are path parameters, for which the router's default of 100 characters is too short. */
const PATH_PART_CHARS_MAX = 2_000

/** Body limit of requests that match no operation. */
const UNKNOWN_ROUTE_BODY_BYTES_MAX = 64 * 1024

/** Operations parse requests and write responses themselves, so Fastify need not load its two schema compilers. */
const NO_SCHEMAS = {
  buildValidator: () => noSchema,
  buildSerializer: () => noSchema,
}

function noSchema(): never {
  throw new Error('routes have no schemas')
}

/** Creates the HTTP application, ready to listen or to be used with `inject`. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { operations, uiFolder, storage, now, newId, signInTokens, fileBytesMax } = options
  const server = new ServerLife(now)
  const authenticator = new Authenticator(storage.accounts, signInTokens, now)
  const { stallTimeoutMs, stopGraceMs, basePath = '' } = options
  const connections = new Connections({ stallTimeoutMs, connectionsMax: CONNECTIONS_MAX })
  const rootOnly = rootOnlyPathsOf(operations)
  const app = fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    requestTimeout: REQUEST_TIMEOUT_MS,
    genReqId: ({ headers }) => requestIdOf(headers['x-request-id']) ?? newId(),
    trustProxy: options.trustedProxies.length > 0 && [...options.trustedProxies],
    routerOptions: { maxParamLength: PATH_PART_CHARS_MAX },
    frameworkErrors: sendError,
    bodyLimit: UNKNOWN_ROUTE_BODY_BYTES_MAX,
    schemaController: { compilersFactory: NO_SCHEMAS },
    rewriteUrl: ({ url = '/' }: IncomingMessage) =>
      atRootMount(withoutBasePath(withoutOrigin(url), basePath), rootOnly),
    ...(options.tls && { serverFactory: httpsServers(options.tls) }),
    clientErrorHandler: (error, socket) => answerClientError(error, socket, connections),
  })
  const stopping = stoppingOf(app)
  connections.watch(app, options.tls ? 'secureConnection' : 'connection')
  closeWithin(app, connections, stopGraceMs)
  sliceReplies(app)
  readBodies(app, options)
  app.setErrorHandler(sendError)
  returnRequestIds(app)
  addSecurityHeaders(app)
  guard(app, authenticator)
  logRequests(app, options.slowAfterMs)
  if (options.spans) traceRequests(app, options.spans)
  measureRequests(app, server, options.metrics)
  const page = uiFolder === undefined ? undefined : readPage(uiFolder, basePath)
  answerUnknownRoutes(app, page)

  const { bodyBytesMax, replyBytesMax } = options
  const services: Services = {
    storage,
    now,
    newId,
    server,
    settings: new ProjectSettingsCache(storage.projects, now),
    metrics: options.metrics,
    sql: options.sql,
    singleSignOnName: options.singleSignOn?.name ?? null,
    publishedOps: new PublishedOps(now),
    writesInTurn: new KeyedQueue(),
    reads: new ReadBudget({ bytesMax: READ_BYTES_MAX }),
  }
  const dependencies: Dependencies = {
    services,
    authenticator,
    stopping,
    bodyBytesMax,
    fileBytesMax,
    replyBytesMax,
    ingest: options.ingest,
    isTraced: options.spans !== undefined,
  }
  mountOperations(app, operations, dependencies)
  serveMcp(app, basePath)
  if (options.singleSignOn) serveSingleSignOn(app, options.singleSignOn, services, authenticator, basePath)
  serveDocs(app, operations)
  if (uiFolder === undefined || page === undefined) {
    app.get('/', (_request, reply) => reply.redirect(`${basePath}/docs`))
  } else serveUi(app, uiFolder, page)
  return app
}

interface Certificate {
  readonly cert: Buffer
  readonly key: Buffer
}

/** Clients that connect and do not finish the handshake are dropped after this. */
const HANDSHAKE_MS = 10_000

/** Fastify sets timeouts only on servers that it creates itself. */
function httpsServers(tls: Certificate) {
  return (handler: (request: IncomingMessage, response: ServerResponse) => void): Server => {
    const server = createServer({ ...tls, handshakeTimeout: HANDSHAKE_MS }, handler)
    server.requestTimeout = REQUEST_TIMEOUT_MS
    server.keepAliveTimeout = KEEP_ALIVE_MS
    return server
  }
}

/** Fastify's default. */
const KEEP_ALIVE_MS = 72_000

/** Aborted at the start of shutdown: event streams would never end by themselves. */
function stoppingOf(app: FastifyInstance): AbortSignal {
  const stopping = new AbortController()
  app.addHook('preClose', async () => stopping.abort())
  // Every open event stream adds a listener.
  setMaxListeners(0, stopping.signal)
  return stopping.signal
}

const IDLE_CHECK_MS = 50

/** On shutdown, gives requests in progress `graceMs` to finish, then closes their connections. */
function closeWithin(app: FastifyInstance, connections: Connections, graceMs: number): void {
  const timers: NodeJS.Timeout[] = []
  app.addHook('preClose', async () => {
    connections.closeIdle()
    // Keep-alive connections become idle as their requests finish.
    timers.push(setInterval(() => connections.closeIdle(), IDLE_CHECK_MS))
    timers.push(setTimeout(() => connections.destroyAll(), graceMs))
  })
  app.addHook('onClose', async () => {
    for (const timer of timers) clearTimeout(timer)
    connections.stop()
  })
}

import { setMaxListeners } from 'node:events'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { AnyOperation } from '../operations/operation.ts'
import { PublishedOps } from '../operations/published-ops.ts'
import { ReadBudget } from '../operations/read-budget.ts'
import { RetentionCache } from '../operations/retention-cache.ts'
import { ServerLife } from '../operations/server-life.ts'
import type { ServiceMetrics } from '../operations/service/service-metrics.ts'
import { Authenticator } from './authenticator.ts'
import { answerClientError, Connections } from './connections.ts'
import { serveDocs } from './docs/page.ts'
import { sendError } from './errors.ts'
import { guard } from './gate.ts'
import type { IngestThread } from './ingest-thread.ts'
import { sliceReplies } from './reply.ts'
import { readBodies } from './request-body.ts'
import { logRequests, measureRequests } from './request-log.ts'
import { type Dependencies, mountOperations } from './routes.ts'
import { addSecurityHeaders } from './security-headers.ts'
import type { SignInTokens } from './sign-in-tokens.ts'
import { serveUi } from './ui.ts'
import { answerUnknownRoutes } from './unknown-route.ts'

export interface AppOptions extends Pick<Dependencies, 'storage' | 'now' | 'newId'> {
  readonly operations: readonly AnyOperation[]
  readonly log: FastifyBaseLogger
  readonly bodyBytesMax: number
  readonly fileBytesMax: number
  /** How many bytes of request bodies are held in memory at a time. */
  readonly bytesInFlightMax: number
  /** How long a client may stop reading or sending before its connection is closed. */
  readonly stallTimeoutMs: number
  /** How long open connections may go on once the service stops. */
  readonly stopGraceMs: number
  /** Addresses and CIDR ranges of proxies whose `X-Forwarded-*` headers are believed. */
  readonly trustedProxies: readonly string[]
  /** What a list may have in one JSON document. */
  readonly replyBytesMax: number
  readonly signInTokens: SignInTokens
  /** Where request durations are recorded; without one they are not. */
  readonly metrics?: ServiceMetrics
  /** Reads requests with large bodies; without one they are read here. */
  readonly ingest?: IngestThread
  /** Where the built UI lies; without one, the docs are the front page. */
  readonly uiFolder?: string
}

/**
 * What all reads together may hold for clients who take their time. One call of the largest size fits; in memory a text takes
 * up to four times its bytes while it is sent.
 */
const READ_BYTES_MAX = 192 * 1024 ** 2

/** Time enough for a large file over a slow line, and an end for those who never finish. */
const REQUEST_TIMEOUT_MS = 15 * 60_000

/** Each costs some 20 KB; idle ones make room for new ones. */
const CONNECTIONS_MAX = 4_096

/** Project names and ids travel in paths; the router's own limit of 100 characters is too short for them. */
const PATH_PART_CHARS_MAX = 2_000

/** For addresses that nothing is mounted at; operations have limits of their own. */
const UNKNOWN_ROUTE_BODY_BYTES_MAX = 64 * 1024

/** The HTTP side of the service, ready to listen or to be asked directly. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { operations, uiFolder, storage, now, newId, signInTokens, fileBytesMax } = options
  const server = new ServerLife(now)
  const authenticator = new Authenticator(storage.accounts, signInTokens, now)
  const { stallTimeoutMs, stopGraceMs } = options
  const connections = new Connections({ stallTimeoutMs, connectionsMax: CONNECTIONS_MAX })
  const app = fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    requestTimeout: REQUEST_TIMEOUT_MS,
    trustProxy: options.trustedProxies.length > 0 && [...options.trustedProxies],
    routerOptions: { maxParamLength: PATH_PART_CHARS_MAX },
    frameworkErrors: sendError,
    bodyLimit: UNKNOWN_ROUTE_BODY_BYTES_MAX,
    clientErrorHandler: (error, socket) => answerClientError(error, socket, connections),
  })
  const stopping = stoppingOf(app)
  connections.watch(app)
  closeWithin(app, connections, stopGraceMs)
  sliceReplies(app)
  readBodies(app, options)
  app.setErrorHandler(sendError)
  addSecurityHeaders(app)
  guard(app, authenticator)
  logRequests(app)
  measureRequests(app, server, options.metrics)
  answerUnknownRoutes(app, { hasUi: uiFolder !== undefined })

  const { bodyBytesMax, replyBytesMax } = options
  const dependencies: Dependencies = {
    storage,
    now,
    newId,
    server,
    retention: new RetentionCache(storage.projects, now),
    metrics: options.metrics,
    publishedOps: new PublishedOps(now),
    authenticator,
    stopping,
    reads: new ReadBudget({ bytesMax: READ_BYTES_MAX }),
    bodyBytesMax,
    fileBytesMax,
    replyBytesMax,
    ingest: options.ingest,
  }
  mountOperations(app, operations, dependencies)
  serveDocs(app, operations)
  if (uiFolder === undefined) app.get('/', (_request, reply) => reply.redirect('/docs'))
  else await serveUi(app, uiFolder)
  return app
}

/** Those who listen to an event stream are told first: they would never be done by themselves. */
function stoppingOf(app: FastifyInstance): AbortSignal {
  const stopping = new AbortController()
  app.addHook('preClose', async () => stopping.abort())
  // Every stream that is open waits for it.
  setMaxListeners(0, stopping.signal)
  return stopping.signal
}

const IDLE_CHECK_MS = 50

/** Requests in progress have `graceMs` to finish once the service stops; then their connections are closed. */
function closeWithin(app: FastifyInstance, connections: Connections, graceMs: number): void {
  const timers: NodeJS.Timeout[] = []
  app.addHook('preClose', async () => {
    connections.closeIdle()
    // Clients keep a connection open after their reply.
    timers.push(setInterval(() => connections.closeIdle(), IDLE_CHECK_MS))
    timers.push(setTimeout(() => connections.destroyAll(), graceMs))
  })
  app.addHook('onClose', async () => {
    for (const timer of timers) clearTimeout(timer)
    connections.stop()
  })
}

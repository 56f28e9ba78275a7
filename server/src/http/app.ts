import { setMaxListeners } from 'node:events'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { SignInTokens } from '../domain/sign-in-tokens.ts'
import type { AnyOperation } from '../operations/operation.ts'
import { ServerLife } from '../operations/server-life.ts'
import { Authenticator } from './authenticator.ts'
import { serveDocs } from './docs/routes.ts'
import { sendError } from './errors.ts'
import { guard } from './gate.ts'
import { readBodies } from './request-body.ts'
import { countRequests } from './request-count.ts'
import { logRequests } from './request-log.ts'
import { mountOperations, type Surroundings } from './routes.ts'
import { addSecurityHeaders } from './security-headers.ts'
import { closeSilentSockets } from './silent-sockets.ts'
import { serveUi } from './ui.ts'
import { answerUnknownRoutes } from './unknown-route.ts'

export interface AppOptions extends Pick<Surroundings, 'storage' | 'now' | 'newId'> {
  readonly operations: readonly AnyOperation[]
  readonly log: FastifyBaseLogger
  readonly bodyBytesMax: number
  readonly fileBytesMax: number
  /** How many bytes of request bodies are held in memory at a time. */
  readonly bytesInFlightMax: number
  readonly signInTokens: SignInTokens
  /** Where the built UI lies; without one, the docs are the front page. */
  readonly uiFolder?: string
}

/** Time enough for a large file over a slow line, and an end for those who never finish. */
const REQUEST_TIMEOUT_MS = 15 * 60_000

/** Project names and ids travel in paths; the router's own limit of 100 characters is too short for them. */
const PATH_PART_CHARS_MAX = 2_000

/** For addresses that nothing is mounted at; operations have limits of their own. */
const UNKNOWN_ROUTE_BODY_BYTES_MAX = 64 * 1024

/** The HTTP side of the service, ready to listen or to be asked directly. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { operations, uiFolder, storage, now, newId, signInTokens, fileBytesMax } = options
  const server = new ServerLife(now)
  const authenticator = new Authenticator(storage.accounts, signInTokens, now)
  const app = fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    requestTimeout: REQUEST_TIMEOUT_MS,
    routerOptions: { maxParamLength: PATH_PART_CHARS_MAX },
    frameworkErrors: sendError,
    bodyLimit: UNKNOWN_ROUTE_BODY_BYTES_MAX,
  })
  closeSilentSockets(app)
  readBodies(app, options)
  app.setErrorHandler(sendError)
  addSecurityHeaders(app)
  guard(app, authenticator)
  logRequests(app)
  countRequests(app, server)
  answerUnknownRoutes(app, { hasUi: uiFolder !== undefined })

  const stopping = stoppingOf(app)
  const { bodyBytesMax } = options
  const surroundings = { storage, now, newId, server, authenticator, bodyBytesMax, fileBytesMax, stopping }
  mountOperations(app, operations, surroundings)
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


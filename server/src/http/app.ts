import { setMaxListeners } from 'node:events'
import multipart from '@fastify/multipart'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { SignInTokens } from '../domain/sign-in-tokens.ts'
import type { AnyOperation } from '../operations/operation.ts'
import { ServerLife } from '../operations/server-life.ts'
import { Authenticator } from './authenticator.ts'
import { serveDocs } from './docs/routes.ts'
import { sendError } from './errors.ts'
import { guard } from './gate.ts'
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
  readonly signInTokens: SignInTokens
  /** Where the built UI lies; without one, the docs are the front page. */
  readonly uiFolder?: string
}

/** Time enough for a large file over a slow line, and an end for those who never finish. */
const REQUEST_TIMEOUT_MS = 15 * 60_000

/** Project names and ids travel in paths; the router's own limit of 100 characters is too short for them. */
const PATH_PART_CHARS_MAX = 2_000

/** The HTTP side of the service, ready to listen or to be asked directly. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { operations, uiFolder, storage, now, newId, signInTokens } = options
  const server = new ServerLife(now)
  const authenticator = new Authenticator(storage.accounts, signInTokens, now)
  const app = fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: options.bodyBytesMax,
    requestTimeout: REQUEST_TIMEOUT_MS,
    routerOptions: { maxParamLength: PATH_PART_CHARS_MAX },
    frameworkErrors: sendError,
  })
  closeSilentSockets(app)
  takeAnyBody(app)
  app.setErrorHandler(sendError)
  addSecurityHeaders(app)
  guard(app, authenticator)
  logRequests(app)
  countRequests(app, server)
  answerUnknownRoutes(app, { hasUi: uiFolder !== undefined })

  const surroundings = { storage, now, newId, server, authenticator, stopping: stoppingOf(app) }
  mountOperations(
    app,
    operations.filter((operation) => !takesForm(operation)),
    surroundings,
  )
  await app.register((scope) => mountForms(scope, options, surroundings))
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

/** Bodies are handed on as bytes whatever their type says: the Python SDK sends JSON and names no type. */
function takeAnyBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.addHook('onRequest', async ({ headers }) => {
    // Fastify refuses what is no media type at all; here it counts as none.
    if (!MEDIA_TYPE.test(headers['content-type'] ?? '')) delete headers['content-type']
  })
}

const MEDIA_TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(;|$)/

/** Only these routes understand forms, so that elsewhere a form is a malformed body like any other. */
async function mountForms(
  scope: FastifyInstance,
  options: AppOptions,
  surroundings: Surroundings,
): Promise<void> {
  await scope.register(multipart, { limits: { fileSize: options.fileBytesMax, parts: FORM_PARTS_MAX } })
  mountOperations(scope, options.operations.filter(takesForm), surroundings)
}

const FORM_PARTS_MAX = 20

const takesForm = ({ endpoint }: AnyOperation): boolean => endpoint.requestAs === 'form'

import multipart from '@fastify/multipart'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { AnyOperation } from '../operations/operation.ts'
import { Authenticator } from './authenticator.ts'
import { serveDocs } from './docs/routes.ts'
import { sendError } from './errors.ts'
import { guard } from './gate.ts'
import { logRequests } from './request-log.ts'
import { mountOperations, type Surroundings } from './routes.ts'
import { addSecurityHeaders } from './security-headers.ts'
import { closeSilentSockets } from './silent-sockets.ts'
import { serveUi } from './ui.ts'
import { answerUnknownRoutes } from './unknown-route.ts'

export interface AppOptions extends Surroundings {
  readonly operations: readonly AnyOperation[]
  readonly log: FastifyBaseLogger
  readonly bodyBytesMax: number
  readonly fileBytesMax: number
  /** Where the built UI lies; without one, the docs are the front page. */
  readonly uiFolder?: string
}

/** Time enough for a large file over a slow line, and an end for those who never finish. */
const REQUEST_TIMEOUT_MS = 15 * 60_000

/** Project names and ids travel in paths; the router's own limit of 100 characters is too short for them. */
const PATH_PART_CHARS_MAX = 2_000

/** The HTTP side of the service, ready to listen or to be asked directly. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { operations, uiFolder } = options
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
  guard(app, new Authenticator(options.storage.accounts, options.now))
  logRequests(app)
  answerUnknownRoutes(app, { hasUi: uiFolder !== undefined })

  mountOperations(app, operations.filter(takesJson), options)
  await app.register((scope) => mountForms(scope, options))
  serveDocs(app, operations)
  if (uiFolder === undefined) app.get('/', (_request, reply) => reply.redirect('/docs'))
  else await serveUi(app, uiFolder)
  return app
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
async function mountForms(scope: FastifyInstance, options: AppOptions): Promise<void> {
  await scope.register(multipart, { limits: { fileSize: options.fileBytesMax, parts: FORM_PARTS_MAX } })
  mountOperations(
    scope,
    options.operations.filter((operation) => !takesJson(operation)),
    options,
  )
}

const FORM_PARTS_MAX = 20

const takesJson = ({ endpoint }: AnyOperation): boolean => endpoint.requestAs === 'json'

import type { Endpoint, RequestForm } from '@heddle/contract/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { asError } from '../errors.ts'
import type { AnyOperation, Services } from '../operations/operation.ts'
import type { Authenticator } from './access/authenticator.ts'
import { browserOf } from './access/browser.ts'
import { admit, admitBody, isStillAdmitted } from './access/gate.ts'
import { sendForwarded } from './ingest/forward.ts'
import type { Ingest } from './ingest/ingest-thread.ts'
import { isLarge, Offloaded } from './ingest/large-requests.ts'
import { QueryLog } from './log/query-log.ts'
import { MOUNTS } from './mounts.ts'
import { otlpReader, sendExportOutcome } from './otlp/otlp.ts'
import { sendReply } from './reply.ts'
import { formReader } from './request/form.ts'
import { formBytesMax } from './request/multipart.ts'
import { requestReader } from './request/read-request.ts'
import { RequestContext } from './request/request-context.ts'

/** What the handlers of all operations share. */
export interface Dependencies {
  readonly services: Services
  /** Size limit of a list in one JSON response. */
  readonly replyBytesMax: number
  readonly authenticator: Authenticator
  readonly fileBytesMax: number
  /** Aborted when the service stops. */
  readonly stopping: AbortSignal
  /** The largest body of a request that carries payloads. */
  readonly bodyBytesMax: number
  /** Handles large requests; if undefined, this thread does. */
  readonly ingest: Ingest | undefined
  /** Whether to record the queries of every request. Otherwise only those without payloads are recorded, since these may be slow. */
  readonly isTraced: boolean
}

type HttpRequest = FastifyRequest<{
  Params: Record<string, string>
  Querystring: Record<string, string>
  Body: Buffer | undefined
}>

/** Registers the routes of each operation, its path and aliases; `atRootMount` leads the other mount to them. */
export function mountOperations(
  app: FastifyInstance,
  operations: readonly AnyOperation[],
  dependencies: Dependencies,
): void {
  for (const operation of operations) {
    const { endpoint, gate } = operation
    const handler = handlerOf(operation, dependencies)
    const bodyLimit = bodyLimitOf(endpoint, dependencies)
    const config = { metricsRoute: endpoint.path, isExport: endpoint.requestAs === 'otlp' }
    const onRequest = (request: HttpRequest, _reply: FastifyReply, done: (error?: Error) => void) => {
      try {
        if (request.caller) admitBody(gate, projectNamed(endpoint, request), request.caller)
        done()
      } catch (error) {
        done(asError(error))
      }
    }
    for (const url of urlsOf(endpoint)) {
      app.route({ method: endpoint.method, url, bodyLimit, onRequest, handler, config })
    }
  }
}

/** The body limit of an endpoint; see `BodySize` in the contract. */
function bodyLimitOf({ bodySize, requestAs }: Endpoint, limits: Dependencies): number {
  const { bodyBytesMax, fileBytesMax } = limits
  if (requestAs === 'form') return formBytesMax(fileBytesMax)
  return bodySize === 'payload' ? bodyBytesMax : Math.min(BODY_BYTES_MAX[bodySize], bodyBytesMax)
}

const BODY_BYTES_MAX = { credentials: 4 * 1024, query: 4 * 1024 ** 2 } as const

/**
 * The limit of a whole JSON response. A list may have several bytes per character that it was counted by, and a single item
 * was sent in several bodies, so this is far above the limits of both.
 */
const documentLimitOf = ({ replyBytesMax, bodyBytesMax }: Dependencies): number =>
  4 * Math.max(replyBytesMax, bodyBytesMax, 64 * 1024 ** 2)

/** The project named in the path, if any. Resources of an OTLP export may name others than its headers. */
function projectNamed({ path }: Endpoint, request: HttpRequest): string | undefined {
  if (!path.includes('{entity}/{project}')) return undefined
  return `${request.params.entity}/${request.params.project}`
}

/** All paths of an operation, on every mount, with parameters as `{name}`. */
export function addressesOf({ endpoint }: AnyOperation): string[] {
  const mounts = endpoint.rootOnly ? [''] : MOUNTS
  return mounts.flatMap((mount) => pathsOf(endpoint).map((path) => mount + path))
}

/** Paths that exist at the root only. */
export const rootOnlyPathsOf = (operations: readonly AnyOperation[]): ReadonlySet<string> =>
  new Set(operations.flatMap(({ endpoint }) => (endpoint.rootOnly ? pathsOf(endpoint) : [])))

const pathsOf = ({ path, aliases = [] }: Endpoint): string[] => [path, ...aliases]

/** The paths of an endpoint in Fastify's syntax. */
const urlsOf = (endpoint: Endpoint): string[] =>
  pathsOf(endpoint).map((path) => path.replace(/\{(\w+)\}/g, ':$1'))

function handlerOf({ endpoint, gate, run }: AnyOperation, dependencies: Dependencies) {
  const { services, authenticator, fileBytesMax, stopping, replyBytesMax, ingest } = dependencies
  const hasPayload = endpoint.bodySize === 'payload' || endpoint.requestAs !== 'json'
  const isObserved = dependencies.isTraced || !hasPayload
  const offload = () => {
    if (ingest) throw new Offloaded()
  }
  const read = READERS[endpoint.requestAs](endpoint, { fileBytesMax, offload })
  const waits = endpoint.replyAs === 'events'
  const documentBytesMax = documentLimitOf(dependencies)

  const perform = (received: never, request: HttpRequest, reply: FastifyReply): Promise<unknown> => {
    const queries = isObserved ? new QueryLog() : undefined
    if (queries) request.observed = { request: hasPayload ? undefined : received, queries }
    const context = new RequestContext(services, {
      storage: queries ? queries.observe(services.storage) : services.storage,
      caller: admit(gate, received, request.caller),
      browser: browserOf(request, reply, authenticator),
      request,
      reply,
      stopping: waits ? stopping : undefined,
      replyBytesMax,
      isStillAllowed: waits ? admissionOf(gate, received, request, authenticator) : NOT_ASKED,
      offload,
    })
    return run(received, context)
  }
  // Nothing that lives until the reply keeps what was received: see `acknowledge`.
  const resultOf = (request: HttpRequest, reply: FastifyReply): Promise<unknown> =>
    // The reader is made from the operation's own endpoint, which the type of a heterogeneous list cannot express.
    Promise.resolve(read(request)).then((received) => perform(received as never, request, reply))

  const handle: Handler = async (request, reply) => {
    const result = await resultOf(request, reply)
    if (endpoint.requestAs === 'otlp') return sendExportOutcome(request, reply, result)
    return sendReply(reply, endpoint, result, documentBytesMax)
  }
  return ingest ? orForwarded(handle, endpoint, ingest) : handle
}

const NOT_ASKED = () => Promise.reject(new Error('only event streams check whether they are still allowed'))

const admissionOf =
  (...asked: Parameters<typeof isStillAdmitted>) =>
  () =>
    isStillAdmitted(...asked)

type Handler = (request: HttpRequest, reply: FastifyReply) => Promise<FastifyReply>

/** Leaves requests with large bodies, and those that are offloaded, to the ingest thread. */
function orForwarded(handle: Handler, endpoint: Endpoint, ingest: Ingest): Handler {
  return async (request, reply) => {
    try {
      if (!isLarge(endpoint, request)) return await handle(request, reply)
    } catch (error) {
      if (!(error instanceof Offloaded)) throw error
    }
    return sendForwarded(ingest, endpoint, request, reply)
  }
}

interface ReaderOptions {
  readonly fileBytesMax: number
  /** Leaves the request to the ingest thread, if there is one. */
  readonly offload: () => void
}

const READERS: Record<
  RequestForm,
  (endpoint: Endpoint, options: ReaderOptions) => (request: HttpRequest) => unknown
> = {
  json: jsonReader,
  form: (endpoint, { fileBytesMax }) => formReader(endpoint, fileBytesMax),
  otlp: (endpoint, { offload }) => otlpReader(endpoint, offload),
}

function jsonReader(endpoint: Endpoint) {
  const read = requestReader(endpoint)
  return ({ params, query, body }: HttpRequest) => read({ params, query, body })
}

import type { Endpoint, RequestForm } from '@heddle/contract/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AnyOperation, Context } from '../operations/operation.ts'
import { ReplyBudget } from '../operations/reply-budget.ts'
import type { Authenticator } from './authenticator.ts'
import { browserOf } from './browser.ts'
import { formBytesMax, formReader } from './form.ts'
import { admit, admitBody, isStillAdmitted } from './gate.ts'
import type { IngestThread } from './ingest-thread.ts'
import { isLarge, sendForwarded } from './ingest-thread.ts'
import { projectNamedBy, readTraceExport, sendExportOutcome } from './otlp.ts'
import { MOUNTS } from './public-routes.ts'
import { sendReply } from './reply.ts'
import { requestReader } from './request/read-request.ts'

/** What every operation is given, whoever asks for whatever. */
export interface Dependencies
  extends Pick<
    Context,
    'storage' | 'now' | 'newId' | 'server' | 'metrics' | 'retention' | 'publishedOps' | 'reads'
  > {
  /** What a list may have in one JSON document. */
  readonly replyBytesMax: number
  readonly authenticator: Authenticator
  readonly fileBytesMax: number
  /** Aborted when the service stops. */
  readonly stopping: AbortSignal
  /** The largest body of a request that carries payloads. */
  readonly bodyBytesMax: number
  /** Where requests with large bodies are read; undefined for here. */
  readonly ingest: IngestThread | undefined
}

type HttpRequest = FastifyRequest<{
  Params: Record<string, string>
  Querystring: Record<string, string>
  Body: Buffer | undefined
}>

/** Registers the routes of each operation: every spelling of its path, on every mount. */
export function mountOperations(
  app: FastifyInstance,
  operations: readonly AnyOperation[],
  dependencies: Dependencies,
): void {
  for (const operation of operations) {
    const { endpoint, gate } = operation
    const handler = handlerOf(operation, dependencies)
    const bodyLimit = bodyLimitOf(endpoint, dependencies)
    const config = { metricsRoute: endpoint.path }
    const onRequest = (request: HttpRequest, _reply: FastifyReply, done: (error?: Error) => void) => {
      try {
        if (request.caller) admitBody(gate, projectNamed(endpoint, request), request.caller)
        done()
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)))
      }
    }
    for (const url of urlsOf(operation)) {
      app.route({ method: endpoint.method, url, bodyLimit, onRequest, handler, config })
    }
  }
}

/** The most that a request body may have; see `BodySize` in the contract. */
function bodyLimitOf({ bodySize, requestAs }: Endpoint, limits: Dependencies): number {
  const { bodyBytesMax, fileBytesMax } = limits
  if (requestAs === 'form') return formBytesMax(fileBytesMax)
  return bodySize === 'payload' ? bodyBytesMax : Math.min(BODY_BYTES_MAX[bodySize], bodyBytesMax)
}

const BODY_BYTES_MAX = { credentials: 4 * 1024, query: 4 * 1024 ** 2 } as const

/** The project that a request names before its body, if any. */
function projectNamed({ path, requestAs }: Endpoint, request: HttpRequest): string | undefined {
  if (requestAs === 'otlp') return projectNamedBy(request)
  if (!path.includes('{entity}/{project}')) return undefined
  return `${request.params.entity}/${request.params.project}`
}

/** Every address an operation answers at, with its path parameters as `{name}`. */
export function addressesOf({ endpoint }: AnyOperation): string[] {
  const paths = [endpoint.path, ...(endpoint.aliases ?? [])]
  const mounts = endpoint.rootOnly ? [''] : MOUNTS
  return mounts.flatMap((mount) => paths.map((path) => mount + path))
}

/** The same in the router's spelling. */
function urlsOf(operation: AnyOperation): string[] {
  return addressesOf(operation).map((address) => address.replace(/\{(\w+)\}/g, ':$1'))
}

function handlerOf({ endpoint, gate, run }: AnyOperation, dependencies: Dependencies) {
  const { authenticator, fileBytesMax, stopping, replyBytesMax, ingest } = dependencies
  const { storage, now, newId, server, metrics, retention, publishedOps, reads } = dependencies
  const shared = { storage, now, newId, server, metrics, retention, publishedOps, reads }
  const read = READERS[endpoint.requestAs](endpoint, fileBytesMax)
  const waits = endpoint.replyAs === 'events'

  return async (request: HttpRequest, reply: FastifyReply): Promise<FastifyReply> => {
    if (ingest && isLarge(endpoint, request)) return sendForwarded(ingest, endpoint, request, reply)
    // The endpoint that types the operation is the one its reader reads by; a list of both cannot say so.
    const received = (await read(request)) as never
    let signal: AbortSignal | undefined
    let gathered: ReplyBudget | undefined
    const context: Context = {
      ...shared,
      caller: admit(gate, received, request.caller),
      log: request.log,
      browser: browserOf(request, reply, authenticator),
      // Most operations never ask: ingest is spared what it takes to find out.
      get signal() {
        signal ??= waits ? AbortSignal.any([stopping, leavingOf(reply)]) : leavingOf(reply)
        return signal
      },
      isStillAllowed: () => isStillAdmitted(gate, received, request, authenticator),
      get reply() {
        gathered ??= replyBudgetOf(reply, {
          bytesMax: replyBytesMax,
          budget: shared.reads,
          signal: () => this.signal,
          isClosed: () => reply.raw.destroyed,
        })
        return gathered
      },
      lastEventId: waits ? lastEventIdOf(request) : undefined,
    }
    const result = await run(received, context)
    if (endpoint.requestAs === 'otlp') return sendExportOutcome(request, reply, result)
    return sendReply(reply, endpoint, result)
  }
}

const READERS: Record<
  RequestForm,
  (endpoint: Endpoint, fileBytesMax: number) => (request: HttpRequest) => unknown
> = {
  json: jsonReader,
  form: formReader,
  otlp: () => readTraceExport,
}

function leavingOf({ raw }: FastifyReply): AbortSignal {
  const leaving = new AbortController()
  if (raw.destroyed) leaving.abort()
  // A reply that was sent closes as well; nobody listens any more then.
  raw.once('close', () => raw.writableFinished || leaving.abort())
  return leaving.signal
}

/** Held until the reply is sent, or whoever asked for it has left. */
function replyBudgetOf(
  reply: FastifyReply,
  options: ConstructorParameters<typeof ReplyBudget>[0],
): ReplyBudget {
  const budget = new ReplyBudget(options)
  reply.raw.once('close', () => budget.release())
  return budget
}

function lastEventIdOf({ headers }: HttpRequest): string | undefined {
  return headers['last-event-id']?.toString() || undefined
}

function jsonReader(endpoint: Endpoint) {
  const read = requestReader(endpoint)
  return ({ params, query, body }: HttpRequest) => read({ params, query, body })
}

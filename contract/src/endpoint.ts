import type { Static, TSchema } from 'typebox'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export type Tag =
  | 'calls'
  | 'objects'
  | 'tables'
  | 'files'
  | 'feedback'
  | 'annotation queues'
  | 'costs'
  | 'threads'
  | 'agents'
  | 'evaluations'
  | 'session'
  | 'settings'
  | 'service'

/** Format of a request: one JSON value, a multipart form, or OTLP, which is protobuf or JSON. */
export type RequestForm = 'json' | 'form' | 'otlp'

/**
 * Format of a response: one JSON value, one JSON value per line, raw bytes, plain text, or
 * server-sent events that continue until the client disconnects.
 */
export type ReplyForm = 'json' | 'lines' | 'bytes' | 'text' | 'events'

/**
 * Size limit of a request body: `credentials` 4 KiB; `query` 4 MiB, for requests that query or
 * configure; `payload`, for requests that carry user data, what the server is configured
 * to accept (`--body-limit`, 64 MiB by default). Forms have the limit of files.
 */
export type BodySize = 'credentials' | 'query' | 'payload'

/**
 * One operation of the service. The server's route, the typed client, the UI's types and the
 * OpenAPI document are all derived from this object.
 *
 * A request is one flat object: fields named in the path are sent there, the others in the JSON
 * body, or in the query string if the method has no body.
 */
export interface Endpoint<
  Request extends TSchema = TSchema,
  Reply extends TSchema = TSchema,
  ReplyAs extends ReplyForm = ReplyForm,
> {
  readonly method: Method
  readonly path: string
  /** Other paths that clients use for the same operation. */
  readonly aliases?: readonly string[]
  /** Served at the root only, not under the other mounts of the API. */
  readonly rootOnly?: true
  readonly tag: Tag
  readonly summary: string
  readonly description?: string
  readonly request: Request
  readonly requestAs: RequestForm
  readonly bodySize: BodySize
  /** A valid request: shown in the docs, sent by the route tests. */
  readonly example: Static<Request>
  /** The whole response; for lines or events, one of them. */
  readonly reply: Reply
  readonly replyAs: ReplyAs
}

type Definition<Request extends TSchema, Reply extends TSchema> = Omit<
  Endpoint<Request, Reply>,
  'requestAs' | 'replyAs' | 'bodySize'
> & { readonly requestAs?: RequestForm; readonly bodySize?: BodySize }

/** Requests and responses are JSON, with bodies of up to 4 MiB, by default. */
export function endpoint<Request extends TSchema, Reply extends TSchema>(
  definition: Definition<Request, Reply>,
): Endpoint<Request, Reply, 'json'>
export function endpoint<Request extends TSchema, Reply extends TSchema, ReplyAs extends ReplyForm>(
  definition: Definition<Request, Reply> & { readonly replyAs: ReplyAs },
): Endpoint<Request, Reply, ReplyAs>
export function endpoint(
  definition: Definition<TSchema, TSchema> & { readonly replyAs?: ReplyForm },
): Endpoint {
  return Object.freeze({ requestAs: 'json', replyAs: 'json', bodySize: 'query', ...definition })
}

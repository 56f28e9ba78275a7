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

/** How a request travels: one JSON value, a multipart form, or OTLP, which is protobuf or JSON. */
export type RequestForm = 'json' | 'form' | 'otlp'

/**
 * How a reply travels: one JSON value, one JSON value a line, raw bytes, plain text, or
 * server-sent events that go on until the client leaves.
 */
export type ReplyForm = 'json' | 'lines' | 'bytes' | 'text' | 'events'

/**
 * How large a request body may be: `credentials` 4 KiB; `query` 4 MiB, for requests that ask, name or
 * configure; `payload`, for requests that carry the user's own data, whatever the server is configured
 * to take (`--body-limit`, 64 MiB by default). Forms have the limit of files.
 */
export type BodySize = 'credentials' | 'query' | 'payload'

/**
 * One operation of the service. The server's route, the typed client, the UI's types and the
 * OpenAPI document are all read from this one object.
 *
 * A request is one flat object: fields named in the path travel there, the others in the JSON
 * body, or in the query string where the method has no body.
 */
export interface Endpoint<
  Request extends TSchema = TSchema,
  Reply extends TSchema = TSchema,
  ReplyAs extends ReplyForm = ReplyForm,
> {
  readonly method: Method
  readonly path: string
  /** Other spellings of the path that clients use for the same operation. */
  readonly aliases?: readonly string[]
  /** Answered at the origin's root alone, not below the other mounts of the API. */
  readonly rootOnly?: true
  readonly tag: Tag
  readonly summary: string
  readonly description?: string
  readonly request: Request
  readonly requestAs: RequestForm
  readonly bodySize: BodySize
  /** A request that is valid as it stands: shown in the docs, sent by the route tests. */
  readonly example: Static<Request>
  /** The whole reply; where it travels as lines or events, one of them. */
  readonly reply: Reply
  readonly replyAs: ReplyAs
}

type Definition<Request extends TSchema, Reply extends TSchema> = Omit<
  Endpoint<Request, Reply>,
  'requestAs' | 'replyAs' | 'bodySize'
> & { readonly requestAs?: RequestForm; readonly bodySize?: BodySize }

/** Requests and replies travel as JSON, with bodies of up to 4 MiB, unless said otherwise. */
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

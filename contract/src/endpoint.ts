import type { Static, TSchema } from 'typebox'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export type Tag = 'calls' | 'objects' | 'tables' | 'files' | 'feedback' | 'costs' | 'threads' | 'service'

/** How a request travels: one JSON value, or a multipart form. */
export type RequestForm = 'json' | 'form'

/** How a reply travels: one JSON value, one JSON value a line, or raw bytes. */
export type ReplyForm = 'json' | 'lines' | 'bytes'

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
  readonly tag: Tag
  readonly summary: string
  readonly description?: string
  readonly request: Request
  readonly requestAs: RequestForm
  /** A request that is valid as it stands: shown in the docs, sent by the route tests. */
  readonly example: Static<Request>
  /** The whole reply; where it travels as lines, one of them. */
  readonly reply: Reply
  readonly replyAs: ReplyAs
}

type Definition<Request extends TSchema, Reply extends TSchema> = Omit<
  Endpoint<Request, Reply>,
  'requestAs' | 'replyAs'
> & { readonly requestAs?: RequestForm }

/** Requests and replies travel as JSON unless said otherwise. */
export function endpoint<Request extends TSchema, Reply extends TSchema>(
  definition: Definition<Request, Reply>,
): Endpoint<Request, Reply, 'json'>
export function endpoint<Request extends TSchema, Reply extends TSchema, ReplyAs extends ReplyForm>(
  definition: Definition<Request, Reply> & { readonly replyAs: ReplyAs },
): Endpoint<Request, Reply, ReplyAs>
export function endpoint(
  definition: Definition<TSchema, TSchema> & { readonly replyAs?: ReplyForm },
): Endpoint {
  return Object.freeze({ requestAs: 'json', replyAs: 'json', ...definition })
}

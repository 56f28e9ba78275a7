import type { Static, TSchema } from 'typebox'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export type Tag = 'calls' | 'objects' | 'tables' | 'files' | 'feedback' | 'costs' | 'threads' | 'service'

/**
 * One operation of the service. The server's route, the typed client, the UI's types and the
 * OpenAPI document are all read from this one object.
 *
 * A request is one flat object: fields named in the path travel there, the others in the JSON
 * body, or in the query string where the method has no body.
 */
export interface Endpoint<Request extends TSchema = TSchema, Reply extends TSchema = TSchema> {
  readonly method: Method
  readonly path: string
  /** Other spellings of the path that clients use for the same operation. */
  readonly aliases?: readonly string[]
  readonly tag: Tag
  readonly summary: string
  readonly description?: string
  readonly request: Request
  /** How the request travels: JSON unless said otherwise. */
  readonly requestAs?: 'json' | 'form'
  /** A request that is valid as it stands: shown in the docs, sent by the route tests. */
  readonly example: Static<Request>
  readonly reply: Reply
  /** How the reply travels: one JSON value, one JSON value a line, or raw bytes. */
  readonly replyAs?: 'json' | 'lines' | 'bytes'
}

export function endpoint<Request extends TSchema, Reply extends TSchema>(
  definition: Endpoint<Request, Reply>,
): Endpoint<Request, Reply> {
  return Object.freeze(definition)
}

import type { TSchema, TSchemaOptions } from 'typebox'
import * as Type from 'typebox'

/** A JSON object whose keys belong to the user, not to the service. */
export interface JsonObject {
  [key: string]: unknown
}

/** A field that may be left out. Null means the same as absent, everywhere. */
export const Maybe = <T extends TSchema>(schema: T, options: TSchemaOptions = {}) =>
  Type.Optional(Type.Union([schema, Type.Null()], options))

/**
 * How many entries a request may list that each widen the response or are compared with every row: metrics,
 * measures, keys to group by.
 */
export const MEASURES_MAX = 20

/** How many values a filter may list, as each is compared with every row. */
export const VALUES_MAX = 1000

/** An optional list of strings. */
export const MaybeTexts = (options: TSchemaOptions = {}) => Maybe(Type.Array(Type.String()), options)

/** An optional list of filter values. */
export const MaybeValues = (options: TSchemaOptions = {}) =>
  Maybe(Type.Array(Type.String(), { maxItems: VALUES_MAX }), options)

/** A reply field that is always present and may be null. */
export const Nullable = <T extends TSchema>(schema: T, options: TSchemaOptions = {}) =>
  Type.Union([schema, Type.Null()], options)

/** One of some texts. */
export const OneOf = <T extends string>(texts: readonly T[]) =>
  Type.Unsafe<T>(Type.Union(texts.map((text) => Type.Literal(text))))

/**
 * A user's value. The server stores the JSON text as received, so that `1.0` stays
 * `1.0` and integers of any size stay exact; it is never rebuilt from a parsed tree.
 */
export const Payload = (options: TSchemaOptions = {}) => Type.Unknown(options)

/** A payload that must be a JSON object. */
export const PayloadObject = (options: TSchemaOptions = {}) =>
  Type.Unsafe<unknown>({ ...options, type: 'object', additionalProperties: true })

/** A payload in a response, which clients read as a plain object. */
export const ReplyObject = (options: TSchemaOptions = {}) =>
  Type.Unsafe<JsonObject>({ ...options, type: 'object', additionalProperties: true })

/** Raw bytes: a part of a form, or a whole reply. */
export const Bytes = (options: TSchemaOptions = {}) =>
  Type.Unsafe<Uint8Array>({ ...options, contentMediaType: 'application/octet-stream' })

/**
 * An instant. Requests may give ISO 8601 text with or without an offset (none means UTC), a date,
 * or Unix time in seconds or milliseconds; replies are always RFC 3339 in UTC.
 */
export const DateTime = (options: TSchemaOptions = {}) =>
  Type.String({ format: 'date-time', examples: ['2025-03-01T10:00:00.123456Z'], ...options })

export const ProjectId = Type.String({
  description: 'The project, as entity/project.',
  examples: ['team/app'],
})

export const Direction = Type.Union([Type.Literal('asc'), Type.Literal('desc')])

export const SortBy = Type.Object({
  field: Type.String({ examples: ['created_at'] }),
  direction: Direction,
})

/** Sort keys, most significant first: more than anyone needs, and few enough for every engine. */
export const SortKeys = <T extends TSchema>(key: T) => Type.Array(key, { maxItems: 100 })

/** The paging fields of every query; spread into a request's properties. */
export const page = {
  limit: Maybe(Type.Integer(), { description: 'Maximum number of results; unlimited by default.' }),
  offset: Maybe(Type.Integer(), { description: 'Number of results to skip.' }),
}

/** The user a record is attributed to. Values sent by clients are never stored. */
export const WrittenByServer = Maybe(Type.String(), {
  description: 'Set by the server from the API key; a value sent here is replaced.',
})

export const Empty = Type.Object({})

import Type, { type TSchema, type TSchemaOptions } from 'typebox'

/** A JSON object whose keys belong to the user, not to the service. */
export interface JsonObject {
  [key: string]: unknown
}

/** A field that may be left out. Null means the same as absent, everywhere. */
export const Maybe = <T extends TSchema>(schema: T, options: TSchemaOptions = {}) =>
  Type.Optional(Type.Union([schema, Type.Null()], options))

/**
 * How many things a request may list that each make the reply wider or are compared with every row: metrics,
 * measures, keys to group by.
 */
export const MEASURES_MAX = 20

/** How many values a filter may list that is compared with every row. */
export const VALUES_MAX = 1000

/** A list of texts that may be left out. */
export const MaybeTexts = (options: TSchemaOptions = {}) => Maybe(Type.Array(Type.String()), options)

/** A list of values to filter by that may be left out. */
export const MaybeValues = (options: TSchemaOptions = {}) =>
  Maybe(Type.Array(Type.String(), { maxItems: VALUES_MAX }), options)

/** A reply field that is always present and may be null. */
export const Nullable = <T extends TSchema>(schema: T, options: TSchemaOptions = {}) =>
  Type.Union([schema, Type.Null()], options)

/**
 * A value of the user's own. The server keeps it as the JSON text it came in, so that `1.0` stays
 * `1.0` and integers of any size stay exact; it is never rebuilt from a parsed tree.
 */
export const Payload = (options: TSchemaOptions = {}) => Type.Unknown(options)

/** A payload that must be a JSON object. */
export const PayloadObject = (options: TSchemaOptions = {}) =>
  Type.Unsafe<unknown>({ ...options, type: 'object', additionalProperties: true })

/** A payload in a reply, read by clients as a plain object. */
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

/** What a list is sorted by, most important first: more keys than anyone needs, and as few as every engine takes. */
export const SortKeys = <T extends TSchema>(key: T) => Type.Array(key, { maxItems: 100 })

/** The two paging fields that every query takes; spread into a request's properties. */
export const page = {
  limit: Maybe(Type.Integer(), { description: 'At most this many results; none by default.' }),
  offset: Maybe(Type.Integer(), { description: 'Skip this many results.' }),
}

/** The user a record is attributed to. What a client sends here is never stored. */
export const WrittenByServer = Maybe(Type.String(), {
  description: 'Set by the server from the API key; a value sent here is replaced.',
})

export const Empty = Type.Object({})

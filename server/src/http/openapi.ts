import type { Endpoint, Tag } from '@heddle/contract/endpoint'
import { IssuesBody, ReasonBody } from '@heddle/contract/errors'
import { querySchemas } from '@heddle/contract/query'
import type { AnyOperation } from '../operations/operation.ts'
import { serviceVersion } from '../version.ts'
import { MOUNTS } from './mounts.ts'
import { fieldsOf, type RequestField } from './request/request-fields.ts'

/** The OpenAPI 3.1 document, generated from the same endpoints as the routes. */
export function openApiDocument(operations: readonly AnyOperation[]): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Heddle',
      version: serviceVersion,
      summary: 'Self-hosted tracing and feedback for LLM applications',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: MOUNTS.map((mount) => ({ url: mount || '/' })),
    security: Object.keys(securitySchemes).map((scheme) => ({ [scheme]: [] })),
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: pathsOf(operations),
    components: { schemas: { ...querySchemas, ...errorSchemas }, responses: errorResponses, securitySchemes },
  }
}

/** The two formats of error responses. */
const errorSchemas = { Error: ReasonBody, MalformedRequest: IssuesBody }

/** Error responses that every authenticated operation may return, by status. */
const errorResponses = {
  400: error('The request is invalid: see the reason.'),
  401: error('The API key is missing or wrong.'),
  403: error('The key may not do this in this project.'),
  404: error('Not found.'),
  409: error('The digest does not match the expected one.'),
  413: error('The request is too large or nested too deeply, or the response would exceed its limit.'),
  422: reply('A field is missing, has the wrong type, or is unknown.', {
    anyOf: [{ $ref: '#/components/schemas/MalformedRequest' }, { $ref: '#/components/schemas/Error' }],
  }),
  429: error('Too many requests: retry after the seconds in Retry-After.'),
  500: error('Internal error: see the server log.'),
  503: error(
    'The server is out of memory budget, or the storage is not writable: retry after the seconds in Retry-After.',
  ),
  504: error('The query timed out: narrow the filter or the time range.'),
  507: error('The disk is full: retry after the seconds in Retry-After.'),
}

function error(description: string) {
  return reply(description, { $ref: '#/components/schemas/Error' })
}

function reply(description: string, schema: object) {
  return { description, content: { 'application/json': { schema } } }
}

const securitySchemes = {
  basic: {
    type: 'http',
    scheme: 'basic',
    description: 'The password is the API key; the user name is ignored.',
  },
  bearer: { type: 'http', scheme: 'bearer', description: 'The API key.' },
  header: { type: 'apiKey', in: 'header', name: 'wandb-api-key', description: 'The API key.' },
  cookie: { type: 'apiKey', in: 'cookie', name: 'heddle_session', description: 'Set by POST /session.' },
}

function pathsOf(operations: readonly AnyOperation[]): Record<string, object> {
  const paths: Record<string, Record<string, object>> = {}
  for (const operation of operations) {
    const { path, method } = operation.endpoint
    paths[path] = { ...paths[path], [method.toLowerCase()]: describe(operation) }
  }
  return paths
}

function describe({ endpoint, gate }: AnyOperation): object {
  const { tag, summary, description, aliases } = endpoint
  const fields = fieldsOf(endpoint)
  const inBody = fields.filter(({ place }) => place === 'body')
  const isPublic = gate.access === 'public'
  return {
    operationId: operationIdOf(endpoint),
    tags: [tag],
    summary,
    description: [description, aliases && `Also at ${aliases.join(', ')}.`].filter(Boolean).join('\n\n'),
    parameters: fields.filter(({ place }) => place !== 'body').map(parameterOf),
    ...(inBody.length > 0 && { requestBody: requestBodyOf(endpoint, inBody) }),
    responses: { 200: replyOf(endpoint), ...(isPublic ? {} : errorsByStatus) },
    ...(isPublic && { security: [] }),
  }
}

function operationIdOf({ method, path }: Endpoint): string {
  const words = path.split('/').filter((part) => part !== '' && !part.startsWith('{'))
  // A collection and its items differ only in the last path parameter.
  const last = /\{(\w+)\}$/.exec(path)?.[1]
  return [method.toLowerCase(), ...words, ...(last ? ['by', last] : [])].join('_').replaceAll('.', '_')
}

function parameterOf({ name, place, required, schema, example }: RequestField): object {
  return { name, in: place, required, schema, ...(example !== undefined && { example }) }
}

/** The limits are the defaults; see `BodySize` in the contract. */
const BODY_DESCRIPTIONS: Record<Endpoint['bodySize'], string> = {
  credentials: 'At most 4 KiB.',
  query: 'At most 4 MiB.',
  payload: 'At most as large as the server is configured to take, 64 MiB by default.',
}

function requestBodyOf({ requestAs, bodySize }: Endpoint, fields: readonly RequestField[]): object {
  const schema = {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, field.schema])),
    required: fields.filter((field) => field.required).map((field) => field.name),
  }
  if (requestAs === 'form') return { required: true, content: { 'multipart/form-data': { schema } } }
  const description = BODY_DESCRIPTIONS[bodySize]
  const example = Object.fromEntries(
    fields.filter((field) => field.example !== undefined).map((field) => [field.name, field.example]),
  )
  const json = { 'application/json': { schema, example } }
  return { description, required: true, content: requestAs === 'otlp' ? { ...json, ...PROTOBUF } : json }
}

const PROTOBUF = { 'application/x-protobuf': { schema: { type: 'string', format: 'binary' } } }

const REPLY_TYPES: Record<Endpoint['replyAs'], string> = {
  json: 'application/json',
  lines: 'application/jsonl',
  bytes: 'application/octet-stream',
  text: 'text/plain',
  events: 'text/event-stream',
}

const REPLY_DESCRIPTIONS: Record<Endpoint['replyAs'], string> = {
  json: 'Done.',
  lines: 'One such object a line.',
  bytes: 'Done.',
  text: 'Done.',
  events: 'Server-sent events, each with one such object as its data.',
}

function replyOf({ replyAs, reply }: Endpoint): object {
  return { description: REPLY_DESCRIPTIONS[replyAs], content: { [REPLY_TYPES[replyAs]]: { schema: reply } } }
}

const errorsByStatus = Object.fromEntries(
  Object.keys(errorResponses).map((status) => [status, { $ref: `#/components/responses/${status}` }]),
)

/** Descriptions of the operation groups, in the order of the docs. */
export const TAGS: Record<Tag, string> = {
  calls: 'Traced executions with their inputs, outputs and exceptions.',
  threads: 'Calls grouped into conversations.',
  agents: 'Agent spans sent over OpenTelemetry, and their conversations.',
  objects: 'Versioned values: prompts, models, datasets, ops.',
  tables: 'Content-addressed rows.',
  files: 'Content-addressed bytes.',
  evaluations: 'Datasets, scorers, models, and evaluation results.',
  feedback: 'Notes, reactions and scores on calls and objects.',
  'annotation queues': 'Calls queued for human review.',
  costs: 'Token prices by model.',
  session: 'Browser sign-in and sign-out.',
  settings: 'Users, keys, access, and server status.',
  service: 'The service itself.',
}

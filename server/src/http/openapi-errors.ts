import { FaultsBody, ReasonBody } from '@heddle/contract/errors'

/** The two shapes of an error reply, for the OpenAPI document's `components.schemas`. */
export const errorSchemas = { Error: ReasonBody, MalformedRequest: FaultsBody }

/** The error replies that every operation behind the gate may give, by status. */
export const errorResponses = {
  400: error('The request makes no sense: the reason says why.'),
  401: error('The API key is missing or wrong.'),
  403: error('The key may not do this in this project.'),
  404: error('There is no such thing.'),
  409: error('The digest is not the expected one.'),
  413: error('The request is too large or nested too deeply, or the reply would be over its limit.'),
  422: reply('A field is missing, of a wrong type, or unknown.', {
    anyOf: [{ $ref: '#/components/schemas/MalformedRequest' }, { $ref: '#/components/schemas/Error' }],
  }),
  429: error('Too much at once: try again after the seconds in Retry-After.'),
  500: error('The server failed, and its log says how.'),
  503: error(
    'Too much is in memory, or the storage cannot be written: try again after the seconds in Retry-After.',
  ),
  504: error('The search took too long: narrow the filter or the time range.'),
  507: error('The disk is full: try again after the seconds in Retry-After.'),
}

function error(description: string) {
  return reply(description, { $ref: '#/components/schemas/Error' })
}

function reply(description: string, schema: object) {
  return { description, content: { 'application/json': { schema } } }
}

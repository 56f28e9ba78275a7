import * as Type from 'typebox'
import { Maybe } from './schema.ts'

/** A filter expression on the wire: MongoDB's aggregation style, limited to the operators below. */
export interface Query {
  $expr: QueryOperation
}

export type QueryOperation =
  | { $and: QueryOperand[] }
  | { $or: QueryOperand[] }
  | { $not: [QueryOperand] }
  | { $eq: [QueryOperand, QueryOperand] }
  | { $gt: [QueryOperand, QueryOperand] }
  | { $gte: [QueryOperand, QueryOperand] }
  | { $lt: [QueryOperand, QueryOperand] }
  | { $lte: [QueryOperand, QueryOperand] }
  | { $in: [QueryOperand, QueryOperand[]] }
  | { $contains: { input: QueryOperand; substr: QueryOperand; case_insensitive?: boolean | null } }

export type QueryOperand =
  | QueryOperation
  | { $literal: unknown }
  | { $getField: string }
  | { $convert: { input: QueryOperand; to: 'double' | 'string' | 'int' | 'bool' | 'exists' } }
  | { $size: QueryOperand }

/** A required query. `server/src/query` validates it and reports 422. */
export const Query = Type.Unsafe<Query>({ $ref: '#/components/schemas/Query' })

/** An optional `query` field. */
export const QueryField = Maybe(Query)

const operations = {
  $and: operands(),
  $or: operands(),
  $not: operands(1),
  $eq: operands(2),
  $gt: operands(2),
  $gte: operands(2),
  $lt: operands(2),
  $lte: operands(2),
  $in: { type: 'array', prefixItems: [operand(), operands()], minItems: 2, maxItems: 2 },
  $contains: {
    type: 'object',
    properties: { input: operand(), substr: operand(), case_insensitive: { type: ['boolean', 'null'] } },
    required: ['input', 'substr'],
  },
}

/**
 * The schemas that the `$ref` above names, for `components.schemas` of the OpenAPI document. They are objects with one of
 * several keys, rather than unions of objects: generators of clients do not know unions that contain themselves.
 */
export const querySchemas = {
  Query: {
    type: 'object',
    properties: { $expr: { $ref: '#/components/schemas/QueryOperation' } },
    required: ['$expr'],
    additionalProperties: false,
    examples: [{ $expr: { $eq: [{ $getField: 'id' }, { $literal: 'x' }] } }],
  },
  QueryOperation: oneOf(operations),
  QueryOperand: oneOf({
    ...operations,
    $literal: {},
    $getField: { type: 'string' },
    $convert: {
      type: 'object',
      properties: {
        input: operand(),
        to: { type: 'string', enum: ['double', 'string', 'int', 'bool', 'exists'] },
      },
      required: ['input', 'to'],
    },
    $size: operand(),
  }),
}

function oneOf(properties: object) {
  const exactlyOne = { minProperties: 1, maxProperties: 1, additionalProperties: false }
  return { type: 'object', description: 'Has exactly one key.', properties, ...exactlyOne }
}

function operand() {
  return { $ref: '#/components/schemas/QueryOperand' }
}

function operands(count?: number) {
  const exactly = count === undefined ? {} : { minItems: count, maxItems: count }
  return { type: 'array', items: operand(), ...exactly }
}

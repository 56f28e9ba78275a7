import Type from 'typebox'
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

/** The schema that the `$ref` above names, for `components.schemas` of the OpenAPI document. */
export const querySchemas = {
  Query: {
    type: 'object',
    properties: { $expr: { $ref: '#/components/schemas/QueryOperation' } },
    required: ['$expr'],
    additionalProperties: false,
    examples: [{ $expr: { $eq: [{ $getField: 'id' }, { $literal: 'x' }] } }],
  },
  QueryOperation: {
    anyOf: [
      node('$and', operands()),
      node('$or', operands()),
      node('$not', operands(1)),
      node('$eq', operands(2)),
      node('$gt', operands(2)),
      node('$gte', operands(2)),
      node('$lt', operands(2)),
      node('$lte', operands(2)),
      node('$in', {
        type: 'array',
        prefixItems: [operand(), operands()],
        minItems: 2,
        maxItems: 2,
      }),
      node('$contains', {
        type: 'object',
        properties: {
          input: operand(),
          substr: operand(),
          case_insensitive: { type: ['boolean', 'null'] },
        },
        required: ['input', 'substr'],
      }),
    ],
  },
  QueryOperand: {
    anyOf: [
      { $ref: '#/components/schemas/QueryOperation' },
      node('$literal', {}),
      node('$getField', { type: 'string' }),
      node('$convert', {
        type: 'object',
        properties: {
          input: operand(),
          to: { type: 'string', enum: ['double', 'string', 'int', 'bool', 'exists'] },
        },
        required: ['input', 'to'],
      }),
      node('$size', operand()),
    ],
  },
}

function node(operator: string, content: object) {
  return { type: 'object', properties: { [operator]: content }, required: [operator] }
}

function operand() {
  return { $ref: '#/components/schemas/QueryOperand' }
}

function operands(count?: number) {
  const exactly = count === undefined ? {} : { minItems: count, maxItems: count }
  return { type: 'array', items: operand(), ...exactly }
}

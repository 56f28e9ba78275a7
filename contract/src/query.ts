import Type from 'typebox'
import { Maybe } from './schema.ts'

/** A filter expression, as clients write it: MongoDB's aggregation style, with the operators below only. */
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

/** The `query` field of a request. Its shape is checked by the server's query room, which reports 422. */
export const QueryField = Maybe(Type.Unsafe<Query>({ $ref: '#/components/schemas/Query' }))

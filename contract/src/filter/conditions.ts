import type { QueryOperand, QueryOperation } from '../query.ts'

export type Comparison = '=' | '>' | '>=' | '<' | '<='

export const field = (path: string): QueryOperand => ({ $getField: path })

export const allOf = (conditions: readonly QueryOperation[]): QueryOperation =>
  alone(conditions) ?? { $and: [...conditions] }

export const anyOf = (conditions: readonly QueryOperation[]): QueryOperation =>
  alone(conditions) ?? { $or: [...conditions] }

/** `$not` of unknown is unknown; `$and` turns it into false first, so that calls without the field match. */
export const not = (condition: QueryOperation): QueryOperation => ({ $not: [{ $and: [condition] }] })

export function compare(
  left: QueryOperand,
  comparison: Comparison,
  value: string | number | boolean | null,
): QueryOperation {
  const operands: [QueryOperand, QueryOperand] = [left, { $literal: value }]
  switch (comparison) {
    case '=':
      return { $eq: operands }
    case '>':
      return { $gt: operands }
    case '>=':
      return { $gte: operands }
    case '<':
      return { $lt: operands }
    case '<=':
      return { $lte: operands }
  }
}

/** The field converted to a number. */
export const numeric = (path: string): QueryOperand => ({ $convert: { input: field(path), to: 'double' } })

export const containsText = (path: string, text: string): QueryOperation => ({
  $contains: { input: field(path), substr: { $literal: text }, case_insensitive: true },
})

/** Sorts after every other character. */
const LAST_CHARACTER = '\u{10ffff}'

/** Prefix match as a range, because the API has no prefix operator. */
export const startsWith = (path: string, prefix: string): QueryOperation =>
  allOf([compare(field(path), '>=', prefix), compare(field(path), '<', prefix + LAST_CHARACTER)])

export const isSet = (path: string): QueryOperation => ({
  $eq: [{ $convert: { input: field(path), to: 'exists' } }, { $literal: true }],
})

const alone = (conditions: readonly QueryOperation[]): QueryOperation | undefined =>
  conditions.length === 1 ? conditions[0] : undefined

/** A filter that cannot be compiled; the message is shown to the user. */
export class FilterError extends Error {}

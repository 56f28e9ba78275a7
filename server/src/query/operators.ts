import type { Dialect } from './dialect.ts'
import { balanced, type Fragment, joined, sql, trusted } from './fragment.ts'
import { compareValues, type LiteralValue, type ValueType } from './values.ts'

/** The semantics of an operator of expressions, for the evaluator and for SQL. */
interface OperatorDefinition {
  /** The type of its result. A condition is true, false (as 1 and 0) or null. */
  readonly type: 'condition' | ValueType
  /** Whether it is false if its SQL returns null. */
  readonly nullIsFalse?: boolean
  /** Operands are evaluated lazily, so that an operator may short-circuit. */
  evaluate(operands: Iterable<LiteralValue>): LiteralValue
  sql(operands: readonly Fragment[], dialect: Dialect): Fragment
}

export type Operator = keyof typeof OPERATORS

/**
 * The operators of expressions. Unless an entry says otherwise, the result is null if an operand is null.
 *
 * To add one, add an entry here, its syntax in `language.ts` and `contract/src/query.ts`, and cases.
 */
const OPERATORS = {
  /** Null counts as false. */
  and: {
    type: 'condition',
    nullIsFalse: true,
    evaluate(operands) {
      for (const operand of operands) if (!isTrue(operand)) return FALSE
      return TRUE
    },
    sql: (operands) => (operands.length === 0 ? trusted('1') : balanced(operands, 'and')),
  },
  /** Null counts as false. */
  or: {
    type: 'condition',
    nullIsFalse: true,
    evaluate(operands) {
      for (const operand of operands) if (isTrue(operand)) return TRUE
      return FALSE
    },
    sql: (operands, dialect) => (operands.length === 0 ? dialect.never : balanced(operands, 'or')),
  },
  not: {
    type: 'condition',
    evaluate: ([operand = null]) => (operand === null ? null : truth(!isTrue(operand))),
    sql: ([operand]) => sql`(not ${given(operand)})`,
  },
  eq: comparison('=', (order) => order === 0),
  gt: comparison('>', (order) => order > 0),
  gte: comparison('>=', (order) => order >= 0),
  lt: comparison('<', (order) => order < 0),
  lte: comparison('<=', (order) => order <= 0),
  /** Whether the operand is null. */
  unset: {
    type: 'condition',
    evaluate: ([operand = null]) => truth(operand === null),
    sql: ([operand]) => sql`(${given(operand)} is null)`,
  },
  /** Whether the operand is not null. */
  set: {
    type: 'condition',
    evaluate: ([operand = null]) => truth(operand !== null),
    sql: ([operand]) => sql`(${given(operand)} is not null)`,
  },
  /** Whether the first operand equals one of the others. False, not null, if there are no others. */
  in: {
    type: 'condition',
    evaluate([value = null, ...options]) {
      if (options.length === 0) return FALSE
      if (value === null) return null
      return truth(options.some((option) => option !== null && compareValues(value, option) === 0))
    },
    sql: ([value, ...options], dialect) =>
      options.length === 0 ? dialect.never : dialect.oneOf(given(value), options),
  },
  /** Whether a text contains another. False for null. */
  contains: textTest(
    (text, part) => text.includes(part),
    ([text, part], dialect) => dialect.contains(given(text), given(part)),
  ),
  /** Whether a text starts with another. False for null. */
  startsWith: textTest(
    (text, prefix) => text.startsWith(prefix),
    ([text, prefix], dialect) => dialect.startsWith(given(text), given(prefix)),
  ),
  /** A text in lower case. */
  lower: {
    type: 'text',
    evaluate: ([text]) => (typeof text === 'string' ? text.toLowerCase() : null),
    sql: ([text], dialect) => dialect.lower(given(text)),
  },
  /** The length of a text in code points. */
  size: {
    type: 'number',
    evaluate: ([text]) => (typeof text === 'string' ? [...text].length : null),
    sql: ([text], dialect) => dialect.length(given(text)),
  },
  /** The difference of two numbers or instants. */
  minus: {
    type: 'number',
    evaluate: (operands) => onIntegers(operands, (left, right) => left - right),
    sql: ([left, right]) => sql`(${given(left)} - ${given(right)})`,
  },
  /** The quotient of two integers or instants, rounded toward zero. */
  quotient: {
    type: 'number',
    evaluate: (operands) => onIntegers(operands, (dividend, divisor) => dividend / divisor),
    sql: ([dividend, divisor], dialect) => dialect.quotient(given(dividend), given(divisor)),
  },
  /** The first text that is not null. */
  coalesce: {
    type: 'text',
    evaluate(operands) {
      for (const operand of operands) if (operand !== null) return operand
      return null
    },
    sql: (operands) => sql`coalesce(${joined(operands, ', ')})`,
  },
  /** Pairs of a condition and its text, then the text for all other rows. */
  case: {
    type: 'text',
    evaluate(operands) {
      const values = [...operands]
      const hit = values.findIndex((value, at) => at % 2 === 0 && at < values.length - 1 && isTrue(value))
      return values[hit < 0 ? values.length - 1 : hit + 1] ?? null
    },
    sql: (operands) => caseSql(operands),
  },
} as const satisfies Record<string, OperatorDefinition>

/** By name, for code that treats all operators alike. */
export const operatorNamed = (name: Operator): OperatorDefinition => OPERATORS[name]

const TRUE = 1n
const FALSE = 0n

export const truth = (value: boolean): bigint => (value ? TRUE : FALSE)

export const isTrue = (value: LiteralValue): boolean => Boolean(value)

function comparison(symbol: string, holds: (order: number) => boolean): OperatorDefinition {
  return {
    type: 'condition',
    evaluate: ([left = null, right = null]) =>
      left === null || right === null ? null : truth(holds(compareValues(left, right))),
    sql: ([left, right]) => sql`(${given(left)} ${trusted(symbol)} ${given(right)})`,
  }
}

function textTest(
  holds: (text: string, other: string) => boolean,
  test: OperatorDefinition['sql'],
): OperatorDefinition {
  return {
    type: 'condition',
    nullIsFalse: true,
    evaluate: ([text, other]) =>
      truth(typeof text === 'string' && typeof other === 'string' && holds(text, other)),
    sql: test,
  }
}

function onIntegers(
  operands: Iterable<LiteralValue>,
  compute: (left: bigint, right: bigint) => bigint,
): LiteralValue {
  const [left = null, right = null] = operands
  return isInteger(left) && isInteger(right) ? compute(BigInt(left), BigInt(right)) : null
}

const isInteger = (value: LiteralValue): value is number | bigint =>
  typeof value === 'bigint' || Number.isInteger(value)

function caseSql(operands: readonly Fragment[]): Fragment {
  const branches = operands.flatMap((condition, at) => {
    const value = operands[at + 1]
    return at % 2 === 0 && value ? [sql`when ${condition} then ${value}`] : []
  })
  return sql`case ${joined(branches, ' ')} else ${given(operands.at(-1))} end`
}

/** Expressions are built with as many operands as their operator takes. */
function given(operand: Fragment | undefined): Fragment {
  if (!operand) throw new Error('an operator lacks an operand')
  return operand
}
